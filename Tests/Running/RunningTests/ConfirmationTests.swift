import Conformance
import Testing

@testable import Running

@Suite struct ConfirmationTests {
  private func finding(
    _ clause: Clause.ID, kind: String = "k", observed: String = "o"
  ) -> Finding {
    Finding(
      clause: clause, level: .must, kind: kind, step: 1, message: "m", expected: "e",
      observed: observed)
  }

  @Test func whatIsHeldAgainstAnImplementationIsSeenTwice() {
    let needed = Verdict.allCases.filter { Confirmation.isNeeded(for: JudgedCase($0)) }
    #expect(Set(needed) == [.failed, .crashed, .timedOut, .overLimit])
  }

  @Test func findingsThatComeAgainAreDeterministic() {
    let first = JudgedCase(.failed, findings: [finding("E-1", observed: "a"), finding("E-2")])
    let again = JudgedCase(.failed, findings: [finding("E-2"), finding("E-1", observed: "b")])
    let combined = Confirmation.combine(first, again)
    #expect(combined == first, "the values may differ, the first are reported")
  }

  @Test func findingsThatDoNotAreFlaky() {
    let first = JudgedCase(.failed, findings: [finding("E-1"), finding("E-2", kind: "a")])
    let again = JudgedCase(
      .failed, findings: [finding("E-1"), finding("E-2", kind: "b"), finding("E-3")])
    let combined = Confirmation.combine(first, again)
    #expect(combined.verdict == .failed)
    #expect(combined.findings.map(\.clause) == ["E-1", "E-2"])
    #expect(combined.findings.map(\.confirmation) == [.deterministic, .flaky])
    let passed = Confirmation.combine(first, JudgedCase(.passed))
    #expect(passed.verdict == .failed)
    #expect(passed.findings.allSatisfy { $0.confirmation == .flaky })
  }

  @Test(arguments: [Verdict.timedOut, .overLimit])
  func timeAndMemoryCountOnlyWhereTheyAreMissedAgain(verdict: Verdict) {
    let first = JudgedCase(verdict, findings: [finding("E-1")])
    #expect(Confirmation.combine(first, JudgedCase(.passed)) == JudgedCase(.passed))
    let warned = JudgedCase(.warned, findings: [finding("E-2")])
    #expect(Confirmation.combine(first, warned) == warned)
    #expect(Confirmation.combine(first, first) == first)
    #expect(Confirmation.isReplaced(first, by: warned))
    #expect(!Confirmation.isReplaced(first, by: first))
    #expect(!Confirmation.isReplaced(JudgedCase(.failed), by: JudgedCase(.passed)))
  }

  /// Time depends on the machine, also where it is a SHOULD.
  @Test func aSlowStepCountsOnlyWhereItIsSlowAgain() {
    let slow = JudgedCase(.warned, findings: [finding("E-1", kind: Finding.slow)])
    let other = JudgedCase(.warned, findings: [finding("E-2")])
    #expect(Confirmation.isNeeded(for: slow) && !Confirmation.isNeeded(for: other))
    #expect(Confirmation.combine(slow, JudgedCase(.passed)) == JudgedCase(.passed))
    #expect(Confirmation.combine(slow, other) == other)
    #expect(Confirmation.combine(slow, slow) == slow)
    let failed = JudgedCase(.failed, findings: slow.findings + [finding("E-3")])
    let again = Confirmation.combine(failed, JudgedCase(.failed, findings: [finding("E-3")]))
    #expect(again.findings.map(\.confirmation) == [.flaky, .deterministic])
  }

  @Test func aBudgetCoversWhatHasBeenSeenAgainUnderEachOfItsSignatures() {
    var budget = ConfirmationBudget(2)
    func covers(_ clauses: Clause.ID...) -> Bool {
      let judged = JudgedCase(.failed, findings: clauses.map { finding($0) })
      defer { if !budget.covers(judged) { budget.count(judged) } }
      return budget.covers(judged)
    }
    #expect(!covers("E-1"))
    #expect(!covers("E-1", "E-1", "E-2"))
    #expect(covers("E-1"))
    #expect(!covers("E-1", "E-2"))
    #expect(covers("E-1", "E-2"))
    #expect(!covers("E-1", "E-3"))
    let other = JudgedCase(.failed, findings: [finding("E-1", kind: "other")])
    #expect(!budget.covers(other))
    #expect(!budget.covers(JudgedCase(.crashed)), "what has no finding is like nothing else")
  }

  /// Otherwise a hang at each of a hundred requirements would be waited for twice more under each.
  @Test func aDeathCountsUnderTheFirstRequirementThatItBreaks() {
    var budget = ConfirmationBudget(1)
    let death = "crash/signal-11"
    budget.count(
      JudgedCase(.crashed, findings: [finding("R-1", kind: death), finding("E-1", kind: death)]))
    func crash(_ findings: Finding...) -> JudgedCase { JudgedCase(.crashed, findings: findings) }
    #expect(budget.covers(crash(finding("R-1", kind: death), finding("E-2", kind: death))))
    #expect(!budget.covers(crash(finding("R-1", kind: "crash/exit-1"))))
    #expect(!budget.covers(crash(finding("E-1"), finding("R-1", kind: death))))
    budget.count(JudgedCase(.passed))
  }

  @Test func aCrashCountsThoughItDoesNotComeAgain() {
    let first = JudgedCase(.crashed, findings: [finding("E-4")])
    let combined = Confirmation.combine(first, JudgedCase(.passed))
    #expect(combined.verdict == .crashed)
    #expect(combined.findings.map(\.confirmation) == [.flaky])
  }
}
