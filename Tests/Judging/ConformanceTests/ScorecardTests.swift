import Testing

@testable import Conformance

@Suite struct ScorecardTests {
  private static let suite = ModelSuite(
    name: "turnstile", model: Turnstile(),
    clauses: [
      Clause("T-1", .must, "One.", source: "s"), Clause("T-2", .should, "Two.", source: "s"),
      Clause("T-3", .info, "Three.", source: "s"), Clause("T-4", .must, "Four.", source: "s"),
    ], variants: [.plain, .encrypting], cases: [])

  private func finding(_ clause: Clause.ID) -> Finding {
    Finding(
      clause: clause, level: Self.suite.clauses.level(of: clause), kind: "k", step: 1, message: "m",
      expected: "e", observed: "o")
  }

  private func result(
    _ verdict: Verdict, targets: [Clause.ID] = ["T-1"], broken: [Clause.ID] = [],
    variant: Variant = .plain, suite: String = "turnstile"
  ) -> CaseResult {
    CaseResult(
      id: CaseID("turnstile/case"), suite: suite, variant: variant, targets: targets,
      verdict: verdict, findings: broken.map(finding))
  }

  private func card(_ results: [CaseResult]) -> Scorecard {
    var card = Scorecard([Self.suite])
    for result in results { card.add(result) }
    return card
  }

  @Test(
    arguments: [
      (.passed, "T-1", false, .passed), (.passed, "T-3", true, .passed),
      (.warned, "T-1", false, .passed), (.warned, "T-2", true, .warned),
      (.failed, "T-1", true, .failed), (.failed, "T-1", false, .notTested),
      (.failed, "T-2", true, .warned), (.failed, "T-3", true, .passed),
      (.crashed, "T-1", true, .failed), (.crashed, "T-2", false, .notTested),
      (.timedOut, "T-1", true, .failed), (.timedOut, "T-2", false, .notTested),
      (.overLimit, "T-1", true, .failed), (.overLimit, "T-2", false, .notTested),
      (.skipped, "T-1", false, .notClaimed), (.notRun, "T-1", false, .notTested),
      (.adapterFault, "T-1", false, .notTested), (.knownFailure, "T-1", true, .failed),
    ] as [(Verdict, Clause.ID, Bool, Scorecard.Row.Verdict)])
  func oneCaseGivesItsClauseARow(
    verdict: Verdict, clause: Clause.ID, isBroken: Bool, expected: Scorecard.Row.Verdict
  ) {
    let card = card([result(verdict, targets: [clause], broken: isBroken ? [clause] : [])])
    #expect(card.touchedRows.map(\.verdict) == [expected])
    #expect(card.count(verdict) == 1)
    #expect(card.total == 1)
  }

  /// What was asked and came to nothing is not what the implementation leaves out: no certificate may pass over it.
  @Test func whatCannotBeJudgedIsNotTested() {
    var open = result(.skipped, targets: ["T-1"])
    let judged = JudgedCase.notJudged("it took too long")
    (open.verdict, open.reason) = (judged.verdict, judged.reason)
    #expect(open.reason == "cannot be judged: it took too long")
    let card = card([
      open, result(.passed, targets: ["T-2"]), result(.skipped, targets: ["T-4"]),
    ])
    #expect(card.touchedRows.map(\.verdict) == [.notTested, .passed, .notClaimed])
    #expect(card.count(.skipped) == 2)
    // Where another case has judged it, nothing is open.
    #expect(self.card([open, result(.passed)]).touchedRows.map(\.verdict) == [.passed])
  }

  @Test func aFindingCountsForItsClauseThoughTheCaseIsAboutAnother() {
    let card = card([result(.failed, targets: ["T-1"], broken: ["T-4"])])
    #expect(card.touchedRows.map(\.clause.id) == ["T-1", "T-4"])
    #expect(card.touchedRows.map(\.verdict) == [.notTested, .failed])
    #expect(card.touchedRows.map(\.failed) == [0, 1])
  }

  @Test func rowsAddUp() {
    let card = card([
      result(.passed), result(.passed), result(.failed, broken: ["T-1"]), result(.notRun),
      result(.skipped),
    ])
    #expect(card.touchedRows.map(\.cases) == [3])
    #expect(card.touchedRows.map(\.failed) == [1])
    #expect(card.touchedRows.map(\.verdict) == [.failed])
    #expect(card.total == 5)
  }

  @Test func oneRepeatedFindingCountsOnce() {
    let card = card([result(.failed, broken: ["T-1", "T-1"])])
    #expect(card.touchedRows.map(\.failed) == [1])
  }

  @Test func whatIsPartlySkippedIsTestedByTheRest() {
    #expect(card([result(.skipped), result(.passed)]).touchedRows.map(\.verdict) == [.passed])
    #expect(card([result(.skipped), result(.notRun)]).touchedRows.map(\.verdict) == [.notTested])
    #expect(
      card([result(.skipped), result(.adapterFault)]).touchedRows.map(\.verdict) == [.notTested])
  }

  @Test func rowsStandInTheOrderOfTheSpecificationVariantByVariant() {
    let card = card([
      result(.passed, targets: ["T-4"]), result(.passed, targets: ["T-2", "T-1"]),
      result(.passed, targets: ["T-3"], variant: .encrypting),
    ])
    #expect(
      card.touchedRows.map { "\($0.variant) \($0.clause.id)" } == [
        "encrypting T-3", "plain T-1", "plain T-2", "plain T-4",
      ])
  }

  @Test func unknownSuitesAndClausesHaveNoRow() {
    let card = card([
      result(.passed, suite: "other"), result(.passed, targets: ["T-99"]),
    ])
    #expect(card.touchedRows.isEmpty)
    #expect(card.total == 2)
  }

  @Test func whatNoCaseIsAboutHasARowAllTheSame() {
    let card = card([result(.passed, targets: ["T-1"])])
    #expect(card.rows.map(\.clause.id) == ["T-1", "T-2", "T-4"], "every MUST and SHOULD")
    #expect(card.rows.map(\.verdict) == [.passed, .notTested, .notTested])
    #expect(card.rows.map(\.isTarget) == [true, false, false])
    let skipped = self.card([result(.skipped, targets: ["T-1"])])
    #expect(skipped.rows.allSatisfy { $0.verdict == .notClaimed })
  }

  @Test func aClauseOfAnotherVariantHasNoRow() {
    let suite = ModelSuite(
      name: "turnstile", model: Turnstile(),
      clauses: [
        Clause("T-1", .must, "One.", source: "s"),
        Clause("T-2", .must, "Two.", source: "s", only: .encrypting),
      ], variants: [.plain, .encrypting], cases: [])
    var card = Scorecard([suite])
    card.add(result(.passed))
    card.add(result(.passed, variant: .encrypting))
    #expect(
      card.rows.map { "\($0.variant) \($0.clause.id)" } == [
        "encrypting T-1", "encrypting T-2", "plain T-1",
      ])
  }
}

extension Scorecard {
  /// The rows that a case of the run was about, or that one found broken.
  fileprivate var touchedRows: [Row] { rows.filter { $0.isTarget || $0.cases > 0 } }
}
