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
        writer.string(CaseRecord.bounded(text))
      }
      writer.endObject()
    }
  }

  /// Everything that stands before the cases.
  mutating func describe(_ run: RunDescription, elapsed: Duration, interrupted: Bool) {
    add("schema") { $0.string(ReportDocument.schema) }
    add("assay", strings: [("version", run.assayVersion), ("suiteVersion", run.suiteVersion)])
    add("seed") { $0.integer(run.seed) }
    add("started") { $0.string(Timestamp.utc(run.started)) }
    add("elapsedSeconds") { $0.real(elapsed.inMilliseconds.rounded() / 1e3) }
    add("interrupted") { $0.boolean(interrupted) }
    add(
      "implementation",
      strings: [
        ("name", run.implementationName), ("version", run.implementationVersion),
        ("language", run.language),
      ])
    add("adapter") { writer in
      writer.beginObject()
      writer.key("command")
      writer.beginArray()
      for word in run.adapterCommand { writer.string(word) }
      writer.endArray()
      writer.key("sha256")
      if let digest = run.adapterSHA256 { writer.string(digest) } else { writer.null() }
      writer.endObject()
    }
    add("machine") { writer in
      let machine = Machine.current
      writer.beginObject()
      writer.key("system")
      writer.string(machine.system)
      writer.key("release")
      writer.string(machine.release)
      writer.key("architecture")
      writer.string(machine.architecture)
      writer.key("processors")
      writer.integer(machine.processors)
      writer.key("jobs")
      writer.integer(run.jobs)
      if let pace = run.pace {
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
    add("options") { Self.writeOptions(run.options, to: &$0) }
  }

  /// An option that was given once is a string; one that was given repeatedly is an array of them.
  private static func writeOptions(_ options: [(String, String)], to writer: inout JSONWriter) {
    var order: [String] = []
    var values: [String: [String]] = [:]
    for (name, value) in options {
      if values[name] == nil { order.append(name) }
      values[name, default: []].append(value)
    }
    writer.beginObject()
    for name in order {
      writer.key(name)
      let given = values[name] ?? []
      if given.count == 1 {
        writer.string(given[0])
      } else {
        writer.beginArray()
        for value in given { writer.string(value) }
        writer.endArray()
      }
    }
    writer.endObject()
  }

  /// Everything that stands after the cases.
  mutating func score(_ scorecard: Scorecard) {
    let rows = scorecard.rows.map { row in
      var writer = JSONWriter()
      Self.write(row, to: &writer)
      return Array("\n    ".utf8) + writer.bytes
    }
    add("requirements") { writer in
      // A line for each, as with the cases, so that reports can be compared by lines.
      let end = rows.isEmpty ? "]" : "\n  ]"
      writer.raw(
        Array("[".utf8) + rows.joined(separator: Array(",".utf8)) + Array(end.utf8))
    }
    addChoices(scorecard.choices)
    if let baseline = scorecard.baseline { add(baseline) }
    add("summary") { writer in
      writer.beginObject()
      writer.key("total")
      writer.integer(scorecard.total)
      for verdict in Verdict.allCases {
        writer.key(verdict.rawValue)
        writer.integer(scorecard.count(verdict))
      }
      writer.endObject()
    }
    add("verdict") { $0.string(scorecard.standing.rawValue) }
    add("verdicts", strings: scorecard.standings.map { ($0.part, $0.standing.rawValue) })
  }

  /// What was done in each free place, a line for each; nothing where no suite that was judged has any.
  private mutating func addChoices(_ rows: [ChoiceTally.Row]) {
    guard !rows.isEmpty else { return }
    let lines = rows.map { row in
      var writer = JSONWriter()
      Self.write(row, to: &writer)
      return Array("\n    ".utf8) + writer.bytes
    }
    add("choices") { writer in
      writer.raw(
        Array("[".utf8) + lines.joined(separator: Array(",".utf8)) + Array("\n  ]".utf8))
    }
  }

  private static func write(_ row: ChoiceTally.Row, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("place")
    writer.string(row.place.id.path)
    writer.key("suite")
    writer.string(row.suite)
    writer.key("sentence")
    writer.string(row.place.sentence)
    writer.key("source")
    writer.string(row.place.source)
    writer.key("outcomes")
    writer.beginArray()
    for outcome in row.outcomes {
      writer.beginObject()
      writer.key("outcome")
      writer.string(outcome.name)
      writer.key("count")
      writer.integer(outcome.cases)
      writer.key("example")
      writer.string(outcome.example.path)
      writer.key("variant")
      writer.string(outcome.variant.name)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  private static func write(_ row: Scorecard.Row, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.string(row.clause.id.requirement)
    writer.key("suite")
    writer.string(row.suite)
    writer.key("facet")
    if let facet = row.clause.id.facet { writer.string(facet) } else { writer.null() }
    writer.key("variant")
    writer.string(row.variant.name)
    writer.key("level")
    writer.string(row.clause.level.rawValue)
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
