import Conformance
import JSONText

extension JSONReader {
  /// A value that has to be there, once its object has been read.
  func required<Value>(_ value: Value?, _ name: String) throws(JSONError) -> Value {
    guard let value else { throw error(.missingMember(name)) }
    return value
  }

  fileprivate mutating func readStrings() throws(JSONError) -> [String] {
    var strings: [String] = []
    try readArray { (reader: inout JSONReader) throws(JSONError) in
      strings.append(try reader.readString())
    }
    return strings
  }
}

extension Report.Adapter {
  init(_ reader: inout JSONReader) throws(JSONError) {
    var command: [String]?
    var digest: String??
    var files: [File] = []
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "command": command = try reader.readStrings()
      case "sha256": digest = .some(try reader.readIfNull() ? nil : try reader.readString())
      case "files":
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          files.append(try File(&reader))
        }
      default: try reader.skipValue()
      }
    }
    self.init(
      command: try reader.required(command, "command"),
      sha256: try reader.required(digest, "sha256"), files: files)
  }
}

extension Report.Adapter.File {
  init(_ reader: inout JSONReader) throws(JSONError) {
    var path: String?
    var digest: String??
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "path": path = try reader.readString()
      case "sha256": digest = .some(try reader.readIfNull() ? nil : try reader.readString())
      default: try reader.skipValue()
      }
    }
    self.init(
      path: try reader.required(path, "path"), sha256: try reader.required(digest, "sha256"))
  }
}

extension Report.Option {
  /// The options of a run, in their order.
  static func all(_ reader: inout JSONReader) throws(JSONError) -> [Self] {
    var options: [Self] = []
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      let values =
        try reader.peek() == .array ? try reader.readStrings() : [try reader.readString()]
      options.append(Self(name: key, values: values))
    }
    return options
  }
}

/// The member `machine`.
struct MachineReading {
  let machine: Machine
  let jobs: Int
  let pace: RunPace?

  init(_ reader: inout JSONReader) throws(JSONError) {
    var texts: [String: String] = [:]
    var processors: Int?
    var jobs: Int?
    var pace: RunPace?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "system", "release", "architecture": texts[key] = try reader.readString()
      case "processors": processors = try ReportReading.count(&reader)
      case "jobs": jobs = try ReportReading.count(&reader)
      case "pace": pace = try RunPace(&reader)
      default: try reader.skipValue()
      }
    }
    machine = Machine(
      system: try reader.required(texts["system"], "system"),
      release: try reader.required(texts["release"], "release"),
      architecture: try reader.required(texts["architecture"], "architecture"),
      processors: try reader.required(processors, "processors"))
    self.jobs = try reader.required(jobs, "jobs")
    self.pace = pace
  }
}

extension RunPace {
  init(_ reader: inout JSONReader) throws(JSONError) {
    var figures: [String: Double] = [:]
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch try reader.peek() {
      case .number: figures[key] = try ReportReading.positive(&reader)
      default: try reader.skipValue()
      }
    }
    func duration(_ name: String, milliseconds: Double) throws(JSONError) -> Duration {
      let figure = try reader.required(figures[name], name)
      return .microseconds(Int64((figure * milliseconds * 1e3).rounded()))
    }
    self.init(
      adapterStart: try duration("adapterStartMilliseconds", milliseconds: 1),
      roundTrip: try duration("roundTripMilliseconds", milliseconds: 1),
      work: try duration("workMilliseconds", milliseconds: 1),
      stepDeadline: try duration("stepDeadlineSeconds", milliseconds: 1e3))
  }
}

extension Report.Requirement {
  init(_ reader: inout JSONReader) throws(JSONError) {
    var texts: [String: String] = [:]
    var facet: String?
    var level: Level?
    var verdict: Scorecard.Row.Verdict?
    var cases: Int?
    var failed: Int?
    var known = 0
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "id", "suite", "variant": texts[key] = try reader.readString()
      case "facet": facet = try reader.readIfNull() ? nil : try reader.readString()
      case "level": level = try CaseRecord.readName(&reader)
      case "verdict": verdict = try CaseRecord.readName(&reader)
      case "cases": cases = try ReportReading.count(&reader)
      case "failed": failed = try ReportReading.count(&reader)
      case "known": known = try ReportReading.count(&reader)
      default: try reader.skipValue()
      }
    }
    let id = try reader.required(texts["id"], "id")
    self.init(
      suite: try reader.required(texts["suite"], "suite"),
      clause: Clause.ID(facet.map { "\(id)/\($0)" } ?? id),
      variant: Variant(try reader.required(texts["variant"], "variant")),
      level: try reader.required(level, "level"), verdict: try reader.required(verdict, "verdict"),
      cases: try reader.required(cases, "cases"), failed: try reader.required(failed, "failed"),
      known: known)
  }
}

extension Report.Choice {
  init(_ reader: inout JSONReader) throws(JSONError) {
    var texts: [String: String] = [:]
    var outcomes: [Outcome]?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "place", "suite", "sentence", "source": texts[key] = try reader.readString()
      case "outcomes":
        var found: [Outcome] = []
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          found.append(try Outcome(&reader))
        }
        outcomes = found
      default: try reader.skipValue()
      }
    }
    self.init(
      place: try reader.required(texts["place"], "place"),
      suite: try reader.required(texts["suite"], "suite"),
      sentence: try reader.required(texts["sentence"], "sentence"),
      source: try reader.required(texts["source"], "source"),
      outcomes: try reader.required(outcomes, "outcomes"))
  }
}

extension Report.Choice.Outcome {
  init(_ reader: inout JSONReader) throws(JSONError) {
    var texts: [String: String] = [:]
    var count: Int?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "outcome", "example", "variant": texts[key] = try reader.readString()
      case "count": count = try ReportReading.count(&reader)
      default: try reader.skipValue()
      }
    }
    self.init(
      name: try reader.required(texts["outcome"], "outcome"),
      count: try reader.required(count, "count"),
      example: CaseID(try reader.required(texts["example"], "example")),
      variant: Variant(try reader.required(texts["variant"], "variant")))
  }
}

extension Report.Summary {
  init(_ reader: inout JSONReader) throws(JSONError) {
    self.init()
    var total: Int?
    var seen: Set<Verdict> = []
    var counts: [Verdict: Int] = [:]
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      if key == "total" {
        total = try ReportReading.count(&reader)
      } else if let verdict = Verdict(rawValue: key) {
        let count = try ReportReading.count(&reader)
        seen.insert(verdict)
        if count > 0 { counts[verdict] = count }
      } else {
        try reader.skipValue()
      }
    }
    for verdict in Verdict.allCases where !seen.contains(verdict) {
      throw reader.error(.missingMember(verdict.rawValue))
    }
    self.total = try reader.required(total, "total")
    self.counts = counts
  }
}
