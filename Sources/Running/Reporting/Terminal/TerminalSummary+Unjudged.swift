import Conformance

extension TerminalSummary {
  /// What was skipped, and what was not run, by reason.
  mutating func addUnjudged() {
    addReasons(
      of: .skipped, heading: "Skipped", note: "neither passed nor failed",
      known: skips)
    addReasons(of: .notRun, heading: "Not run", note: "the verdict says nothing of them")
  }

  /// What passed as far as it came, by reason.
  mutating func addPartialPasses() {
    let total = partialPasses.values.reduce(0, +)
    guard total > 0 else { return }
    addHeading("Passed as far as they came: \(Count.text(total, "case"))", .doubtful)
    let ranked = partialPasses.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }
    let shown = min(shownFailures, 5)
    for (reason, count) in ranked.prefix(shown) {
      add(
        style.paragraph(
          VisibleText.escaped(reason, maxCharacters: 400), label: "\(Count.text(count)) × ",
          indent: 2, maxLines: 3))
    }
    if ranked.count > shown { add("  and \(Count.text(ranked.count - shown, "more reason"))") }
  }

  /// The cases of one verdict, counted by their reasons, the most frequent first.
  ///
  /// - Parameter known: reasons that were counted before, of cases that are not in the list.
  mutating func addReasons(
    of verdict: Verdict, heading: String, note: String, known: [String: Int] = [:]
  ) {
    let total = scorecard.count(verdict)
    guard total > 0 else { return }
    addHeading("\(heading): \(Count.text(total, "case")), \(note)", .doubtful)
    var order = known.keys.sorted()
    var counts = known
    var examples: [String: CaseResult] = [:]
    for result in results where result.verdict == verdict {
      let reason = result.reason ?? "no reason was given"
      if counts[reason] == nil {
        order.append(reason)
        examples[reason] = result
      }
      counts[reason, default: 0] += 1
    }
    let ranked = order.enumerated().sorted { left, right in
      (-(counts[left.element] ?? 0), left.offset) < (-(counts[right.element] ?? 0), right.offset)
    }
    let shown = min(shownFailures, 5)
    for (_, reason) in ranked.prefix(shown) {
      let words = verdict == .adapterFault ? examples[reason]?.exchange?.standardError : nil
      let sentence = words.map { Self.leadingTo($0, reason) } ?? reason
      add(
        style.paragraph(
          VisibleText.escaped(sentence, maxCharacters: 400),
          label: "\(Count.text(counts[reason] ?? 0)) × ", indent: 2, maxLines: 3))
      if verdict == .adapterFault, let example = examples[reason] {
        if let exchange = example.exchange { addStandardError(exchange, indent: 6) }
        addRepeat(example, indent: 6)
      }
    }
    if ranked.count > shown { add("  and \(Count.text(ranked.count - shown, "more reason"))") }
    addMissing(verdict, listed: counts.values.reduce(0, +))
  }

  /// The reason for a fault without the end of standard error that it may close with: that stands below it, line by line.
  private static func leadingTo(_ standardError: [UInt8], _ reason: String) -> String {
    let words = String(decoding: standardError, as: UTF8.self).unicodeScalars
    let told = zip(reason.unicodeScalars.reversed(), words.reversed()).prefix { $0 == $1 }.count
    var lead = reason.unicodeScalars.dropLast(told)
    while lead.last == " " { lead.removeLast() }
    return told > 0 && lead.last == ":" ? String(lead) : reason
  }

  /// Says how many cases of a verdict the list does not hold.
  mutating func addMissing(_ verdict: Verdict, listed: Int) {
    let missing = scorecard.count(verdict) - listed
    if missing > 0 { add("  and \(Count.text(missing, "more case")) in the report") }
  }
}
