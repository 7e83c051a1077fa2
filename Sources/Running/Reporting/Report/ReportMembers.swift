import Conformance
import JSONText

/// Top-level members of a report, each on a line of its own, in the order of the schema.
struct ReportMembers {
  private var lines: [[UInt8]] = []

  /// The beginning of an object with these members, and others to follow.
  var begun: [UInt8] {
    Array("{\n".utf8) + lines.flatMap { $0 + Array(",\n".utf8) }
  }

  /// These members as the last of an object.
  var ended: [UInt8] {
    Array(lines.joined(separator: Array(",\n".utf8))) + Array("\n}\n".utf8)
  }

  mutating func add(_ name: String, _ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.string(name)
    var line = Array("  ".utf8) + writer.bytes + Array(": ".utf8)
    writer.removeAll()
    body(&writer)
    line += writer.bytes
    lines.append(line)
  }

  private mutating func add(_ name: String, strings members: [(String, String)]) {
    add(name) { writer in
      writer.beginObject()
      for (key, text) in members {
        writer.key(key)
        writer.string(text)
      }
      writer.endObject()
    }
  }

  /// A line for each element, as with the cases, so that reports can be compared by lines.
  mutating func add<Element>(
    _ name: String, lines elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    let lines = elements.map { element in
      var writer = JSONWriter()
      write(element, &writer)
      return Array("\n    ".utf8) + writer.bytes
    }
    add(name) { writer in
      let end = lines.isEmpty ? "]" : "\n  ]"
      writer.raw(Array("[".utf8) + lines.joined(separator: Array(",".utf8)) + Array(end.utf8))
    }
  }

  /// Everything that stands before the cases.
  mutating func describe(_ report: Report) {
    add("schema") { $0.string(ReportDocument.schema) }
    add(
      "assay",
      strings: [("version", report.assayVersion), ("suiteVersion", report.suiteVersion)])
    add("seed") { $0.integer(report.seed) }
    add("started") { $0.string(Timestamp.utc(report.started)) }
    add("elapsedSeconds") { $0.real(report.elapsed.inMilliseconds.rounded() / 1e3) }
    add("interrupted") { $0.boolean(report.isInterrupted) }
    add(
      "implementation",
      strings: [
        ("name", report.implementation.name), ("version", report.implementation.version),
        ("language", report.implementation.language),
      ])
    add("adapter") { writer in
      writer.beginObject()
      writer.key("command")
      Self.write(report.adapter.command, to: &writer)
      writer.key("sha256")
      Self.write(report.adapter.sha256, to: &writer)
      if !report.adapter.files.isEmpty { Self.write(report.adapter.files, to: &writer) }
      writer.endObject()
    }
    add("machine") { Self.writeMachine(of: report, to: &$0) }
    add("options") { writer in
      writer.beginObject()
      for option in report.options {
        writer.key(option.name)
        // One that was given once is a string.
        if option.values.count == 1 {
          writer.string(option.values[0])
        } else {
          Self.write(option.values, to: &writer)
        }
      }
      writer.endObject()
    }
    addShards(of: report)
    if let digest = report.dialectSHA256 { add("dialect", strings: [("sha256", digest)]) }
  }

  private static func write(_ digest: String?, to writer: inout JSONWriter) {
    if let digest { writer.string(digest) } else { writer.null() }
  }

  private static func write(_ files: [Report.Adapter.File], to writer: inout JSONWriter) {
    writer.key("files")
    writer.beginArray()
    for file in files {
      writer.beginObject()
      writer.key("path")
      writer.string(file.path)
      writer.key("sha256")
      write(file.sha256, to: &writer)
      writer.endObject()
    }
    writer.endArray()
  }

  /// Everything that stands after the cases.
  mutating func score(_ report: Report) {
    add("requirements", lines: report.requirements) { Self.write($0, to: &$1) }
    if !report.choices.isEmpty { add("choices", lines: report.choices) { Self.write($0, to: &$1) } }
    if let baseline = report.baseline { add(baseline) }
    add("summary") { writer in
      writer.beginObject()
      writer.key("total")
      writer.integer(report.summary.total)
      for verdict in Verdict.allCases {
        writer.key(verdict.rawValue)
        writer.integer(report.summary.count(verdict))
      }
      writer.endObject()
    }
    add("verdict") { $0.string(report.standing.rawValue) }
    add("verdicts", strings: report.standings.map { ($0.name, $0.standing.rawValue) })
  }

  private static func write(_ words: [String], to writer: inout JSONWriter) {
    writer.beginArray()
    for word in words { writer.string(word) }
    writer.endArray()
  }

  private static func writeMachine(of report: Report, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("system")
    writer.string(report.machine.system)
    writer.key("release")
    writer.string(report.machine.release)
    writer.key("architecture")
    writer.string(report.machine.architecture)
    writer.key("processors")
    writer.integer(report.machine.processors)
    writer.key("jobs")
    writer.integer(report.jobs)
    if let pace = report.pace {
      writer.key("pace")
      writer.beginObject()
      for (name, value) in pace.members {
        writer.key(name)
        writer.real(value)
      }
      writer.endObject()
    }
    writer.endObject()
  }

  private static func write(_ choice: Report.Choice, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("place")
    writer.string(choice.place)
    writer.key("suite")
    writer.string(choice.suite)
    writer.key("sentence")
    writer.string(choice.sentence)
    writer.key("source")
    writer.string(choice.source)
    writer.key("outcomes")
    writer.beginArray()
    for outcome in choice.outcomes {
      writer.beginObject()
      writer.key("outcome")
      writer.string(outcome.name)
      writer.key("count")
      writer.integer(outcome.count)
      writer.key("example")
      writer.string(outcome.example.path)
      writer.key("variant")
      writer.string(outcome.variant.name)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  private static func write(_ row: Report.Requirement, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.string(row.clause.requirement)
    writer.key("suite")
    writer.string(row.suite)
    writer.key("facet")
    if let facet = row.clause.facet { writer.string(facet) } else { writer.null() }
    writer.key("variant")
    writer.string(row.variant.name)
    writer.key("level")
    writer.string(row.level.rawValue)
    writer.key("verdict")
    writer.string(row.verdict.rawValue)
    writer.key("cases")
    writer.integer(row.cases)
    writer.key("failed")
    writer.integer(row.failed)
    if row.known > 0 {
      writer.key("known")
      writer.integer(row.known)
    }
    writer.endObject()
  }
}
