import Conformance
import Running
import Testing

@Suite struct ExitStatusTests {
  private func status(
    _ verdicts: some Sequence<Verdict>, interrupted: Bool = false, strict: Bool = false
  ) -> Running.ExitStatus {
    var card = Scorecard([])
    for verdict in verdicts { card.add(.sample(.sample("echo/f/1"), verdict)) }
    return Running.ExitStatus(card, interrupted: interrupted, strict: strict)
  }

  @Test(
    arguments: [
      (.passed, .passed), (.warned, .passed), (.failed, .failed), (.crashed, .crashed),
      (.timedOut, .crashed), (.overLimit, .crashed), (.skipped, .nothingRun),
      (.notRun, .nothingRun),
      (.adapterFault, .adapterFault), (.knownFailure, .passed), (.unexpectedPass, .drift),
    ] as [(Verdict, Running.ExitStatus)])
  func eachVerdictAloneHasItsStatus(verdict: Verdict, expected: Running.ExitStatus) {
    #expect(status([verdict]) == expected)
    #expect(status([verdict], interrupted: true) == .interrupted)
  }

  /// Every set of verdicts, against the precedence written down a second time.
  @Test(arguments: [false, true]) func theWorstVerdictDecides(strict: Bool) {
    var order: [(Set<Verdict>, Running.ExitStatus)] = [
      ([.crashed, .timedOut, .overLimit], .crashed),
      (strict ? [.failed, .warned] : [.failed], .failed), ([.adapterFault], .adapterFault),
      ([.unexpectedPass], .drift), ([.passed, .warned, .knownFailure], .passed),
    ]
    order.append((Set(Verdict.allCases), .nothingRun))
    let all = Verdict.allCases
    for mask in 0..<(1 << all.count) {
      let present = all.indices.filter { mask >> $0 & 1 == 1 }.map { all[$0] }
      let expected = order.first { !$0.0.isDisjoint(with: present) }?.1 ?? .nothingRun
      #expect(status(present, strict: strict) == expected, "\(present)")
    }
  }

  @Test func theNumbersAreThoseOfTheManual() {
    let numbers: [Running.ExitStatus: Int32] = [
      .passed: 0, .failed: 1, .usage: 2, .adapterFault: 3, .crashed: 4, .drift: 5, .nothingRun: 6,
      .harnessFault: 70, .interrupted: 130,
    ]
    for (status, number) in numbers { #expect(status.rawValue == number) }
  }
}
