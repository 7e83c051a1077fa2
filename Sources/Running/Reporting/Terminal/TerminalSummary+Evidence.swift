import Conformance

extension TerminalSummary {
  /// How much of one value is shown.
  private var maxCharacters: Int { shownFailures == .max ? 400 : 64 }

  /// What happened in the step of a finding: the request, what was expected and observed, and what the adapter said.
  mutating func addEvidence(of result: CaseResult, _ finding: Finding) {
    let exchange = result.exchange
    let step = exchange.flatMap { exchange in
      exchange.steps.indices.contains(finding.step)
        ? StepWords(exchange.steps[finding.step], maxCharacters: maxCharacters) : nil
    }
    let limit = shownFailures == .max ? 4_000 : style.width * 3
    let message = VisibleText.escaped(finding.message, maxCharacters: limit)
    add(style.paragraph(message, indent: 4))
    for entry in step?.asked ?? [] { add(entry) }
    addContrast(
      finding.expected, step?.naming(in: finding.observed, "below") ?? finding.observed,
      limit: limit,
      unless: message)
    for entry in step?.answered ?? [] { add(entry) }
    if result.verdict == .timedOut, let deadline = deadline(of: finding) {
      add(style.paragraph(deadline, label: label("deadline"), indent: 4))
    }
    // What is written before a death tells of it, and so does silence.
    if let exchange,
      result.verdict == .crashed || result.verdict.isFatal && !exchange.standardError.isEmpty
    {
      addStandardError(exchange, indent: 4)
    }
  }

  private mutating func add(_ entry: StepWords.Entry) {
    add(style.paragraph(entry.text, label: label(entry.label), indent: 4, maxLines: 4))
    let width = min(20, entry.details.map(\.name.unicodeScalars.count).max() ?? 0) + 2
    for (name, text) in entry.details {
      add(style.paragraph(text, label: Self.padded(name, width), indent: 16, maxLines: 4))
    }
  }

  /// The end of what the adapter wrote to standard error, line by line, and what says why it died.
  mutating func addStandardError(_ exchange: ObservedExchange, indent: Int) {
    let lines = LastWords.lines(
      of: exchange.standardError, atMost: shownFailures == .max ? 40 : 6)
    guard !lines.isEmpty else {
      return add(
        style.paragraph("the adapter wrote none", label: label("stderr"), indent: indent))
    }
    let room = max(20, style.width - indent - 12)
    for (number, line) in lines.enumerated() {
      let lead =
        String(repeating: " ", count: indent)
        + style.paint(label(number == 0 ? "stderr" : ""), .quiet)
      add(lead + style.paint("| ", .quiet) + VisibleText.cut(line, columns: room))
    }
  }

  /// How long the step of a finding may take, or nil where the finding says so itself.
  private func deadline(of finding: Finding) -> String? {
    let isStart = finding.step == 0
    guard let limit = (isStart ? run.startDeadline : run.stepDeadline).map({ Count.text($0) }),
      !finding.observed.contains(limit)
    else { return nil }
    return isStart ? "\(limit) for a start" : "\(limit) for a step (--timeout)"
  }

  // MARK: Expected and observed

  /// What was expected above what was observed, with a caret under the first difference of texts that are alike.
  private mutating func addContrast(
    _ expected: String, _ observed: String, limit: Int, unless message: String
  ) {
    let texts = VisibleText.contrasted(expected, observed, maxCharacters: limit)
    let above = style.paragraph(texts.expected, label: label("expected"), indent: 4)
    let below = style.paragraph(texts.observed, label: label("observed"), indent: 4)
    if !texts.expected.isEmpty { add(above) }
    guard !texts.observed.isEmpty, texts.observed != message else { return }
    add(Self.marked(texts.observed, below, against: texts.expected, style))
  }

  /// The lines of an observed text, with a caret under its first difference from an expected one that is like it.
  private static func marked(
    _ observed: String, _ lines: [String], against expected: String, _ style: TerminalStyle
  ) -> [String] {
    guard VisibleText.areAlike(expected, observed) else { return lines }
    // Both are broken at the same places up to the difference.
    let room = max(20, style.width - 14)
    let own = LineBreaker.lines(observed, columns: room)
    let others = LineBreaker.lines(expected, columns: room)
    let line = zip(own, others).prefix { $0 == $1 }.count
    guard line < min(own.count, others.count, lines.count) else { return lines }
    let column = 14 + VisibleText.commonColumns(own[line], others[line])
    let mark = String(repeating: " ", count: column) + style.paint("^", .doubtful)
    return lines.prefix(line + 1) + [mark] + lines.dropFirst(line + 1)
  }
}

/// What an adapter wrote before it died, as far as it is worth showing.
package enum LastWords {
  /// What runtimes say before they end a process, in lowercase; traces of calls follow it, and would hide it.
  private static let reasons = [
    "fatal error", "panic:", "error:", "exception", "assertion", "terminate called", "abort",
  ]

  /// The last lines of a text; the line that names a reason with the one after it, and fewer others, where it stands before them.
  package static func lines(of text: [UInt8], atMost limit: Int) -> [String] {
    let lines = String(decoding: text, as: UTF8.self).unicodeScalars
      .split(separator: "\n").map { String($0) }
    guard lines.count > limit, limit > 4,
      let reason = lines.firstIndex(where: isReason), reason < lines.count - limit
    else { return Array(lines.suffix(limit)) }
    return Array(lines[reason...(reason + 1)]) + ["…"] + lines.suffix(limit - 3)
  }

  private static func isReason(_ line: String) -> Bool {
    let line = line.prefix(400).lowercased()
    return reasons.contains { line.contains($0) }
  }
}
