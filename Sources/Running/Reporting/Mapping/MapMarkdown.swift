import Conformance

/// Who does what, as tables for a specification's editors: a column for each implementation.
package struct MapMarkdown {
  private let comparison: BehaviourComparison
  private let shown: Int
  private var lines: [String] = []

  private var map: BehaviourMap { comparison.map }

  /// The whole text; nothing foreign in it becomes markup.
  ///
  /// - Parameter shown: how many rows are told of each kind.
  package static func text(_ comparison: BehaviourComparison, shown: Int) -> String {
    var text = MapMarkdown(comparison: comparison, shown: shown)
    text.addHead()
    if shown > 0 {
      for kind in BehaviourRow.Kind.allCases { text.addRows(kind) }
      text.addPlaces()
    }
    return text.lines.joined(separator: "\n") + "\n"
  }

  private init(comparison: BehaviourComparison, shown: Int) {
    self.comparison = comparison
    self.shown = shown
  }

  private mutating func addHead() {
    lines += ["## assay: who does what", "", MarkdownText.plain(map.summaryWords), ""]
    if comparison.isInterrupted { lines += ["The comparison was interrupted.", ""] }
    add(["", "implementation", "version", "language", "not judged"])
    for (side, subject) in comparison.subjects.enumerated() {
      add(
        code([subject.label, subject.name, subject.version, subject.language])
          + [map.unjudgedWords(side) ?? "-"], isRow: true)
    }
    lines += [
      "",
      "Seed \(comparison.seed), suites \(MarkdownText.plain(comparison.suiteVersion)), assay \(MarkdownText.plain(comparison.assayVersion)).",
      "",
    ]
    guard map.names.count > 2 else { return }
    lines += ["### Who agrees with whom", ""]
    add(["", "", "the same"])
    for pair in map.pairs {
      add(
        code([map.names[pair.one], map.names[pair.other]]) + [BehaviourMap.words(pair)], isRow: true
      )
    }
    lines.append("")
  }

  private mutating func addRows(_ kind: BehaviourRow.Kind) {
    let rows = map.rows.filter { $0.key.kind == kind }
    guard !rows.isEmpty else { return }
    let heading = kind.heading.prefix(1) + kind.heading.dropFirst().lowercased()
    lines += [
      "### \(heading): \(Count.text(map.count(kind), "case"))", "", kind.sentence, "",
    ]
    add(["layer/form", "cases"] + code(map.names) + ["example", "about"])
    for row in rows.prefix(shown) {
      add(
        code([row.key.form.path]) + [Count.text(row.cases)] + code(row.key.cells.map(\.text))
          + code([row.example.words, row.aboutWords(map)]), isRow: true)
    }
    addRest(rows.count, "row")
    if kind == .finding, map.unlisted > 0 {
      lines += [
        "", "and \(Count.text(map.unlisted, "case")) of all kinds for which there is no room",
      ]
    }
    lines.append("")
  }

  private mutating func addPlaces() {
    let rows = map.placeRows
    guard !rows.isEmpty else { return }
    lines += ["### Free places: \(Count.text(rows.count))", ""]
    add(["place", "cases that differ"] + code(map.names) + ["what is free", "source"])
    for row in rows.prefix(shown) {
      add(
        code([row.place.id.path]) + [Count.text(row.differing)]
          + code(map.names.indices.map { row.words($0) })
          + [MarkdownText.plain(row.place.sentence), MarkdownText.plain(row.place.source)],
        isRow: true)
    }
    addRest(rows.count, "place")
    lines.append("")
  }

  private mutating func addRest(_ count: Int, _ noun: String) {
    guard count > shown else { return }
    lines += ["", "and \(Count.text(count - shown, noun)) more"]
  }

  private func code(_ texts: [String]) -> [String] {
    texts.map { MarkdownText.code($0, maxCharacters: 300, inTable: true) }
  }

  private mutating func add(_ cells: [String], isRow: Bool = false) {
    lines.append("| " + cells.joined(separator: " | ") + " |")
    if !isRow { lines.append("|" + String(repeating: "---|", count: cells.count)) }
  }
}
