import Conformance
import JSONText

extension ReportMembers {
  /// What the run made of its baseline: a line for each entry, and for each place where the two disagree.
  mutating func add(_ baseline: BaselineRecord) {
    add("baseline") { writer in
      writer.beginObject()
      writer.key("file")
      writer.string(CaseRecord.bounded(baseline.path))
      writer.key("entries")
      writer.raw(Self.lines(baseline.entries, Self.write))
      writer.key("drift")
      writer.raw(Self.lines(baseline.drifts, Self.write))
      writer.endObject()
    }
  }

  private static func lines<Element>(
    _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) -> [UInt8] {
    let lines = elements.map { element in
      var writer = JSONWriter()
      write(element, &writer)
      return Array("\n    ".utf8) + writer.bytes
    }
    return Array("[".utf8) + lines.joined(separator: Array(",".utf8)) + Array("]".utf8)
  }

  private static func write(_ entry: BaselineRecord.Entry, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("line")
    writer.integer(entry.line)
    writer.key("subject")
    writer.string(entry.subject)
    writer.key("reason")
    writer.string(entry.reason)
    for (name, text) in [("link", entry.link), ("until", entry.until)] {
      guard let text else { continue }
      writer.key(name)
      writer.string(text)
    }
    if let flaky = entry.flaky {
      writer.key("flaky")
      writer.integer(flaky)
    }
    let counts = [
      ("cases", entry.cases), ("judged", entry.judged), ("failed", entry.failed),
      ("passed", entry.passed),
    ]
    for (name, count) in counts {
      writer.key(name)
      writer.integer(count)
    }
    writer.endObject()
  }

  private static func write(_ drift: BaselineRecord.Drift, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("kind")
    writer.string(drift.kind.rawValue)
    writer.key("line")
    writer.integer(drift.line)
    writer.key("subject")
    writer.string(drift.subject)
    writer.key("message")
    writer.string(drift.message)
    writer.key("cases")
    writer.integer(drift.cases)
    writer.key("examples")
    writer.beginArray()
    for example in drift.examples {
      writer.beginObject()
      writer.key("id")
      writer.string(example.id.path)
      writer.key("variant")
      writer.string(example.variant.name)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}
