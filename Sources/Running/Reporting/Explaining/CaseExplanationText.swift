package import Conformance

/// A case in words: who it is for, what happens, and what is expected of each step, by which requirement.
package struct CaseExplanationText {
  private let style: TerminalStyle
  private var lines: [String] = []
  /// What has been said to hold in any case, of the steps before.
  private var known: [CaseExplanation.Expected] = []

  /// The text, ending with a line feed. Nothing foreign in it can control a terminal.
  ///
  /// - Parameters:
  ///   - remark: what else there is to know of the case, in one sentence.
  ///   - failure: what a report says of the case; it is told step by step.
  ///   - trace: what the model allows beside what the implementation did then; it comes first.
  package static func text(
    _ item: Case, _ explanation: CaseExplanation, clauses: ClauseTable, remark: String? = nil,
    failure: CaseResult? = nil, trace: Trace? = nil, style: TerminalStyle
  ) -> String {
    var text = CaseExplanationText(style: style)
    text.add(item, clauses)
    if let remark {
      text.lines += style.paragraph(
        VisibleText.escaped(remark), label: "assumed     ", indent: 2, tone: .doubtful)
    }
    // What fails in its first step is told below as shortly.
    if let trace, trace.firstDifference ?? 0 > 1 {
      text.lines += ["", style.paint("In short", .heading)]
      var table = trace
      // It comes next anyway.
      table.setup = []
      text.lines += TraceText.lines(table, style: style, indent: 0)
    }
    text.add(explanation.setup)
    for step in explanation.steps {
      text.add(step)
      if let failure { text.addObserved(in: failure, step: step.number) }
    }
    if explanation.stepsLeftOut > 0 {
      text.lines.append("")
      text.lines.append("… and \(explanation.stepsLeftOut) steps more, which are left out")
    }
    if let failure { text.addEnd(of: failure, steps: explanation.steps.count) }
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
    let label =
      RequirementList.text(expected.clauses) + (expected.level == .should ? " (should)" : "")
    let words = VisibleText.escaped(expected.words, maxCharacters: 600)
    guard label.utf8.count > Self.labelWidth - 2 else {
      lines += style.paragraph(words, label: Self.padded(label, Self.labelWidth), indent: 4)
      return
    }
    // A long list has lines of its own, so that the words stay in their column.
    lines += style.paragraph(label, indent: 4, tone: .quiet)
    lines += style.paragraph(words, indent: 4 + Self.labelWidth)
  }

  /// How wide the column of requirements is.
  private static let labelWidth = 26

  // MARK: What was observed

  /// What came back in a step, and what was wrong with it.
  private mutating func addObserved(in failure: CaseResult, step number: Int) {
    let findings = failure.findings.filter { $0.step == number }
    let exchange = failure.exchange?.steps ?? []
    let words =
      exchange.indices.contains(number)
      ? StepWords(exchange[number], maxCharacters: 200) : nil
    let answered = words?.answered ?? []
    guard !findings.isEmpty || !answered.isEmpty else { return }
    lines.append("  " + style.paint("observed", findings.isEmpty ? .good : .bad))
    for entry in answered {
      lines += style.paragraph(entry.text, label: Self.padded(entry.label, 10), indent: 4)
      let width = min(20, entry.details.map(\.name.unicodeScalars.count).max() ?? 0) + 2
      for (name, text) in entry.details {
        lines += style.paragraph(text, label: Self.padded(name, width), indent: 14)
      }
    }
    for finding in findings.prefix(Self.maxFindings) { add(finding, words) }
    if findings.count > Self.maxFindings {
      lines.append("    and \(Count.text(findings.count - Self.maxFindings, "more finding"))")
    }
  }

  /// How many findings of one step are told.
  private static let maxFindings = 8

  private mutating func add(_ finding: Finding, _ words: StepWords?) {
    let level = finding.level == .should ? " (should)" : ""
    lines += style.paragraph(
      VisibleText.escaped(finding.message, maxCharacters: 600),
      label: "! " + VisibleText.escaped("\(finding.clause)", maxCharacters: 40) + level + "  ",
      indent: 2)
    let observed = words?.naming(in: finding.observed, "above") ?? finding.observed
    let texts = VisibleText.contrasted(finding.expected, observed, maxCharacters: 600)
    lines += style.paragraph(texts.expected, label: "expected  ", indent: 6)
    lines += style.paragraph(texts.observed, label: "observed  ", indent: 6)
  }

  /// What was found at the start or nowhere, and what the adapter wrote before it died.
  private mutating func addEnd(of failure: CaseResult, steps: Int) {
    let elsewhere = failure.findings.filter { !(1...max(1, steps)).contains($0.step) }
    if !elsewhere.isEmpty {
      lines += ["", style.paint("The start", .heading)]
      for finding in elsewhere.prefix(Self.maxFindings) { add(finding, nil) }
    }
    guard let exchange = failure.exchange else {
      lines.append("")
      lines += style.paragraph(
        "The report does not hold what was said in this case: only its findings are told.",
        indent: 0, tone: .doubtful)
      return
    }
    let words = LastWords.lines(of: exchange.standardError, atMost: 12)
    guard !words.isEmpty else { return }
    lines += ["", style.paint("Standard error of the adapter", .heading)]
    for line in words {
      lines.append(
        "  " + style.paint("| ", .quiet) + VisibleText.cut(line, columns: style.width - 4))
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(2, width - text.unicodeScalars.count))
  }
}
