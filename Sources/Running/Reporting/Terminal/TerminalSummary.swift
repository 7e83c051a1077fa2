package import Conformance

/// What a run came to, for the person at the terminal.
package struct TerminalSummary {
  let run: RunDescription
  let scorecard: Scorecard
  let results: [CaseResult]
  let skips: [String: Int]
  let partialPasses: [String: Int]
  let shownFailures: Int
  let tables: [String: ClauseTable]
  let coverage: SuiteCoverage
  let repeatCommand: (CaseResult) -> String
  let reportPath: String?
  let repairCommand: String?
  let shortest: [ShortestFailure]
  let style: TerminalStyle
  var lines: [String] = []

  /// The whole summary; it ends in a line feed, and holds no foreign character that a terminal
  /// would obey.
  ///
  /// - Parameters:
  ///   - failures: the cases that did not pass, in order; the caller may cut the list, the counts come from the scorecard.
  ///   - skips: the reasons for skipping, with the number of cases, where `failures` leaves skipped cases out.
  ///   - partialPasses: why cases passed by a part of their steps only, with the number of cases.
  ///   - shownFailures: how many failed cases are shown, three of a requirement at most; 0 leaves
  ///     only the verdict and the report's path, `Int.max` shows every one.
  ///   - suites: what knows the clauses' sentences, and which of them have cases at all.
  ///   - repeatCommand: the command that repeats just one case.
  ///   - shortest: the shortest sequences that were found for causes of failure.
  ///   - repairCommand: the command that brings the baseline up to the report; nil where there is none.
  ///   - reportPath: where the whole report is; nil where it could not be written.
  package static func text(
    run: RunDescription, scorecard: Scorecard, failures: [CaseResult],
    skips: [String: Int] = [:], partialPasses: [String: Int] = [:], shownFailures: Int = 20,
    suites: [any Suite], shortest: [ShortestFailure] = [],
    repeatCommand: (CaseResult) -> String, repairCommand: String? = nil, reportPath: String?,
    elapsed: Duration, interrupted: Bool, style: TerminalStyle
  ) -> String {
    withoutActuallyEscaping(repeatCommand) { repeatCommand in
      var summary = TerminalSummary(
        run: run, scorecard: scorecard, results: failures, skips: skips,
        partialPasses: partialPasses,
        shownFailures: max(0, shownFailures),
        tables: Dictionary(
          suites.map { ($0.name, $0.clauses) }, uniquingKeysWith: { first, _ in first }),
        coverage: SuiteCoverage(suites),
        repeatCommand: repeatCommand, reportPath: reportPath, repairCommand: repairCommand,
        shortest: shortest, style: style)
      summary.addVerdict(
        elapsed: elapsed, interrupted: interrupted, withCounts: shownFailures > 0)
      if shownFailures > 0 {
        summary.addFailures()
        summary.addAdapterFaults()
        summary.addWarnings()
        summary.addKnownFailures()
        summary.addUnjudged()
        summary.addPartialPasses()
        summary.addRequirements()
      }
      if shownFailures == .max { summary.addChoices() }
      summary.addDrift()
      if shownFailures > 0 {
        summary.add("")
        if let line = summary.choicesLine { summary.add(line) }
      }
      if shownFailures == .max, let pace = run.pace { summary.add("pace    \(pace.sentence)") }
      let report = reportPath.map { VisibleText.escaped($0) } ?? "none: it could not be written"
      summary.add("report  \(report)")
      return summary.lines.joined(separator: "\n") + "\n"
    }
  }

  mutating func add(_ line: String) { lines.append(line) }

  mutating func add(_ more: [String]) { lines += more }

  /// A heading with an empty line before it.
  mutating func addHeading(_ text: String, _ tone: TerminalStyle.Tone = .heading) {
    add("")
    add(style.paint(text, tone))
  }

  func clause(_ suite: String, _ id: Clause.ID) -> Clause? { tables[suite]?[id] }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
  }
}
