import Testing

@testable import Conformance

@Suite struct StandingTests {
  /// Every set of verdicts, against the order of precedence written down a second time.
  @Test func everyCombinationOfVerdictsHasItsStanding() {
    let verdicts = Verdict.allCases
    for mask in 0..<(1 << verdicts.count) {
      let present = Set(verdicts.indices.filter { mask >> $0 & 1 == 1 }.map { verdicts[$0] })
      let counts = Dictionary(uniqueKeysWithValues: present.map { ($0, 2) })
      for isStrict in [false, true] {
        #expect(
          Standing(counts, isStrict: isStrict) == expected(present, isStrict),
          "\(present.map(\.rawValue).sorted()), strict: \(isStrict)")
      }
    }
  }

  private func expected(_ present: Set<Verdict>, _ isStrict: Bool) -> Standing {
    let order: [(Set<Verdict>, Standing)] = [
      ([.crashed], .crashing), ([.timedOut], .hanging), ([.overLimit], .overrunning),
      (isStrict ? [.failed, .knownFailure, .warned] : [.failed, .knownFailure], .nonconforming),
      ([.adapterFault], .adapterFault), ([.notRun], .interrupted),
      ([.passed, .warned, .unexpectedPass], .conforming),
    ]
    return order.first { !$0.0.isDisjoint(with: present) }?.1 ?? .nothingTested
  }

  @Test func verdictsWithoutCasesDoNotCount() {
    #expect(Standing([.crashed: 0, .passed: 1], isStrict: false) == .conforming)
  }

  @Test func eachSuiteAndEditionStandsOnItsOwn() {
    var card = Scorecard([])
    func add(_ suite: String, _ variant: Variant, _ verdict: Verdict) {
      card.add(
        CaseResult(
          id: CaseID("x"), suite: suite, variant: variant, targets: [], verdict: verdict))
    }
    add("abt", .plain, .passed)
    add("abt", .plain, .skipped)
    add("abt", .encrypting, .failed)
    add("mode", .sole, .skipped)
    #expect(card.standings.map(\.part) == ["abt/encrypting", "abt/plain", "mode"])
    #expect(card.standings.map(\.standing) == [.nonconforming, .conforming, .nothingTested])
    #expect(card.standing == .nonconforming)
  }

  @Test func whatWasNotJudgedSaysNothing() {
    let judged = Verdict.allCases.filter(\.wasJudged)
    #expect(!judged.contains(.skipped) && !judged.contains(.notRun))
    #expect(!judged.contains(.adapterFault))
    #expect(judged.count == Verdict.allCases.count - 3)
  }
}
