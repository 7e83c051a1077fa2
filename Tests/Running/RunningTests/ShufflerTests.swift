import AdapterDriver
import AdapterProtocol
import Conformance
import Testing

@testable import Running

/// Shuffled orders from end to end, with an adapter in a few lines of Python that keeps something from one app to the next.
@Suite struct ShufflerTests {
  private let adapter: EchoAdapter

  init() throws { adapter = try EchoAdapter() }

  private func plan(
    _ words: [String], jobs: Int = 2, variants: [Variant] = [.sole],
    deadline: Duration = .seconds(60)
  ) -> RunPlan {
    let suite = EchoModel.suite(words.map { ("f", $0) }, variants: variants)
    let claim = variants == [.sole] ? "{}" : #"{"editions":["plain","encrypting"]}"#
    var plan = RunPlan(
      suites: [suite], cases: suite.cases(seed: 1), command: adapter.command(claim: claim), seed: 1,
      jobs: jobs, harnessVersion: "test")
    plan.limits.stepDeadline = deadline
    plan.limits.startDeadline = .seconds(60)
    return plan
  }

  /// Runs the plan, in which everything has to pass, and then shuffles it. Durations are left out.
  private func shuffle(
    _ plan: RunPlan, orders: Int = 6, limits: LeakSearch.Limits = .init(),
    interruption: Interruption = .init(), sourceLocation: SourceLocation = #_sourceLocation,
    note: (Shuffler.Progress) -> Void = { _ in }
  ) throws -> Shuffler.Outcome {
    let claims = try Runner.greet(plan)
    var passed: [(number: Int, result: CaseResult)] = []
    try Runner(plan).run(claims: claims) { (result) throws(Never) in
      #expect(result.verdict == .passed, "\(result.id)", sourceLocation: sourceLocation)
      var timeless = result
      timeless.duration = .zero
      timeless.memoryGrowth = nil
      passed.append((passed.count, timeless))
    }
    return try Shuffler(plan, orders: orders, interruption: interruption, limits: limits).run(
      claims: claims, passed: passed, note: note)
  }

  /// Words that pass in their order, since what is tainted comes before what taints it.
  private func words(_ tainted: [String], others: Int = 20) -> [String] {
    tainted + Array(repeating: "good", count: others) + ["taint-b", "taint-a"]
  }

  private func id(_ words: [String], _ word: String) -> CaseID {
    let number = words.firstIndex(of: word) ?? -1
    return CaseID("echo/f/\(number)-\(word)")
  }

  @Test func whatPassesInAnyOrderStays() throws {
    var seen: [Shuffler.Progress] = []
    let outcome = try shuffle(plan(words(["good"])), orders: 3) { seen.append($0) }
    #expect(outcome.revised.isEmpty)
    #expect(outcome.parts.map(\.cases) == [23])
    #expect(outcome.notLookedInto == 0 && outcome.endedEarly.isEmpty)
    #expect(seen.last == .orders(done: 69, total: 69, sightings: 0))
  }

