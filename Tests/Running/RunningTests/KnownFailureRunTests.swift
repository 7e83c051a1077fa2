import AdapterDriver
import Conformance
import Running
import Testing

/// Known failures in a run, with an adapter in a few lines of Python.
@Suite struct KnownFailureRunTests {
  private func run(
    _ words: [String], flaky: Int? = nil, failFast: Bool = false
  ) throws -> [CaseResult] {
    let adapter = try EchoAdapter()
    let suite = EchoModel.suite(words.map { ("f", $0) })
    var plan = RunPlan(
      suites: [suite], cases: suite.cases(seed: 1), command: adapter.command(), seed: 1, jobs: 1,
      harnessVersion: "test")
    plan.limits.stepDeadline = .seconds(60)
    plan.limits.startDeadline = .seconds(60)
    plan.failFast = failFast
    let entry = Baseline.Entry(
      line: 4, .cases([GlobPattern("echo/**")]), signatures: [Signature("E-1", "wrong-answer")],
      reason: "known", flaky: flaky)
    plan.known = KnownFailures(
      Baseline(path: "known.yaml", entries: [entry]), cases: plan.cases, isWhole: true)
    var results: [CaseResult] = []
    var noted: [Int: Verdict] = [:]
    try Runner(plan).run(
      claims: try Runner.greet(plan),
      note: { (arrivals) throws(Never) in
        for (number, result) in arrivals { noted[number] = result.verdict }
      }, emit: { (result) throws(Never) in results.append(result) })
    #expect(
      results.indices.allSatisfy { noted[$0] == results[$0].verdict }, "the journal says the same")
    return results
  }

  @Test func whatIsKnownAndWhatIsNot() throws {
    let results = try run(["bad", "good", "crash", "odd", "bad"])
    #expect(
      results.map(\.verdict) == [.knownFailure, .unexpectedPass, .crashed, .warned, .knownFailure])
    #expect(results.map(\.known?.verdict) == [.failed, .passed, .crashed, .warned, .failed])
    #expect(results[0].exchange != nil, "a known failure has its evidence")
  }

  @Test func onlyAnUnknownFailureEndsAFastRun() throws {
    let results = try run(["bad", "bad", "crash", "good"], failFast: true)
    #expect(results.map(\.verdict) == [.knownFailure, .knownFailure, .crashed, .notRun])
  }

  /// `once` is bad in its first process only, `second` is good in it only.
  @Test func flakyCasesAreTriedUntilBothWereSeen() throws {
    let results = try run(["once", "second", "bad", "good"], flaky: 3)
    #expect(results.map(\.verdict) == [.knownFailure, .knownFailure, .knownFailure, .passed])
    #expect(
      results.map(\.tries) == [
        Tries(passed: 1, failed: 1), Tries(passed: 1, failed: 1), Tries(failed: 3),
        Tries(passed: 3),
      ])
    let confirmations = results.map { $0.findings.first?.confirmation }
    #expect(confirmations == [.flaky, .flaky, .deterministic, nil])
  }

  @Test func aTryThatCrashesIsNotHidden() throws {
    let results = try run(["second-crash"], flaky: 3)
    #expect(results.map(\.verdict) == [.crashed])
    #expect(results[0].findings.first?.confirmation == .deterministic)
  }

  @Test func withoutTriesNothingIsRunAgain() throws {
    let results = try run(["second"])
    #expect(results.map(\.verdict) == [.unexpectedPass])
    #expect(results[0].tries == nil)
  }
}
