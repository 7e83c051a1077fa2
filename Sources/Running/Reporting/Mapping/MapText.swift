import Conformance

/// Who does what, for the person at the terminal.
package struct MapText {
  private let comparison: BehaviourComparison
  private let style: TerminalStyle
  /// How many rows are told of each kind; `Int.max`: all.
  private let shown: Int
  private var lines: [String] = []

  private var map: BehaviourMap { comparison.map }

  /// The whole text; it ends in a line feed, and holds no foreign character that a terminal would obey.
  package static func text(
    _ comparison: BehaviourComparison, shown: Int, style: TerminalStyle
  ) -> String {
    var text = MapText(comparison: comparison, style: style, shown: shown)
    text.addHead()
    if shown > 0 {
      for kind in BehaviourRow.Kind.allCases { text.addRows(kind) }
      text.addPlaces()
      text.addHint()
    }
    return text.lines.joined(separator: "\n") + "\n"
  }

  private init(comparison: BehaviourComparison, style: TerminalStyle, shown: Int) {
    self.comparison = comparison
    self.style = style
    self.shown = shown
  }

  private mutating func addLabelled(_ label: String, _ text: String) {
    lines += style.paragraph(
      VisibleText.escaped(text, maxCharacters: 600),
      label: TerminalSummary.padded(label, Self.labelWidth), indent: 0)
  }

  private static let labelWidth = 10

  private mutating func addHead() {
    let tone: TerminalStyle.Tone =
      map.count(.finding) > 0 ? .bad : map.differing > 0 ? .doubtful : .good
    let head =
      comparison.isInterrupted ? "INTERRUPTED" : map.differing > 0 ? "DIFFERENT" : "THE SAME"
    lines += [style.paint(head, tone)]
    lines += style.paragraph(map.summaryWords, indent: 2)
    for (side, subject) in comparison.subjects.enumerated() {
      let own = "\(subject.name) \(subject.version) (\(subject.language))"
      let lost = map.unjudgedWords(side).map { "; \($0)" } ?? ""
      addLabelled(side == 0 ? "compared" : "", "\(subject.label): \(own)\(lost)")
    }
    for pair in map.pairs where map.names.count > 2 {
      addLabelled(
        pair == map.pairs.first ? "agree" : "",
        "\(map.names[pair.one]) and \(map.names[pair.other]) in \(BehaviourMap.words(pair))")
    }
    addLabelled(
      "with",
      "seed \(comparison.seed), suites \(comparison.suiteVersion), assay \(comparison.assayVersion), \(Count.text(comparison.elapsed))"
    )
  }

  private mutating func addRows(_ kind: BehaviourRow.Kind) {
    let rows = map.rows.filter { $0.key.kind == kind }
    guard !rows.isEmpty else { return }
    addHeading(kind.heading, Count.text(map.count(kind), "case"))
    lines += style.paragraph(kind.sentence, indent: 2, tone: .quiet)
    addTable(
      rows.prefix(shown).map { row in
        Entry(
          name: row.key.form.path, cases: row.cases, cells: row.key.cells.map(\.text),
          note: [row.example.words, row.aboutWords(map)].filter { !$0.isEmpty }
            .joined(separator: ": "))
      }, first: "layer/form")
    addRest(rows.dropFirst(min(shown, rows.count)).map(\.cases), "row")
    if kind == .finding, map.unlisted > 0 {
      lines.append(
        "  and \(Count.text(map.unlisted, "case")) of all kinds for which there is no room")
    }
  }

  private mutating func addPlaces() {
    let rows = map.placeRows
    guard !rows.isEmpty else { return }
    addHeading("FREE PLACES", Count.text(rows.count, "place"))
    lines += style.paragraph(
      "What each of them does there, over all cases; the number is that of cases in which they differ.",
      indent: 2, tone: .quiet)
    addTable(
      rows.prefix(shown).map { row in
        Entry(
          name: row.place.id.path, cases: row.differing,
          cells: map.names.indices.map { row.words($0) },
          note: "\(row.example.words): \(row.place.sentence) (\(row.place.source))")
      }, first: "place")
    addRest(rows.dropFirst(min(shown, rows.count)).map(\.differing), "place")
  }

  private mutating func addHeading(_ heading: String, _ count: String) {
    lines += ["", style.heading(heading) + "  " + count]
  }

  private mutating func addRest(_ cases: [Int], _ noun: String) {
    guard !cases.isEmpty else { return }
    let count = cases.reduce(0, +)
    lines.append(
      "  and \(Count.text(cases.count, noun)) more (\(Count.text(count, "case"))); --verbose shows all"
    )
  }

  private mutating func addHint() {
    guard let example = map.rows.first?.example ?? map.placeRows.first?.example else { return }
    lines.append("")
    addLabelled("explain", "assay explain \(ShellText.quoted(example.id.path))")
  }

  // MARK: The table

  private struct Entry {
    let name: String
    let cases: Int
    let cells: [String]
    let note: String
  }

  /// The least columns for a cell: with less of them cells stand below each other.
  private static let leastCell = 18

  /// A column for each implementation where there is room, and otherwise a line for each of them.
  private mutating func addTable(_ entries: [Entry], first title: String) {
    let longest = entries.map { VisibleText.escaped($0.name).unicodeScalars.count }.max() ?? 0
    let nameWidth = min(max(longest, title.count), 32) + 2
    let countWidth = 7
    let room = style.width - 2 - nameWidth - countWidth
    let cellWidth = room / max(1, map.names.count)
    guard cellWidth >= Self.leastCell else { return addBlocks(entries) }
    let widths = [nameWidth, countWidth] + map.names.map { _ in cellWidth }
    addColumns([title, "cases"] + map.names, widths, tone: .heading)
    for entry in entries {
      addColumns([entry.name, Count.text(entry.cases)] + entry.cells, widths, tone: nil)
      addNote(entry)
    }
  }

  private mutating func addColumns(
    _ texts: [String], _ widths: [Int], tone: TerminalStyle.Tone?
  ) {
    let cells = zip(texts, widths).map { text, width in
      LineBreaker.lines(VisibleText.escaped(text, maxCharacters: 200), columns: width - 2)
    }
    for number in 0..<(cells.map(\.count).max() ?? 0) {
      let row = zip(cells, widths).map { cell, width in
        let text = number < cell.count ? cell[number] : ""
        let columns = text.unicodeScalars.reduce(0) { $0 + VisibleText.columns($1) }
        return text + String(repeating: " ", count: max(0, width - columns))
      }
      let line = "  " + row.joined().trimmingSpaces
      lines.append(tone.map { style.paint(line, $0) } ?? line)
    }
  }

  private mutating func addBlocks(_ entries: [Entry]) {
    for entry in entries {
      lines += style.paragraph(
        VisibleText.escaped(
          "\(entry.name)  \(Count.text(entry.cases, "case"))", maxCharacters: 200),
        indent: 2)
      for (name, cell) in zip(map.names, entry.cells) {
        lines += style.paragraph(
          VisibleText.escaped("\(name): \(cell)", maxCharacters: 400), indent: 4)
      }
      addNote(entry)
    }
  }

  private mutating func addNote(_ entry: Entry) {
    lines += style.paragraph(
      VisibleText.escaped(entry.note, maxCharacters: 400), indent: 4, tone: .quiet)
  }
}

extension String {
  /// Without spaces at its end.
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
