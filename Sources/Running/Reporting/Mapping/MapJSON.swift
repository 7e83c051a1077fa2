import Conformance
import JSONText

/// Who does what, for programs: schema `assay-map/1`. All rows stand in it, one a line.
package enum MapJSON {
  package static let schema = "assay-map/1"

  package static func write(
    _ comparison: BehaviourComparison, to file: OutputFile
  ) throws(OutputFault) {
    let map = comparison.map
    var all = ReportMembers()
    all.add("schema") { $0.string(schema) }
    all.add("assay") { writer in
      ComparisonJSON.object(
        [("version", comparison.assayVersion), ("suiteVersion", comparison.suiteVersion)],
        to: &writer)
    }
    all.add("seed") { $0.integer(comparison.seed) }
    all.add("elapsedSeconds") { $0.real((comparison.elapsed.inSeconds * 1e3).rounded() / 1e3) }
    all.add("interrupted") { $0.boolean(comparison.isInterrupted) }
    all.add("options") { writer in
      writer.array(comparison.options) { option, writer in
        ComparisonJSON.object([("name", option.name), ("value", option.value)], to: &writer)
      }
    }
    all.add("implementations", lines: Array(comparison.subjects.enumerated())) { subject, writer in
      write(subject.element, map, subject.offset, to: &writer)
    }
    all.add("summary") { writer in
      writer.beginObject()
      for (name, count) in [
        ("cases", map.cases), ("compared", map.compared), ("different", map.differing),
      ] + BehaviourRow.Kind.allCases.map({ ($0.rawValue, map.count($0)) })
        + [("unlisted", map.unlisted)]
      {
        writer.key(name)
        writer.integer(count)
      }
      writer.endObject()
    }
    all.add("pairs", lines: map.pairs) { pair, writer in
      writer.beginObject()
      writer.key("implementations")
      writer.array([map.names[pair.one], map.names[pair.other]]) { $1.string($0) }
      for (name, count) in [("compared", pair.compared), ("same", pair.same)] {
        writer.key(name)
        writer.integer(count)
      }
      writer.endObject()
    }
    all.add("places", lines: map.placeRows) { write($0, map, to: &$1) }
    all.add("rows", lines: map.rows) { write($0, map, to: &$1) }
    try file.write(Array("{\n".utf8) + all.ended)
  }

  private static func write(
    _ subject: MapSubject, _ map: BehaviourMap, _ side: Int, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    for (name, text) in [
      ("label", subject.label), ("name", subject.name), ("version", subject.version),
      ("language", subject.language),
    ] {
      writer.key(name)
      writer.string(text)
    }
    writer.key("command")
    writer.array(subject.command) { $1.string($0) }
    writer.key("sha256")
    if let digest = subject.sha256 { writer.string(digest) } else { writer.null() }
    writer.key("notJudged")
    writer.beginObject()
    for verdict in [Verdict.skipped, .notRun, .adapterFault] {
      writer.key(verdict.rawValue)
      writer.integer(map.unjudged[side][verdict] ?? 0)
    }
    writer.endObject()
    writer.endObject()
  }

  private static func write(
    _ example: BehaviourMap.Example, to writer: inout JSONWriter
  ) {
    writer.key("example")
    writer.beginObject()
    writer.key("id")
    writer.string(example.id.path)
    writer.key("variant")
    writer.string(example.variant.name)
    writer.key("step")
    if let step = example.step { writer.integer(step) } else { writer.null() }
    writer.endObject()
  }

  private static func write(
    _ row: BehaviourMap.PlaceRow, _ map: BehaviourMap, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    for (name, text) in [
      ("suite", row.suite), ("place", row.place.id.path), ("sentence", row.place.sentence),
      ("source", row.place.source),
    ] {
      writer.key(name)
      writer.string(text)
    }
    writer.key("different")
    writer.integer(row.differing)
    write(row.example, to: &writer)
    writer.key("outcomes")
    writer.array(row.outcomes) { outcomes, writer in
      writer.array(outcomes) { outcome, writer in
        writer.beginObject()
        writer.key("outcome")
        writer.string(outcome.name)
        writer.key("cases")
        writer.integer(outcome.cases)
        writer.endObject()
      }
    }
    writer.endObject()
  }

  private static func write(
    _ row: BehaviourRow, _ map: BehaviourMap, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    for (name, text) in [
      ("kind", row.key.kind.rawValue), ("suite", row.key.suite), ("layer", row.key.form.layer),
      ("form", row.key.form.form),
    ] {
      writer.key(name)
      writer.string(text)
    }
    writer.key("cases")
    writer.integer(row.cases)
    write(row.example, to: &writer)
    writer.key("requirements")
    writer.array(row.about) { $1.string($0.path) }
    writer.key("places")
    writer.array(row.places) { $1.string($0.path) }
    writer.key("cells")
    writer.array(Array(zip(row.key.cells, row.told))) { cell, writer in
      writer.beginObject()
      writer.key("does")
      writer.string(cell.0.words)
      writer.key("judged")
      writer.boolean(cell.0.isJudged)
      writer.key("breaks")
      writer.array(cell.0.breaks) { $1.string($0.path) }
      writer.key("told")
      if let told = cell.1 { writer.string(told) } else { writer.null() }
      writer.endObject()
    }
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func array<Element>(
    _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    beginArray()
    for element in elements { write(element, &self) }
    endArray()
  }
}
