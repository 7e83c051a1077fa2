import AdapterDriver
import Conformance
import Reporting
import Running
import SuiteModels
import Suites
import Testing

@testable import Fuzzing

/// What a run makes of its failures afterwards, against an app that hears of no configuration.
@Suite struct ShortestFailuresTests {
  /// Says that it does nothing. With `dies` it dies at the second launch of a process.
  private static let deaf = """
    import json, os, sys, time

    launches = 0
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"]}
        kind = request["type"]
        if kind == "hello":
            reply.update(type="hello", protocol=1, implementation={"name": "deaf"},
                         suites={"appconnect.config": {}})
        elif kind == "start":
            reply.update(type="started")
        elif kind == "stop":
            reply.update(type="stopped")
        else:
            launches += request["action"] == "launch"
            if sys.argv[1] == "dies" and request["action"] == "launch" and launches > 1:
                os.abort()
            if sys.argv[1] == "slow":
                time.sleep(0.02)
            reply.update(type="observed", calls=[], reports=[])
        print(json.dumps(reply), flush=True)
        if kind == "stop":
            break
    """

  private let suite = AppConnectConfig.suite(casesPerFamily: 2)

  private func plan(_ mode: String) -> RunPlan {
    RunPlan(
      suites: [suite], cases: suite.cases(seed: 1),
      command: AdapterCommand(
        executable: "python3", arguments: ["-S", "-E", "-c", Self.deaf, mode]),
      seed: 1, jobs: 1, harnessVersion: "1")
  }

  private func executor(_ mode: String = "deaf") throws -> CaseExecutor {
    let plan = plan(mode)
    return CaseExecutor(plan, claims: try Runner.greet(plan), turnstile: Turnstile())
  }

  /// The first case of a generated walk that does not fail in its first step, and what it came to.
  private func failure(_ executor: CaseExecutor) throws -> (item: Case, result: CaseResult) {
    for item in suite.cases(seed: 1) where item.family.hasSuffix("/walk") {
      if let result = try executor.alone(item), let first = result.findings.first, first.step > 1 {
        return (item, result)
      }
    }
    throw NoFailure()
  }

  private struct NoFailure: Error {}

  private func finder(
    _ executor: CaseExecutor, _ limits: ShortestFailures.Limits = .init(),
    _ interruption: Interruption = .init(), progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) -> ShortestFailures {
    ShortestFailures(
      [suite], on: executor, limits: limits, interruption: interruption, progress: progress)
  }

  private func sequence(_ found: ShortestFailure?) throws -> ShortestFailure.Sequence {
    guard case .found(let sequence)? = found?.outcome else { throw NoFailure() }
    return sequence
  }

