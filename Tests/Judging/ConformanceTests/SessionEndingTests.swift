import AdapterProtocol
import Conformance
import JSONText
import Testing

/// How a conversation ends decides the verdict, and which clauses it is reported under.
@Suite struct SessionEndingTests {
  private let started = #"{"id":10,"type":"started"}"#
  private let blocked = #"{"id":11,"type":"observed","word":"blocked"}"#

  @Test func unsupportedIsSkippedWithItsReason() throws {
    let judged = try Conversation([.push]).played(
      [started], .unsupported(reason: "no turnstile here", step: 1))
    #expect(judged.verdict == .skipped)
    #expect(judged.findings.isEmpty)
    #expect(judged.reason?.contains("no turnstile here") == true)
  }

  /// The adapter is not to blame for what the protocol has no room for; what it did before is judged.
  @Test func whatCannotBeSentIsNotJudged() throws {
    let fine = try Conversation([.coin, .push]).played(
      [started, #"{"id":11,"type":"observed","word":"open"}"#],
      .unsendable(bytes: 16_777_819, step: 2))
    #expect(fine.verdict == .skipped && fine.findings.isEmpty)
    #expect(
      fine.reason
        == "cannot be judged: the request of step 2 is a line of 16777819 bytes, and a line of the adapter protocol has at most 16777216"
    )
    let wrong = try Conversation([.coin, .push]).played(
      [started, #"{"id":11,"type":"observed","word":"blocked"}"#],
      .unsendable(bytes: 16_777_819, step: 2))
    #expect(wrong.verdict == .failed && !wrong.findings.isEmpty)
    #expect(wrong.reason?.hasPrefix("judged in part: the request of step 2") == true)
  }

  @Test func theAdaptersOwnTroubleIsNobodysFailure() throws {
    let failure = try Conversation([.push]).played(
      [started], .adapterFailure(.replied("disk full"), step: 1))
    #expect(failure.verdict == .adapterFault)
    #expect(failure.findings.isEmpty)
    #expect(failure.reason?.contains("disk full") == true)
    let garbled = try Conversation([.push]).played(
      [started], .garbled(.closedOutput, step: 1))
    #expect(garbled.verdict == .adapterFault)
    #expect(garbled.findings.isEmpty)
    #expect(garbled.reason?.contains("step 1") == true)
  }

  @Test(
    arguments: [
      (.crashed(.signal(11), step: 2), .crashed, "TS-10"), (.hung(step: 2), .timedOut, "TS-11"),
      (.overran(.memory(bytes: 9, limit: 8), step: 2), .overLimit, "TS-12"),
    ] as [(Ending, Verdict, Clause.ID)])
  func badEndsBreakTheirRobustnessClauseAndTheMustTargets(
    ending: Ending, verdict: Verdict, robustness: Clause.ID
  ) throws {
    let judged = try Conversation([.push, .push], targets: ["TS-6", "TS-3"]).played(
      [started, blocked], ending)
    #expect(judged.verdict == verdict)
    #expect(judged.findings.map(\.clause) == [robustness, "TS-6"], "no SHOULD among them")
    #expect(judged.findings.map(\.step) == [2, 2])
    #expect(judged.findings.allSatisfy { $0.level == .must })
  }

  @Test func aTargetThatIsTheRobustnessClauseIsNamedOnce() throws {
    let judged = try Conversation([.push], targets: ["TS-10"]).played(
      [started], .crashed(.exit(3), step: 1))
    #expect(judged.findings.map(\.clause) == ["TS-10"])
    #expect(judged.findings[0].observed.contains("status 3"))
  }

  /// A death says nothing about the other clauses of robustness, though the case is about them.
  @Test func otherRobustnessClausesAreLeftAlone() throws {
    let judged = try Conversation([.push], targets: ["TS-4", "TS-11", "TS-6"]).played(
      [started], .crashed(.signal(6), step: 1))
    #expect(judged.findings.map(\.clause) == ["TS-10", "TS-6"])
    #expect(judged.findings[0].observed.contains("SIGABRT"))
  }

  @Test func whatWasWrongBeforeTheEndIsKept() throws {
    let judged = try Conversation([.push, .push]).played(
      [started, #"{"id":11,"type":"observed","word":"turned"}"#], .hung(step: 2))
    #expect(judged.verdict == .timedOut)
    #expect(judged.findings.map(\.clause) == ["TS-6", "TS-11", "TS-9"])
    #expect(judged.findings.map(\.step) == [1, 2, 2])
  }

  @Test func whatWasNotAnsweredIsNotJudged() throws {
    let judged = try Conversation([.push, .coin, .push]).played(
      [started, blocked], .unsupported(reason: "", step: 2))
    #expect(judged.findings.isEmpty)
  }
}
