package import Conformance

/// A case in words: who it is for, what happens, and what is expected of each step, by which requirement.
package struct CaseExplanationText {
  private let style: TerminalStyle
  private var lines: [String] = []
  /// What has been said to hold in any case, of the steps before.
  private var known: [CaseExplanation.Expected] = []

  /// The text, ending with a line feed. Nothing foreign in it can control a terminal.
  package static func text(
    _ item: Case, _ explanation: CaseExplanation, clauses: ClauseTable, style: TerminalStyle
  ) -> String {
    var text = CaseExplanationText(style: style)
    text.add(item, clauses)
    text.add(explanation.setup)
    for step in explanation.steps { text.add(step) }
    return text.lines.joined(separator: "\n") + "\n"
  }

  private init(style: TerminalStyle) { self.style = style }

  private mutating func add(_ item: Case, _ clauses: ClauseTable) {
    let variant = item.variant == .sole ? "" : "  [\(item.variant)]"
    lines.append(
      style.paint(VisibleText.escaped(item.id.path), .heading) + style.paint(variant, .quiet))
    lines += style.paragraph(VisibleText.escaped(item.title), indent: 2)
    if let provenance = item.provenance {
      for (name, words) in [
        (
          "generated   ",
          provenance.generator.map { id in
            id.path + (provenance.seed.map { ", seed \($0)" } ?? "")
          }
        ),
        ("found       ", provenance.found), ("recorded    ", provenance.signature?.description),
        ("comment     ", provenance.comment),
      ] {
        guard let words else { continue }
        lines += style.paragraph(VisibleText.escaped(words), label: name, indent: 2)
      }
      for difference in provenance.drift {
        lines += style.paragraph(
          VisibleText.escaped(difference), label: "drift       ", indent: 2, tone: .doubtful)
      }
    } else if let seed = item.seed {
      lines.append("  " + style.paint("generated   ", .quiet) + "seed \(seed)")
    }
    if !item.needs.isEmpty {
      lines.append(
        "  " + style.paint("needs       ", .quiet) + item.needs.sorted().joined(separator: ", "))
    }
    for target in item.targets {
      let sentence = clauses[target]?.sentence ?? ""
      lines += style.paragraph(
        VisibleText.escaped(sentence), label: Self.padded(target.path, 12), indent: 2)
    }
  }

  private mutating func add(_ setup: [(name: String, value: String)]) {
    guard !setup.isEmpty else { return }
    lines.append("")
    lines.append(style.paint("App", .heading))
    let width = setup.map(\.name.count).max() ?? 0
    for (name, value) in setup {
      lines += style.paragraph(
        "\"\(VisibleText.escaped(value, maxCharacters: 200))\"",
        label: Self.padded(name, width + 2), indent: 2)
    }
  }

  private mutating func add(_ step: CaseExplanation.Step) {
    lines.append("")
    lines += style.paragraph(
      VisibleText.escaped(step.words, maxCharacters: 2_000),
      label: "Step \(step.number)  ", indent: 0)
    if step.ways.count > 1 {
      lines.append("  One of \(step.ways.count) ways is right:")
    }
    for way in step.ways {
      lines.append("  " + style.paint(VisibleText.escaped(way.name), .good))
      for expected in way.expected { add(expected) }
      if !way.concedes.isEmpty {
        lines += style.paragraph(
          "a warning: this way gives up " + way.concedes.map(\.path).joined(separator: ", "),
          indent: 4, tone: .doubtful)
      }
    }
    if !step.always.isEmpty {
      let new = step.always.filter { !known.contains($0) }
      let repeated = step.always.count - new.count
      lines.append(
        "  " + style.paint("in any case", .good)
          + (repeated == 0
            ? "" : style.paint(new.isEmpty ? "  as before" : "  as before, and", .quiet)))
      for expected in new { add(expected) }
      known += new
    }
  }

  private mutating func add(_ expected: CaseExplanation.Expected) {
    let ids = RequirementList.text(expected.clauses.prefix(4).map(\.self))
    let level = expected.level == .should ? " (should)" : ""
    lines += style.paragraph(
      VisibleText.escaped(expected.words, maxCharacters: 600),
      label: Self.padded(ids + level, 26), indent: 4)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(2, width - text.unicodeScalars.count))
  }
}