  @Test func aWalkBecomesTheStepsThatItNeeds() throws {
    let executor = try executor()
    defer { executor.stop() }
    let (item, result) = try failure(executor)
    let causes = FailureCause.causes(of: [result])
    let found = finder(executor).find(for: causes) { _ in item }
    #expect(found.count == 1 && found.first?.id == item.id)
    #expect(found.first?.signature == causes.first?.signature)
    let sequence = try sequence(found.first)
    // A launch, its end, another configuration and a launch that should tell of it.
    #expect(sequence.steps == 4 && sequence.isShortest, "\(sequence)")
    #expect(sequence.stepsOfCase == (try suite.steps(of: item)) && sequence.stepsOfCase > 4)
    #expect(sequence.tries > 0 && sequence.tries <= 400)
    #expect(sequence.trace.firstDifference == 4)
    #expect(sequence.trace.steps.map(\.standing) == [.fits, .fits, .fits, .differs])
    #expect(sequence.trace.steps[3].observed == ["no call"])
    #expect(
      sequence.trace.steps[3].findings.contains { $0.signature == causes.first?.signature })
  }

  /// Of the cases of a cause the one that comes to the finding first is taken.
  @Test func theQuickestCaseIsTaken() throws {
    let executor = try executor()
    defer { executor.stop() }
    let (item, result) = try failure(executor)
    var late = result
    late.id = CaseID("appconnect.config/other")
    for index in late.findings.indices { late.findings[index].step = 40 }
    let found = finder(executor).find(for: FailureCause.causes(of: [late, result])) {
      $0.id == item.id ? item : nil
    }
    #expect(found.map(\.id) == [item.id])
  }

  /// What a budget leaves is told, with the trace of the case as it is.
  @Test func tooFewTriesAreSaid() throws {
    let executor = try executor()
    defer { executor.stop() }
    let (item, result) = try failure(executor)
    var limits = ShortestFailures.Limits()
    limits.tries = 1
    let found = finder(executor, limits).find(for: FailureCause.causes(of: [result])) { _ in item }
    let sequence = try sequence(found.first)
    #expect(!sequence.isShortest && sequence.tries <= 1)
    #expect(sequence.trace.firstDifference != nil)
    #expect(found.first?.sentence.contains("perhaps some can be left out still") == true)
  }

  @Test func theTimeIsBounded() throws {
    let executor = try executor("slow")
    defer { executor.stop() }
    let (item, result) = try failure(executor)
    var limits = ShortestFailures.Limits()
    limits.time = .zero
    let none = finder(executor, limits).find(for: FailureCause.causes(of: [result])) { _ in item }
    #expect(none.first?.sentence.hasPrefix("not looked for: the time for it was over") == true)
    // Long enough to begin, and too short for the candidates that it takes, for which not even the first run leaves time.
    limits.time = .milliseconds(100)
    let some = finder(executor, limits).find(for: FailureCause.causes(of: [result])) { _ in item }
    #expect(try !sequence(some.first).isShortest)
  }

  @Test func nobodyWaitsAfterAnInterruption() throws {
    let executor = try executor("slow")
    defer { executor.stop() }
    let (item, result) = try failure(executor)
    let causes = FailureCause.causes(of: [result])
    let interruption = Interruption()
    executor.abandons(when: interruption)
    var heard = 0
    let found = finder(executor, .init(), interruption) { _, _ in
      heard += 1
      interruption.raise()
    }.find(for: causes + causes) { _ in item }
    #expect(found.isEmpty && heard == 1)
    #expect(finder(executor, .init(), interruption).find(for: causes) { _ in item }.isEmpty)
  }

  /// Each candidate that dies costs a process, and is none of the others' business.
  @Test func aDeathIsReducedToo() throws {
    let executor = try executor("dies")
    defer { executor.stop() }
    var death: (item: Case, result: CaseResult)?
    for item in suite.cases(seed: 1) where item.family.hasSuffix("/walk") && death == nil {
      guard let result = try executor.alone(item), result.verdict == .crashed else { continue }
      death = (item, result)
    }
    let found = try #require(death)
    let causes = FailureCause.causes(of: [found.result])
    #expect(causes.first?.signature.kind == "crash/signal-6")
    let sequence = try sequence(finder(executor).find(for: causes) { _ in found.item }.first)
    #expect(sequence.isShortest && sequence.steps <= 3, "\(sequence)")
    let last = try #require(sequence.trace.steps.last)
    #expect(last.standing == .differs && last.observed == nil)
    #expect(sequence.trace.firstDifference.map { $0 <= last.number } == true)
  }

  // MARK: What is not looked for

  private func result(
    _ kind: String, step: Int = 3, _ confirmation: Finding.Confirmation = .deterministic,
    after: Finding.EarlierCases? = nil
  ) -> CaseResult {
    var finding = Finding(
      clause: "ACC-CFG-01", level: .must, kind: kind, step: step, message: "m", expected: "e",
      observed: "o", confirmation: confirmation)
    finding.after = after
    return CaseResult(
      id: suite.cases(seed: 1)[0].id, suite: suite.name, variant: .sole, targets: [],
      verdict: kind == "hang" ? .timedOut : .failed, findings: [finding])
  }

  @Test func whatCostsTooMuchOrDoesNotComeAgainSaysSo() throws {
    let executor = try executor()
    defer { executor.stop() }
    let item = suite.cases(seed: 1)[0]
    for (result, words) in [
      (result("hang"), "each try would wait for the deadline"),
      (result("slow"), "each try would wait for the deadline"),
      (result("overrun/memory"), "measured in processes of its own"),
      (result("wrong-callbacks", .flaky), "it did not come again"),
      (
        result("wrong-callbacks", after: .init([CaseID("appconnect.config/a")], isMinimal: true)),
        "only after other cases"
      ),
      // The case does not show it.
      (result("never-shown"), "it did not come again when the case was repeated alone"),
    ] {
      let found = finder(executor).find(for: FailureCause.causes(of: [result])) { _ in item }
      #expect(found.first?.sentence.contains(words) == true, "\(found)")
    }
    // In its first step there is nothing before it, and what nobody has cannot be run.
    for (result, held) in [
      (result("x", step: 1), true), (result("x", step: 0), true), (result("x"), false),
    ] {
      let causes = FailureCause.causes(of: [result])
      #expect(finder(executor).find(for: causes) { _ in held ? item : nil }.isEmpty)
    }
  }
}
