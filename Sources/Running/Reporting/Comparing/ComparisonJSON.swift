import Conformance
import JSONText

/// What changed between two reports, for programs: schema `assay-comparison/1`. All cases that changed stand in it, one a line.
package enum ComparisonJSON {
  package static let schema = "assay-comparison/1"

  /// Writes it whole; the cases pass one by one.
  package static func write(
    _ comparison: ReportComparison, _ gate: ComparisonGate, to file: OutputFile
  ) throws(OutputFault) {
    var head = ReportMembers()
    head.add("schema") { $0.string(schema) }
    head.add("old") { write(comparison.old.report, to: &$0) }
    head.add("new") { write(comparison.new.report, to: &$0) }
    head.add("differences", lines: comparison.differences) { difference, writer in
      object(
        [("what", difference.what), ("old", difference.old), ("new", difference.new)], to: &writer)
    }
    head.add("gate") { writer in
      writer.beginObject()
      writer.key("failOn")
      writer.beginArray()
      for kind in ComparisonGate.Kind.allCases where gate.kinds.contains(kind) {
        writer.string(kind.rawValue)
      }
      writer.endArray()
      writer.key("counts")
      writer.beginObject()
      for kind in ComparisonGate.Kind.allCases {
        writer.key(kind.rawValue)
        writer.integer(ComparisonGate.count(kind, in: comparison))
      }
      writer.endObject()
      writer.key("exitCode")
      writer.integer(gate.exitCode(comparison))
      writer.endObject()
    }
    head.add("summary") { writer in
      writer.beginObject()
      writer.key("common")
      writer.integer(comparison.common)
      for change in CaseChange.allCases {
        writer.key(change.rawValue)
        writer.integer(comparison.count(change))
      }
      writer.endObject()
    }
    head.add("verdicts", lines: comparison.parts) { part, writer in
      object(
        [("name", part.name), ("old", part.old?.rawValue), ("new", part.new?.rawValue)], to: &writer
      )
    }
    head.add("requirements", lines: comparison.requirements) { change, writer in
      object(
        [
          ("id", change.clause.requirement), ("facet", change.clause.facet),
          ("suite", change.suite), ("variant", change.variant.name),
          ("level", change.level.rawValue), ("old", change.old?.rawValue),
          ("new", change.new?.rawValue),
        ], to: &writer)
    }
    head.addCost(of: comparison)
    try file.write(head.begun)
    try file.write("  \"cases\": [".utf8)
    var isFirst = true
    for pair in comparison.pairs {
      var writer = JSONWriter()
      write(pair, of: comparison, to: &writer)
      try file.write((isFirst ? "\n    " : ",\n    ").utf8)
      try file.write(writer.bytes)
      isFirst = false
    }
    try file.write((isFirst ? "]\n}\n" : "\n  ]\n}\n").utf8)
  }

  /// An object of texts; null for those that are not there.
  static func object(_ members: [(String, String?)], to writer: inout JSONWriter) {
    writer.beginObject()
    for (name, text) in members {
      writer.key(name)
      if let text { writer.string(text) } else { writer.null() }
    }
    writer.endObject()
  }

  private static func write(_ report: Report, to writer: inout JSONWriter) {
    object(
      [
        ("implementation", report.implementation.name),
        ("version", report.implementation.version), ("sha256", report.adapter.sha256),
        ("assay", report.assayVersion), ("suiteVersion", report.suiteVersion),
        ("seed", "\(report.seed)"), ("started", Timestamp.utc(report.started)),
        ("verdict", report.standing.rawValue),
      ], to: &writer)
  }

  private static func write(
    _ pair: ReportComparison.Pair, of comparison: ReportComparison, to writer: inout JSONWriter
  ) {
    let before = pair.old >= 0 ? comparison.old.marks[Int(pair.old)] : nil
    let now = pair.new >= 0 ? comparison.new.marks[Int(pair.new)] : nil
    let result = comparison.result(of: pair)
    object(
      [
        ("id", result?.id.path ?? ""), ("suite", result?.suite ?? ""),
        ("variant", result?.variant.name ?? ""), ("change", pair.change.rawValue),
        ("old", before?.verdict.rawValue), ("new", now?.verdict.rawValue),
        ("oldSignature", before.flatMap(comparison.old.signature)?.description),
        ("newSignature", now.flatMap(comparison.new.signature)?.description),
      ], to: &writer)
  }
}

extension ReportMembers {
  /// Time and memory.
  fileprivate mutating func addCost(of comparison: ReportComparison) {
    let cost = comparison.cost
    func write(
      _ item: CostComparison.Case, _ unit: String, _ scale: Double, _ writer: inout JSONWriter
    ) {
      let result = comparison.new.result(of: comparison.new.marks[item.place])
      writer.beginObject()
      writer.key("id")
      writer.string(result?.id.path ?? "")
      writer.key("variant")
      writer.string(result?.variant.name ?? "")
      writer.key("old" + unit)
      writer.real(Double(item.old) * scale)
      writer.key("new" + unit)
      writer.real(Double(item.new) * scale)
      writer.endObject()
    }
    add("machineScale") { $0.real((cost.scale * 1e3).rounded() / 1e3) }
    add("times", lines: cost.parts) { part, writer in
      writer.beginObject()
      writer.key("name")
      writer.string(part.name)
      writer.key("cases")
      writer.integer(part.cases)
      writer.key("oldMilliseconds")
      writer.real(part.old.inMilliseconds)
      writer.key("newMilliseconds")
      writer.real(part.new.inMilliseconds)
      writer.key("slower")
      writer.boolean(part.isSlower)
      writer.endObject()
    }
    add("slower", lines: cost.slower) { write($0, "Milliseconds", 1e-3, &$1) }
    add("larger", lines: cost.larger) { write($0, "Kibibytes", 1, &$1) }
  }
}
