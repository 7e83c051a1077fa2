import Testing

@testable import AdapterChecking

/// Each adapter has one fault, and that is what is found; checks that need the failed one are skipped.
@Suite struct FaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    var suite = "abt"
    /// The checks that fail, in order.
    let failed: [String]
    /// What stands in the first failure.
    let observed: String
    var isMute = false
    /// Whether it takes its time on the way to what is wrong with it.
    var isSlow = false

    var testDescription: String { name }
  }

  static let faults = [
    Fault(name: "exits", failed: ["starts"], observed: "status 3 before it had answered"),
    Fault(name: "mute", failed: ["hello"], observed: "no reply came", isMute: true),
    Fault(name: "no-hello", failed: ["hello"], observed: "\"observed\" came"),
    Fault(name: "other-protocol", failed: ["hello"], observed: "it speaks protocol 2"),
    Fault(
      name: "unflushed", failed: ["flush"], observed: "only when the input had ended",
      isMute: true),
    Fault(name: "claims-nothing", failed: ["suites"], observed: "no suite is claimed"),
    Fault(name: "no-edition", failed: ["suites"], observed: "without an edition"),
    Fault(name: "misspelt", failed: ["claims"], observed: "abt: \"chunk\""),
    Fault(name: "no-start", failed: ["start"], observed: "\"unsupported\" (today) came"),
    Fault(name: "no-callbacks", failed: ["step"], observed: "\"callbacks\" is missing"),
    Fault(name: "no-json", failed: ["step"], observed: "cannot be read"),
    Fault(name: "endless", failed: ["step"], observed: "a line of more than"),
    Fault(
      name: "greedy", failed: ["step"], observed: "MiB of memory before a reply came",
      isSlow: true),
    Fault(name: "backwards", failed: ["order"], observed: "where 2 is next"),
    Fault(name: "first-line-only", failed: ["order"], observed: "that came together"),
    Fault(name: "strict", failed: ["unknown-members"], observed: "\"failure\""),
    Fault(name: "type-failure", failed: ["unknown-type"], observed: "\"failure\""),
    Fault(name: "any-action", failed: ["unknown-action"], observed: "\"observed\" came"),
    Fault(name: "any-suite", failed: ["unknown-suite"], observed: "\"started\" came"),
    Fault(name: "early-dies", failed: ["early-step"], observed: "exited with status 9"),
    Fault(name: "dies-of-malformed", failed: ["malformed-request"], observed: "with status 1"),
    Fault(name: "short-lines", failed: ["long-lines"], observed: "exited with status 7"),
    Fault(name: "ascii", failed: ["unicode"], observed: "not ASCII"),
    Fault(
      name: "normalises", suite: "appconnect.dualmode", failed: ["unicode"],
      observed: "combining marks"),
    Fault(name: "false-claim", failed: ["bytes"], observed: "\"unsupported\""),
    Fault(name: "remembers", failed: ["reset"], observed: "the same step after a second start"),
    Fault(name: "keeps-halves", failed: ["reset"], observed: "put together"),
    Fault(
      name: "forgets", suite: "appconnect.dualmode", failed: ["keep"], observed: "it held"),
    Fault(name: "once", failed: ["start-again"], observed: "cannot be started twice"),
    Fault(name: "stale-lock", failed: ["restart"], observed: "the lock of a dead process"),
    Fault(name: "alone", failed: ["parallel"], observed: "another one runs"),
    Fault(name: "stops-with-4", failed: ["stop"], observed: "it exited with status 4"),
    Fault(name: "stays", failed: ["stop"], observed: "it lives on after"),
    Fault(name: "ends-with-5", failed: ["end-of-input"], observed: "it exited with status 5"),
    Fault(name: "ignores-the-end", failed: ["end-of-input"], observed: "it lives on after"),
    Fault(name: "chatty", failed: ["replies-only"], observed: "\"Opening a URL\""),
    Fault(name: "twice", failed: ["replies-only"], observed: "more lines"),
  ]

  @Test(arguments: faults) func isFoundAloneAndByName(fault: Fault) throws {
    let results = try FaultyAdapter.results(
      suite: fault.suite, fault: fault.name,
      startDeadline: fault.isMute ? .seconds(2) : .seconds(10),
      stepDeadline: fault.isSlow ? .seconds(60) : .seconds(2))
    #expect(results.failed == fault.failed)
    let failure = try #require(results.firstFailure)
    #expect(failure.observed.contains(fault.observed), "\(failure.observed)")
    #expect(!failure.remedy.isEmpty)
    // What comes never may only be unsent.
    if fault.isMute { #expect(failure.remedy.contains("Flush standard output")) }
    #expect(results.map(\.id) == AdapterCheck.all.map(\.id))
  }
}
