import Conformance
import SampleSuites

@testable import Reporting

/// What the terminal shows of some results of the sample suites.
func summary(
  _ results: [CaseResult], listed: [CaseResult]? = nil, skips: [String: Int] = [:],
  partialPasses: [String: Int] = [:],
  run: RunDescription = .sample, shown: Int = 20, interrupted: Bool = false,
  isStrict: Bool = false, style: TerminalStyle = TerminalStyle(color: false, width: 100)
) -> String {
  TerminalSummary.text(
    run: run, scorecard: .sample(results, isStrict: isStrict),
    failures: listed ?? results.filter { $0.verdict != .passed }, skips: skips,
    partialPasses: partialPasses,
    shownFailures: shown, suites: [SampleSuite.abt, SampleSuite.dualMode],
    repeatCommand: { "assay run --select '\($0.id)' -- ./adapter" }, reportPath: "Reports/x",
    elapsed: .milliseconds(3_210), interrupted: interrupted, style: style)
}
