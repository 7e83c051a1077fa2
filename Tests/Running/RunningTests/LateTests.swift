import AdapterDriver
import Conformance
import Running
import Testing

/// What a library does behind the reply to its step, and behind the last reply of its case.
@Suite struct LateTests {
  private let adapter: EchoAdapter

  init() throws { adapter = try EchoAdapter() }

  private func verdicts(_ words: String..., jobs: Int = 1) throws -> [CaseResult] {
    let suite = EchoModel.suite(words.map { ("f", $0) })
    var plan = RunPlan(
      suites: [suite], cases: suite.cases(seed: 1), command: adapter.command(), seed: 1, jobs: jobs,
      harnessVersion: "test")
    plan.limits.stepDeadline = .seconds(60)
    plan.limits.startDeadline = .seconds(60)
    let claims = try Runner.greet(plan)
    var results: [CaseResult] = []
    try Runner(plan).run(claims: claims) { (result) throws(Never) in results.append(result) }
    return results
  }

  @Test func whatComesBehindTheLastReplyCanMakeACasePass() throws {
    let results = try verdicts("good", "late-good", "good")
    #expect(results.map(\.verdict) == [.passed, .passed, .passed])
    #expect(results[1].findings.isEmpty)
  }

  @Test(arguments: ["late-bad", "late-bad-unnumbered"])
  func whatTheNextCaseTellsIsHeldAgainstTheEarlierOne(word: String) throws {
    let results = try verdicts("good", word, "good", "odd")
    #expect(results.map(\.verdict) == [.passed, .failed, .passed, .warned])
    #expect(results[1].findings.map(\.clause) == ["E-1"])
    #expect(results[1].findings.map(\.confirmation) == [.deterministic])
  }

  @Test func whatTheLastReplyOfTheProcessTellsCounts() throws {
    #expect(try verdicts("good", "late-bad").map(\.verdict) == [.passed, .failed])
  }

  @Test func whatIsToldWithARefusalCounts() throws {
    let results = try verdicts("late-bad", "late-unsupported", "good")
    #expect(results.map(\.verdict) == [.failed, .skipped, .passed])
  }

  /// The case behind it has been sent by then, and is run again; what died is seen twice.
  @Test func aDeathBehindTheLastReplyIsHeldAgainstItsCaseAlone() throws {
    let results = try verdicts("good", "dies-behind", "good", "good")
    #expect(results.map(\.verdict) == [.passed, .crashed, .passed, .passed])
    #expect(results[1].findings.map(\.confirmation) == [.deterministic, .deterministic])
    #expect(results[1].findings.first?.observed == "exited with status 7")
  }

  @Test func aDeathBehindTheLastReplyThatDoesNotComeAgainIsFlaky() throws {
    let results = try verdicts("good", "dies-behind-once", "good")
    #expect(results.map(\.verdict) == [.passed, .crashed, .passed])
    #expect(results[1].findings.map(\.confirmation) == [.flaky, .flaky])
  }

  @Test func theOnlyCaseOfARunIsWatched() throws {
    #expect(try verdicts("later-bad").map(\.verdict) == [.failed])
  }

  /// A failure that has nothing to do with being late is not excused by it.
  @Test func whatIsWrongStaysWrong() throws {
    let results = try verdicts("bad", "late-bad", "bad")
    #expect(results.map(\.verdict) == [.failed, .failed, .failed])
  }
}
