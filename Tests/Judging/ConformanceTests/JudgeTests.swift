import Testing

@testable import Conformance

/// The judge on a turnstile, which is locked at first.
@Suite struct JudgeTests {
  typealias Step = (event: Turnstile.Event, observation: TurnstileObservation)

  private func judge(_ steps: [Step], targets: [Clause.ID] = []) -> Judge<Turnstile> {
    var judge = Judge(Turnstile(), Situation(.init()), clauses: Turnstile.table, targets: targets)
    for step in steps { judge.judge(step.event, step.observation) }
    return judge
  }

  private func found(_ judge: Judge<Turnstile>) -> [String] {
    judge.findings.map { "\($0.clause)@\($0.step) \($0.level.rawValue)" }
  }

  private let opens: Step = (.coin, .init(word: "open"))
  private let keeps: Step = (.coin, .init(word: "kept"))
  private let mumbles: Step = (.coin, .init(word: "mumble"))
  private let turns: Step = (.push, .init(word: "turned"))
  private let blocks: Step = (.push, .init(word: "blocked"))

  @Test func whatConformsHasNoFindings() {
    let judge = judge([blocks, opens, (.coin, .init(word: "open")), turns, blocks])
    #expect(found(judge) == [])
    #expect(judge.isOpen)
  }

  @Test func aFailureIsReportedUnderItsClauseAndStep() throws {
    let judge = judge([opens, blocks])
    #expect(found(judge) == ["TS-4@2 must"])
    #expect(!judge.isOpen)
    let finding = try #require(judge.findings.first)
    #expect(finding.message == "other word")
    #expect(finding.expected == "turned")
    #expect(finding.observed == "blocked")
    #expect(finding.signature == Signature("TS-4", "other-word"))
  }

  @Test func whereNoWorldIsLeftOnlyInvariantsAreJudged() {
    let judge = judge([
      (.push, .init(word: "nonsense")), (.push, .init(word: "nonsense")),
      (.coin, .init(word: "nonsense", isNoisy: true)), (.push, .init(word: "x", isNoisy: true)),
    ])
    #expect(found(judge) == ["TS-6@1 must", "TS-9@3 must", "TS-9@4 must"])
  }

  @Test func anInvariantClosesNoWorld() {
    let judge = judge([(.push, .init(word: "blocked", isNoisy: true)), blocks, opens])
    #expect(found(judge) == ["TS-9@1 must"])
    #expect(judge.isOpen)
  }

  @Test func anInvariantIsReportedOnceForAllWorlds() {
    let judge = judge([mumbles, (.push, .init(word: "mumble", isNoisy: true))])
    #expect(found(judge) == ["TS-9@2 must"])
  }

  @Test func aLibertyIsAWarningAndLeadsToItsOwnState() {
    #expect(found(judge([keeps, blocks])) == ["TS-3@1 should"])
    #expect(found(judge([keeps, turns])) == ["TS-3@1 should", "TS-6@2 must"])
    #expect(found(judge([keeps, keeps, blocks])) == ["TS-3@1 should", "TS-3@2 should"])
  }

  @Test func aShouldThatIsNotMetIsAWarningAndTheWorldGoesOn() {
    let judge = judge([opens, (.push, .init(word: "turned", isRude: true)), blocks])
    #expect(found(judge) == ["TS-8@2 should"])
    #expect(judge.isOpen)
  }

  @Test func whatIsUnclearKeepsEveryWorldThatFits() {
    let unclear = judge([mumbles])
    #expect(Set(unclear.worlds.map(\.state)) == [.open, .locked])
    #expect(found(unclear) == [], "the most favourable world has conceded nothing")
    #expect(found(judge([mumbles, turns])) == [])
    #expect(found(judge([mumbles, blocks])) == ["TS-3@1 should"])
  }

  @Test func concessionsStayInTheWorldThatMadeThem() {
    let judge = judge([mumbles, mumbles])
    let open = judge.worlds.first { $0.state == .open }
    let locked = judge.worlds.first { $0.state == .locked }
    #expect(judge.worlds.count == 2)
    #expect(open?.concessions.isEmpty == true, "equal states are merged, the better one stays")
    #expect(locked?.concessions.map(\.step) == [1, 2])
  }

  @Test func theNearestBranchIsReported() {
    // Two demands of opening are broken, one of keeping the coin, which has its price.
    #expect(
      found(judge([(.coin, .init(word: "x", isRed: true))])) == ["TS-3@1 should", "TS-2@1 must"])
    // One of each: the preferred branch.
    #expect(found(judge([(.coin, .init(word: "x"))])) == ["TS-1@1 must"])
    #expect(judge([(.coin, .init(word: "x"))]).findings.map(\.expected) == ["open"])
  }

  /// One demand that stands under two targets is one demand.
  @Test func branchesAreComparedByDemandsNotByFindings() {
    var judge = Judge(
      ForkedModel(), Situation(.init()), clauses: Turnstile.table, targets: ["TS-6", "TS-7"])
    judge.judge(.push, .init(word: "x", isRed: true, isRude: true))
    #expect(judge.findings.map(\.clause) == ["TS-6", "TS-7"])
  }

  @Test func afterAFailureAFreshStartIsJudgedAgain() {
    func found(forgives: Bool, _ steps: [Step]) -> [String] {
      var judge = Judge(
        Turnstile(forgives: forgives), Situation(.init()), clauses: Turnstile.table, targets: [])
      for step in steps { judge.judge(step.event, step.observation) }
      return judge.findings.map { "\($0.clause)@\($0.step)" }
    }
    // Pushing a locked turnstile leads to a locked one in any case.
    let pushed: [Step] = [turns, (.push, .init(word: "nonsense")), blocks]
    #expect(found(forgives: true, pushed) == ["TS-6@1", "TS-6@2"])
    #expect(found(forgives: false, pushed) == ["TS-6@1"])
    // A coin may lead to two states, and an open turnstile is no fresh start.
    let paid: [Step] = [(.coin, .init(word: "x")), (.push, .init(word: "nonsense"))]
    #expect(found(forgives: true, paid) == ["TS-1@1"])
    let opened: [Step] = [opens, (.coin, .init(word: "x")), (.push, .init(word: "nonsense"))]
    #expect(found(forgives: true, opened) == ["TS-1@2"])
  }

  @Test(
    arguments: [
      ([], ["TS-6"]), (["TS-7"], ["TS-7"]), (["TS-6", "TS-7"], ["TS-6", "TS-7"]),
      (["TS-1"], ["TS-6"]),
    ] as [([Clause.ID], [Clause.ID])])
  func findingsStandUnderTheTargetsOrTheFirstClause(targets: [Clause.ID], clauses: [Clause.ID]) {
    let judge = judge([turns], targets: targets)
    #expect(judge.findings.map(\.clause) == clauses)
  }

  @Test func aWorldThatDiesLeavesNothingBehindWhileAnotherLives() {
    // The world that kept the coin blocks; the one that opened dies at the second step.
    let judge = judge([mumbles, blocks, blocks])
    #expect(judge.worlds.map(\.state) == [.locked])
    #expect(found(judge) == ["TS-3@1 should"])
  }
}
