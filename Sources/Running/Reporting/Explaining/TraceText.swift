package import Conformance

/// A trace as a table: what happens, what the model allows and what the implementation did, a row for each step, with the first
/// difference marked.
package struct TraceText {
  private let style: TerminalStyle
  private let indent: Int
  private var lines: [String] = []
  /// The columns of the table: what happens, the model, the implementation. Empty where there is no room for three.
  private let widths: [Int]

  /// How wide the mark and the number of a step are.
  private static let lead = 6
  private static let gap = 2
  /// How many lines of a cell are shown, and of one that differs.
  private static let maxLines = (usual: 3, differing: 8)
  /// How much of a cell is laid out at all.
  private static let maxCharacters = 1_000

  /// The lines, each set in by so many columns.
  package static func lines(_ trace: Trace, style: TerminalStyle, indent: Int) -> [String] {
    var text = TraceText(style: style, indent: indent)
    text.add(trace)
    return text.lines
  }

  private init(style: TerminalStyle, indent: Int) {
    self.style = style
    self.indent = indent
    let room = style.width - indent - Self.lead - 2 * Self.gap
    let first = room * 3 / 10
    widths = room < 60 ? [] : [first, (room - first) / 2, room - first - (room - first) / 2]
  }

  private mutating func add(_ trace: Trace) {
    if !trace.setup.isEmpty {
      let told = trace.setup.map { "\($0.name) \"\($0.value)\"" }.joined(separator: ", ")
      add("app", told, indent + Self.lead, maxLines: 2)
    }
    if !widths.isEmpty {
      add(row: "", ["step", "the model", "the implementation"], tone: .heading, maxLines: 1)
    }
    if trace.stepsBefore > 0 {
      note("… \(Count.text(trace.stepsBefore, "step")) before these")
    }
    for step in trace.steps { add(step, isFirst: step.number == trace.firstDifference) }
    if trace.stepsAfter > 0 {
      note("… \(Count.text(trace.stepsAfter, "step")) after these, or not reached")
    }
  }

  private mutating func note(_ text: String) {
    lines.append(Self.spaces(indent + Self.lead) + style.paint(text, .quiet))
  }

  private mutating func add(_ step: Trace.Step, isFirst: Bool) {
    let tone: TerminalStyle.Tone? =
      switch step.standing {
      case .differs: .bad
      case .warned: .doubtful
      case .fits, .notFollowed, .left: nil
      }
    let mark = tone == nil ? "  " : "! "
    let number = String(step.number)
    let lead = mark + Self.spaces(max(0, 3 - number.count)) + number
    let limit = tone == nil ? Self.maxLines.usual : Self.maxLines.differing
    add(
      row: lead, [step.words, step.model, step.implementation], tone: tone,
      maxLines: limit)
    for (place, finding) in step.findings.prefix(Self.maxFindings).enumerated() {
      let label = isFirst && place == 0 ? "first difference" : "differs, too"
      let should = finding.level == .should ? " (should)" : ""
      add(
        label, "\(finding.message) — \(finding.clause)\(should)", indent + Self.lead, maxLines: 3,
        tone: tone)
    }
  }

  /// How many findings of one step have a line.
  private static let maxFindings = 3

  /// A text after its label: set in to where it begins, or from the beginning where there is little room.
  private mutating func add(
    _ label: String, _ text: String, _ indent: Int, maxLines: Int,
    tone: TerminalStyle.Tone? = nil
  ) {
    let isNarrow = widths.isEmpty
    let lead = isNarrow ? "" : label + "  "
    let pieces = pieces(
      isNarrow ? "\(label): \(text)" : text, columns: style.width - indent - lead.count, maxLines)
    for (number, piece) in pieces.enumerated() {
      let start = number == 0 ? style.paint(lead, .quiet) : Self.spaces(lead.count)
      lines.append(Self.spaces(indent) + start + (tone.map { style.paint(piece, $0) } ?? piece))
    }
  }

  /// A text in lines of so many columns, of which the last ends in `…` where there would be more.
  private func pieces(_ text: String, columns: Int, _ maxLines: Int) -> [String] {
    if text.isEmpty { return [] }
    let shown = VisibleText.escaped(text, maxCharacters: Self.maxCharacters)
    let broken = LineBreaker.lines(shown, columns: max(10, columns - 2))
    guard broken.count > maxLines else { return broken }
    return Array(broken.prefix(maxLines - 1)) + [broken[maxLines - 1] + " …"]
  }

  /// A row: cells beside each other, or below each other where there is no room.
  private mutating func add(
    row lead: String, _ cells: [String], tone: TerminalStyle.Tone?, maxLines: Int
  ) {
    guard !widths.isEmpty else {
      let room = style.width - indent - Self.lead
      for (number, line) in pieces(cells[0], columns: room, maxLines).enumerated() {
        lines.append(
          Self.spaces(indent)
            + style.paint(Self.filled(number == 0 ? lead : "", Self.lead), tone ?? .quiet) + line)
      }
      for (label, text) in zip(["model", "implementation"], cells.dropFirst()) where !text.isEmpty {
        add(label, text, indent + Self.lead, maxLines: maxLines)
      }
      return
    }
    let columns = zip(cells, widths).map { pieces($0, columns: $1, maxLines) }
    for line in 0..<max(1, columns.map(\.count).max() ?? 0) {
      var text = Self.spaces(indent)
      text += style.paint(Self.filled(line == 0 ? lead : "", Self.lead), tone ?? .quiet)
      for (place, column) in columns.enumerated() {
        let cell = line < column.count ? column[line] : ""
        let isLast = columns.dropFirst(place + 1).allSatisfy { line >= $0.count }
        let painted =
          tone.map { place == 1 && tone != .heading ? cell : style.paint(cell, $0) } ?? cell
        text += painted
        if isLast { break }
        let used = cell.unicodeScalars.reduce(0) { $0 + VisibleText.columns($1) }
        text += Self.spaces(max(1, widths[place] + Self.gap - used))
      }
      lines.append(text)
    }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private static func filled(_ text: String, _ width: Int) -> String {
    text + spaces(max(0, width - text.unicodeScalars.count))
  }
}

extension Trace.Step {
  /// What the model allows: of a step that fits the way that was taken, of another what was expected of it.
  fileprivate var model: String {
    switch standing {
    case .notFollowed: return "unknown after the difference"
    case .left: return "not asked any more: the implementation took another way"
    case .differs, .warned:
      if let expected = findings.first?.expected { return expected }
    case .fits: break
    }
    let taken = ways.filter(\.fits)
    return (taken.isEmpty ? ways : taken).prefix(2).map { way in
      way.expected.isEmpty ? way.name : "\(way.name): \(way.expected.joined(separator: "; "))"
    }.joined(separator: " or ")
  }

  /// What the implementation did: of a step that differs that in which it does.
  fileprivate var implementation: String {
    let all = (observed ?? []).joined(separator: "; ")
    switch standing {
    case .fits, .notFollowed, .left: return all
    case .differs, .warned:
      // What a finding shows in full, such as a URL, is told in short here.
      guard let own = findings.first?.observed, !own.isEmpty,
        all.isEmpty || own.unicodeScalars.count <= Self.maxCharactersObserved
      else { return all }
      return own
    }
  }

  private static var maxCharactersObserved: Int { 160 }
}
