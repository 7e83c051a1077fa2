import AdapterDriver
import Conformance
import Running
import SuiteModels
import Suites
import Testing

@testable import Fuzzing

/// What a campaign does with the cases that it starts from, against an app that answers no step.
@Suite struct CampaignTests {
  private static let hanging = """
    import json, sys, time

    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"]}
        if request["type"] == "hello":
            reply.update(type="hello", protocol=1, implementation={"name": "hanging"},
                         suites={"appconnect.config": {}})
        elif request["type"] == "start":
            reply.update(type="started")
        else:
            time.sleep(600)
        print(json.dumps(reply), flush=True)
    """

  private let suite = AppConnectConfig.suite(casesPerFamily: 2)

  /// The first cases of so many groups.
  private func start(_ count: Int) -> [Case] {
    var groups: Set<Substring> = []
    return Array(suite.cases(seed: 1).filter { groups.insert($0.id.group).inserted }.prefix(count))
  }

  private func plan(_ start: [Case]) -> CampaignPlan {
    var run = RunPlan(
      suites: [suite], cases: [],
      command: AdapterCommand(
        executable: "python3", arguments: ["-S", "-E", "-c", Self.hanging]),
      seed: 1, jobs: 1, harnessVersion: "1")
    run.limits.stepDeadline = .milliseconds(500)
    var plan = CampaignPlan(run, start: start)
    plan.executions = 0
    return plan
  }

  /// A process that hangs again and again is given up. What was to run in it waits for the next one, however many that takes.
  @Test func eachCaseOfTheStartRunsThoughOthersHang() throws {
    let start = start(12)
    try #require(start.count == 12)
    var plan = plan(start)
    // A finding would be reduced, hang by hang.
    let clause = try #require(
      suite.clauses.clauses.first { clause in
        !start.contains { $0.targets.contains(clause.id) } && clause.level == .must
      })
    plan.requirements = [clause.id]
    let campaign = Campaign(
      plan, claims: try Runner.greet(plan.run), interruption: Interruption())
    let status = try campaign.run { _ in }
    #expect(status.executions == 12)
    #expect(status.findings.isEmpty)
  }
}
