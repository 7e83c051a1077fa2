import Conformance
import JSONText

extension BaselineRecord {
  /// Reads the member `baseline` of a report.
  init(_ reader: inout JSONReader) throws(JSONError) {
    var path: String?
    var entries: [Entry]?
    var drifts: [Drift]?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "file": path = try reader.readString()
      case "entries":
        var found: [Entry] = []
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          found.append(try Entry(&reader))
        }
        entries = found
      case "drift":
        var found: [Drift] = []
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          found.append(try Drift(&reader))
        }
        drifts = found
      default: try reader.skipValue()
      }
    }
    self.init(
      path: try reader.required(path, "file"), entries: try reader.required(entries, "entries"),
      drifts: try reader.required(drifts, "drift"))
  }

  /// The same, with a path that is cut as it is in a report: the other texts have limits when the file is read.
  var bounded: BaselineRecord {
    var bounded = self
    bounded.path = CaseRecord.bounded(path)
    return bounded
  }
}

extension BaselineRecord.Entry {
  fileprivate init(_ reader: inout JSONReader) throws(JSONError) {
    var texts: [String: String] = [:]
    var numbers: [String: Int] = [:]
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "subject", "reason", "link", "until": texts[key] = try reader.readString()
      case "line", "flaky", "cases", "judged", "failed", "passed":
        numbers[key] = try ReportReading.count(&reader)
      default: try reader.skipValue()
      }
    }
    self.init(
      line: try reader.required(numbers["line"], "line"),
      subject: try reader.required(texts["subject"], "subject"),
      reason: try reader.required(texts["reason"], "reason"), link: texts["link"],
      until: texts["until"], flaky: numbers["flaky"])
    cases = try reader.required(numbers["cases"], "cases")
    judged = try reader.required(numbers["judged"], "judged")
    failed = try reader.required(numbers["failed"], "failed")
    passed = try reader.required(numbers["passed"], "passed")
  }
}

extension BaselineRecord.Drift {
  fileprivate init(_ reader: inout JSONReader) throws(JSONError) {
    var kind: Kind?
    var texts: [String: String] = [:]
    var numbers: [String: Int] = [:]
    var examples: [Example]?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "kind": kind = try CaseRecord.readName(&reader)
      case "subject", "message": texts[key] = try reader.readString()
      case "line", "cases": numbers[key] = try ReportReading.count(&reader)
      case "examples":
        var found: [Example] = []
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          found.append(try Example(&reader))
        }
        examples = found
      default: try reader.skipValue()
      }
    }
    self.init(
      try reader.required(kind, "kind"), line: try reader.required(numbers["line"], "line"),
      subject: try reader.required(texts["subject"], "subject"),
      message: try reader.required(texts["message"], "message"),
      cases: try reader.required(numbers["cases"], "cases"),
      examples: try reader.required(examples, "examples"))
  }
}

extension BaselineRecord.Drift.Example {
  fileprivate init(_ reader: inout JSONReader) throws(JSONError) {
    var id: String?
    var variant: String?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "id": id = try reader.readString()
      case "variant": variant = try reader.readString()
      default: try reader.skipValue()
      }
    }
    self.init(
      CaseID(try reader.required(id, "id")), Variant(try reader.required(variant, "variant")))
  }
}