  @Test func aLeakIsFoundWithTheCaseThatItNeeds() throws {
    let words = words(["tainted-bad"])
    let outcome = try shuffle(plan(words))
    let result = try #require(outcome.revised.first).result
    #expect(outcome.revised.map(\.number) == [0])
    #expect(result.id == id(words, "tainted-bad"))
    #expect(result.verdict == .failed)
    #expect(result.findings.map(\.clause) == ["E-1"])
    #expect(result.findings.map(\.confirmation) == [.deterministic])
    #expect(
      result.findings.map(\.after) == [.init([id(words, "taint-a")], isMinimal: true)])
    #expect(result.exchange?.steps.count == 3, "its own conversation is the evidence")
  }

  @Test func aLeakMayNeedSeveralCases() throws {
    let words = words(["tainted-by-both"])
    let outcome = try shuffle(plan(words), orders: 8)
    let after = try #require(outcome.revised.first?.result.findings.first?.after)
    #expect(Set(after.ids) == [id(words, "taint-a"), id(words, "taint-b")])
    #expect(after.ids.count == 2 && after.isMinimal)
  }

  /// Python's start is long beside a step: the number of jobs changes which order comes first.
  @Test func anyNumberOfJobsGivesTheSameResults() throws {
    let words = words(["tainted-bad", "tainted-odd", "tainted-crash"])
    let outcomes = try [1, 2, 5].map {
      try shuffle(plan(words, jobs: $0, variants: [.plain, .encrypting]), orders: 12)
    }
    #expect(outcomes[0].revised.count == 6)
    for outcome in outcomes.dropFirst() {
      #expect(outcome.revised.map(\.number) == outcomes[0].revised.map(\.number))
      #expect(outcome.revised.map(\.result) == outcomes[0].revised.map(\.result))
    }
    #expect(
      outcomes[0].revised.prefix(3).map(\.result.verdict) == [.failed, .warned, .crashed])
  }

  @Test(arguments: [
    ("tainted-crash", Verdict.crashed, "E-4"), ("tainted-dies-behind", .crashed, "E-4"),
    ("tainted-hang", .timedOut, "E-1"),
  ])
  func deathsAndHangsAreFindings(word: String, verdict: Verdict, clause: Clause.ID) throws {
    let words = words([word])
    let outcome = try shuffle(plan(words, deadline: .seconds(4)), orders: 4)
    let result = try #require(outcome.revised.first?.result)
    #expect(result.verdict == verdict)
    #expect(result.findings.first?.clause == clause)
    #expect(result.findings.first?.after?.ids == [id(words, "taint-a")])
  }

  @Test func aFaultOfTheAdapterIsOne() throws {
    let outcome = try shuffle(plan(words(["tainted-garble"])), orders: 4)
    let result = try #require(outcome.revised.first?.result)
    #expect(result.verdict == .adapterFault)
    #expect(result.reason?.hasPrefix("in a shuffled order: ") == true)
  }

  @Test func whatDoesNotComeAgainIsFlaky() throws {
    let outcome = try shuffle(plan(words(["tainted-once"])))
    let finding = try #require(outcome.revised.first?.result.findings.first)
    #expect(finding.confirmation == .flaky)
    #expect(finding.after == .unknown)
  }

  @Test func whatFailsAloneIsAnOrdinaryFlakyFinding() throws {
    let outcome = try shuffle(plan(words(["second"])), orders: 1)
    let result = try #require(outcome.revised.first?.result)
    #expect(result.verdict == .failed)
    #expect(result.findings.map(\.confirmation) == [.flaky])
    #expect(result.findings.map(\.after) == [nil])
  }

  /// The reply lacks what comes later: no case fails only for want of it.
  @Test func whatComesLateIsWaitedFor() throws {
    let outcome = try shuffle(plan(words(["tainted-late"])), orders: 4)
    #expect(outcome.revised.isEmpty)
    #expect(outcome.notLookedInto == 0)
  }

  @Test func oneLeakIsExplainedOnceAndCountedOtherwise() throws {
    let words = words(Array(repeating: "tainted-bad", count: 30))
    var trials = 0
    let outcome = try shuffle(plan(words), orders: 4) { progress in
      if case .reasons = progress { trials += 1 }
    }
    let findings = outcome.revised.compactMap(\.result.findings.first)
    #expect(findings.count > 20)
    let explained = findings.filter { $0.confirmation == .deterministic }
    #expect(explained.map(\.after) == [.init([id(words, "taint-a")], isMinimal: true)])
    #expect(
      findings.count { $0.confirmation == .sampled && $0.after == .unknown } == findings.count - 1)
    #expect(trials < 200)
  }

  @Test func theCostIsBounded() throws {
    let words = words(["tainted-bad", "tainted-odd"], others: 60)
    let outcome = try shuffle(plan(words), limits: .init(cases: 1, tries: 400))
    #expect(outcome.revised.isEmpty)
    #expect(outcome.notLookedInto == 2)
    for limits in [LeakSearch.Limits(tries: 1), LeakSearch.Limits(casesOfOne: 1)] {
      let short = try shuffle(plan(words), limits: limits)
      let after = try #require(short.revised.first?.result.findings.first?.after)
      #expect(!after.isMinimal)
      #expect(after.ids.contains(id(words, "taint-a")), "what was reached shows it")
    }
  }

  @Test func anOrderEndsWhereTheAdapterKeepsHanging() throws {
    let words =
      Array(repeating: "tainted-hang", count: 6) + Array(repeating: "taint-a", count: 6)
    var plan = plan(words, deadline: .milliseconds(1_500))
    plan.patience.waitsInABatch = 2
    let outcome = try shuffle(plan, orders: 2)
    #expect(outcome.endedEarly.count == 2)
    #expect(
      outcome.endedEarly.first
        == "order 1 of echo: cases were not answered in time, or found no adapter, 2 times")
    #expect(!outcome.revised.isEmpty)
    #expect(outcome.revised.allSatisfy { $0.result.verdict == .timedOut })
  }

  @Test func anInterruptionEndsIt() throws {
    let interruption = Interruption()
    let words = words(["tainted-bad"])
    let outcome = try shuffle(plan(words), interruption: interruption) { progress in
      if case .reasons = progress { interruption.raise() }
    }
    #expect(outcome.revised.isEmpty, "nobody has seen it twice")
    #expect(outcome.notLookedInto == 1)
  }

  // MARK: Orders

  @Test func ordersArePermutationsOfEachPart() {
    let plan = plan(words(["good"]), variants: [.plain, .encrypting])
    let numbers = plan.cases.indices.filter { $0 != 5 }
    let orders = ShuffledOrder.orders(3, of: numbers, in: plan)
    #expect(orders.map(\.number) == [1, 2, 3, 1, 2, 3])
    #expect(Set(orders.map(\.cases)).count == 6)
    for order in orders {
      let own = numbers.filter { plan.cases[$0].variant == order.variant }
      #expect(order.cases.sorted() == own)
      #expect(order.cases != own)
    }
    var other = plan
    other.seed = 2
    #expect(ShuffledOrder.orders(1, of: numbers, in: other)[0].cases != orders[0].cases)
    #expect(
      ShuffledOrder.orders(1, of: numbers, in: plan)[0].cases == orders[0].cases,
      "more orders change no order")
    #expect(ShuffledOrder.orders(3, of: [0], in: plan).isEmpty, "one case has one order")
  }

  @Test func longSeriesAreLeftOut() throws {
    let suite = ModelSuite(
      name: "echo", model: EchoModel(), clauses: EchoModel.clauses,
      robustness: RobustnessClauses(lasting: ["E-5"]), variants: [.sole],
      cases: [("E-1", "a"), ("E-5", "b"), ("E-1", "c")].map { clause, name in
        CaseSpecification(
          "echo/\(name)", "A case.", variants: [.sole], targets: [Clause.ID(clause)], needs: []
        ) { _, _ in Script(setup: .init(), events: [.init(word: "good")]) }
      })
    var plan = plan(["good"])
    plan.suites = [suite]
    plan.cases = suite.cases(seed: 1)
    #expect(try shuffle(plan, orders: 1).parts.map(\.cases) == [2])
  }

  // MARK: One case after others

  @Test func aCaseCanBeRunAfterOthers() throws {
    let words = ["tainted-bad", "taint-a", "crash", "good"]
    var plan = plan(words)
    let all = plan.cases
    plan.cases = [all[0], all[0], all[0], all[3]]
    plan.earlierCases = [1: [all[3], all[1]], 2: [all[1], all[2]], 3: [all[1]]]
    var results: [CaseResult] = []
    try Runner(plan).run(claims: try Runner.greet(plan)) { (result) throws(Never) in
      results.append(result)
    }
    #expect(results.map(\.verdict) == [.passed, .failed, .notRun, .passed])
    let finding = try #require(results[1].findings.first)
    #expect(finding.confirmation == .deterministic)
    #expect(finding.after == .init([all[3].id, all[1].id], isMinimal: false))
  }
}
