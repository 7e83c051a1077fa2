import AdapterDriver
import AdapterProtocol
import Conformance
import Running
import Testing

/// The runner from end to end, with an adapter in a few lines of Python.
@Suite struct RunnerTests {
  private let adapter: EchoAdapter

  init() throws { adapter = try EchoAdapter() }

  private func plan(
    _ words: [(family: String, word: String)], jobs: Int, deadline: Duration = .seconds(60),
    variants: [Variant] = [.sole], claim: String = "{}", needs: Set<String> = [],
    targets: [Clause.ID] = ["E-1"]
  ) -> RunPlan {
    let suite = EchoModel.suite(words, variants: variants, targets: targets, needs: needs)
    var plan = RunPlan(
      suites: [suite], cases: suite.cases(seed: 1), command: adapter.command(claim: claim), seed: 1,
      jobs: jobs, harnessVersion: "test")
    plan.limits.stepDeadline = deadline
    plan.limits.startDeadline = .seconds(60)
    return plan
  }

  /// The results without their durations.
  private func run(
    _ plan: RunPlan, _ interruption: Interruption = .init(), emit: (CaseResult) -> Void = { _ in }
  ) throws -> [CaseResult] {
    let claims = try Runner.greet(plan)
    var results: [CaseResult] = []
    var noted: [Int: CaseResult] = [:]
    try Runner(plan, interruption: interruption).run(
      claims: claims,
      note: { (arrivals) throws(Never) in
        for (number, result) in arrivals { noted[number] = result }
      },
      emit: { (result) throws(Never) in
        #expect(noted[results.count] == result, "the last word on a case is what counts")
        var timeless = result
        timeless.duration = .zero
        timeless.memoryGrowth = nil
        results.append(timeless)
        emit(result)
      })
    #expect(noted.count == plan.cases.count)
    #expect(results.map(\.id) == plan.cases.map(\.id), "every case once, in the order of the plan")
    #expect(results.map(\.variant) == plan.cases.map(\.variant))
    return results
  }

  private func words(_ count: Int, _ special: [Int: String] = [:]) -> [(
    family: String, word: String
  )] {
    (0..<count).map { ("f\($0 % 3)", special[$0] ?? "good") }
  }

  private static let size = RunPlan.casesPerBatch

  /// Something of everything, at the edges of batches too.
  private static let mixture = [
    3: "bad", 10: "odd", size - 1: "crash", size: "bad", size + 7: "unsupported",
    2 * size - 1: "failure", 2 * size: "garble", 2 * size + 9: "crash",
  ]

  @Test func anyNumberOfJobsGivesTheSameResults() throws {
    let count = 2 * Self.size + 10
    let variants: [Variant] = [.plain, .encrypting]
    let claim = #"{"editions":["plain","encrypting"]}"#
    let reports = try [1, 2, 5].map { jobs in
      try run(plan(words(count, Self.mixture), jobs: jobs, variants: variants, claim: claim))
    }
    #expect(reports[0].count == 2 * count)
    #expect(reports[1] == reports[0])
    #expect(reports[2] == reports[0])
    let plain = reports[0].prefix(count)
    let verdicts = Self.mixture.keys.sorted().map { plain[$0].verdict }
    #expect(
      verdicts == [
        .failed, .warned, .crashed, .failed, .skipped, .adapterFault, .adapterFault, .crashed,
      ])
    #expect(plain.enumerated().allSatisfy { Self.mixture[$0] != nil || $1.verdict == .passed })
  }

  @Test func aCrashCostsOnlyItsOwnCase() throws {
    let results = try run(plan(words(12, [4: "crash", 5: "crash"]), jobs: 1))
    for (index, result) in results.enumerated() {
      let crashes = index == 4 || index == 5
      #expect(result.verdict == (crashes ? .crashed : .passed), "case \(index)")
      #expect(result.findings.map(\.clause) == (crashes ? ["E-4", "E-1"] : []))
      #expect(result.findings.allSatisfy { $0.confirmation == .deterministic && $0.step == 2 })
    }
    #expect(results[4].findings[0].observed.contains("SIGABRT"))
  }

  @Test func failuresThatDoNotComeAgainAreFlaky() throws {
    let results = try run(plan(words(2, [0: "once"]), jobs: 1))
    #expect(results.map(\.verdict) == [.failed, .passed])
    #expect(results[0].findings.map(\.confirmation) == [.flaky])
  }

  @Test func aDeadlineThatIsNotMissedAgainIsNoFinding() throws {
    let results = try run(plan(words(2, [0: "slow-once"]), jobs: 1, deadline: .seconds(3)))
    #expect(results.map(\.verdict) == [.passed, .passed])
  }

  @Test func familiesThatKeepHangingAreCutOffForAnyNumberOfJobs() throws {
    // More than two batches; the family `slow` hangs from the start, others go on.
    let words = (0..<(2 * Self.size + 10)).map { number in
      number % 8 == 0 ? ("slow", "hang") : ("fast", "good")
    }
    let reports = try [1, 2].map { try run(plan(words, jobs: $0, deadline: .milliseconds(400))) }
    #expect(reports[0] == reports[1])
    for (index, result) in reports[0].enumerated() {
      let expected: Verdict = index % 8 != 0 ? .passed : index < 24 ? .timedOut : .notRun
      #expect(result.verdict == expected, "case \(index)")
    }
    #expect(reports[0][24].reason?.contains("echo/slow") == true)
  }

  // MARK: What fails again and again

  private func confirmations(_ results: [CaseResult]) -> [Finding.Confirmation?] {
    results.map { $0.findings.first?.confirmation }
  }

  @Test(arguments: ["bad", "crash"])
  func onlyTheFirstFewOfASignatureAreSeenAgain(word: String) throws {
    let some = Dictionary(uniqueKeysWithValues: [1, 2, 5, 7].map { ($0, word) })
    let results = try run(plan(words(9, some), jobs: 1))
    for index in 0..<9 {
      #expect(results[index].verdict == (some[index] == nil ? .passed : results[1].verdict))
    }
    #expect(
      confirmations([1, 2, 5, 7].map { results[$0] }) == [
        .deterministic, .deterministic, .sampled, .sampled,
      ])
    #expect(results[7].exchange?.steps.count == 3, "what is sampled has its evidence")
  }

  @Test func eachBatchSeesTheFirstFewAgain() throws {
    let size = Self.size
    let bad = [0, 1, 2, size, size + 1, size + 2]
    let plans = [1, 2].map { jobs in
      plan(words(size + 9, Dictionary(uniqueKeysWithValues: bad.map { ($0, "bad") })), jobs: jobs)
    }
    let reports = try plans.map { try run($0) }
    #expect(reports[0] == reports[1])
    let each: [Finding.Confirmation?] = [.deterministic, .deterministic, .sampled]
    #expect(confirmations(bad.map { reports[0][$0] }) == each + each)
  }

  @Test func hangsInWhateverFamiliesEndTheirBatch() throws {
    var plan = plan(
      (0..<12).map { ("f\($0)", $0 < 6 && $0 != 1 ? "hang" : "good") }, jobs: 1,
      deadline: .milliseconds(1_500))
    plan.patience.waitsInABatch = 3
    let results = try run(plan)
    #expect(
      results.map(\.verdict) == [.timedOut, .passed, .timedOut, .timedOut]
        + Array(repeating: .notRun, count: 8))
    #expect(
      confirmations(results).compactMap(\.self) == [.deterministic, .deterministic, .sampled])
    #expect(results[5].reason?.contains("3 of the 4 cases before it") == true)
  }

  /// Alone, none of these hangs; in their place all of them do.
  @Test func hangsThatNeverComeAgainEndTheirBatchToo() throws {
    var plan = plan(
      (0..<9).map { ("f\($0)", $0 < 2 ? "good" : "hang-later") }, jobs: 1,
      deadline: .milliseconds(1_500))
    plan.patience.waitsInABatch = 2
    let results = try run(plan)
    let last = try #require(results.firstIndex { $0.verdict == .timedOut })
    #expect(results[..<last].allSatisfy { $0.verdict == .passed })
    #expect(results[(last + 1)...].allSatisfy { $0.verdict == .notRun })
    #expect(results[last].findings.map(\.confirmation) == [.flaky])
  }

  @Test func deathsInEveryFamilyEndTheirBatch() throws {
    let some = Dictionary(uniqueKeysWithValues: (2..<20).map { ($0, "crash") })
    var plan = plan(words(20, some), jobs: 1)
    plan.patience.restartsInABatch = 5
    let results = try run(plan)
    #expect(
      results.map(\.verdict) == [.passed, .passed] + Array(repeating: .crashed, count: 5)
        + Array(repeating: .notRun, count: 13))
    #expect(results[7].reason?.hasPrefix("cut off: 5 of 7 cases, in 3 families") == true)
  }

  @Test func anAdapterThatDiesInEveryFamilyEndsTheRunForAnyNumberOfJobs() throws {
    let size = Self.size
    let some = Dictionary(uniqueKeysWithValues: (size + 2..<3 * size).map { ($0, "crash") })
    let reports = try [1, 3].map { jobs in
      var plan = plan(words(4 * size, some), jobs: jobs)
      plan.patience.restartsInARun = 12
      plan.patience.casesPerRestart = 100
      return try run(plan)
    }
    #expect(reports[0] == reports[1])
    let last = size + 2 + 11
    #expect(reports[0][..<(size + 2)].allSatisfy { $0.verdict == .passed })
    #expect(reports[0][(size + 2)...last].allSatisfy { $0.verdict == .crashed })
    #expect(reports[0][(last + 1)...].allSatisfy { $0.verdict == .notRun })
    let reason = try #require(reports[0].last?.reason)
    #expect(reason.contains("12 of 270 cases, in 3 families"), "\(reason)")
    #expect(reason.contains("SIGABRT"))
  }

  @Test func whatIsNotClaimedIsSkipped() throws {
    let results = try run(plan(words(3), jobs: 1, needs: ["levitation"]))
    #expect(results.map(\.verdict) == [.skipped, .skipped, .skipped])
    #expect(results[0].reason?.contains("levitation") == true)
  }

  @Test func theAdaptersTroubleHasItsReason() throws {
    let results = try run(plan(words(3, [0: "unsupported", 1: "failure", 2: "garble"]), jobs: 1))
    #expect(results[0].reason?.contains("never heard of it") == true)
    #expect(results[1].reason?.contains("no disk") == true)
    #expect(results[2].reason?.contains("step 2") == true)
  }

  @Test func aRunThatIsInterruptedBeforeItBeginsRunsNothing() throws {
    let interruption = Interruption()
    interruption.raise()
    let results = try run(plan(words(100), jobs: 2), interruption)
    #expect(
      results.allSatisfy { $0.verdict == .notRun && $0.reason?.contains("interrupted") == true })
  }

  @Test(arguments: [1, 2]) func anInterruptionLeavesTheRestNotRun(jobs: Int) throws {
    let interruption = Interruption()
    // More batches than workers may run ahead of the report.
    let results = try run(plan(words(Self.size * (jobs * 4 + 4)), jobs: jobs), interruption) { _ in
      interruption.raise()
    }
    #expect(results.prefix(Self.size).allSatisfy { $0.verdict == .passed })
    #expect(results.suffix(Self.size).allSatisfy { $0.verdict == .notRun })
    #expect(Set(results.map(\.verdict)) == [.passed, .notRun])
  }

  @Test func failFastLeavesTheSameCasesForAnyNumberOfJobs() throws {
    let size = Self.size
    let reports = try [1, 2, 5].map { jobs in
      var plan = plan(
        words(5 * size, [size + 6: "odd", size + 36: "bad", 4 * size: "bad"]), jobs: jobs)
      plan.failFast = true
      return try run(plan)
    }
    #expect(reports[1] == reports[0])
    #expect(reports[2] == reports[0])
    for (index, result) in reports[0].enumerated() {
      let expected: Verdict =
        index > size + 36
        ? .notRun : index == size + 36 ? .failed : index == size + 6 ? .warned : .passed
      #expect(result.verdict == expected, "case \(index)")
    }
    for index in [size + 37, 2 * size, 4 * size + 1] {
      #expect(reports[0][index].reason?.contains("--fail-fast") == true)
    }
  }

  /// The third case ends only when the first has been handed on; all three are of one batch.
  @Test func resultsAreHandedOnBeforeTheirBatchIsDone() throws {
    let plan = plan(words(3, [2: "wait"]), jobs: 1)
    let claims = try Runner.greet(plan)
    var verdicts: [Verdict] = []
    try Runner(plan).run(
      claims: claims,
      note: { (arrivals) throws(Never) in
        if arrivals.contains(where: { $0.number == 0 }) { adapter.allowToGo() }
      }, emit: { (result) throws(Never) in verdicts.append(result.verdict) })
    #expect(verdicts == [.passed, .passed, .passed])
  }

  private struct Enough: Error {}

  @Test func whatTheReceiverThrowsEndsTheRun() throws {
    let plan = plan(words(200), jobs: 2)
    let claims = try Runner.greet(plan)
    var taken = 0
    #expect(throws: RunFault<Enough>.self) {
      try Runner(plan).run(
        claims: claims,
        emit: { (_) throws(Enough) in
          taken += 1
          if taken == 70 { throw Enough() }
        })
    }
    #expect(taken == 70)
  }

  @Test func greetingTellsWhoIsThere() throws {
    let claims = try Runner.greet(plan([], jobs: 1))
    #expect(claims.hello.implementationName == "echo")
    var missing = plan([], jobs: 1)
    missing.command = AdapterCommand(executable: "/nonexistent/adapter")
    #expect(throws: AdapterTrouble.self) { try Runner.greet(missing) }
  }
}
