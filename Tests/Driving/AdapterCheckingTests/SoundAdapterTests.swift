import AdapterDriver
import Testing

@testable import AdapterChecking

@Suite struct SoundAdapterTests {
  @Test(arguments: [("abt", ["keep"]), ("appconnect.dualmode", ["bytes"])])
  func meetsAllThatItsSuiteHas(suite: String, skipped: [String]) throws {
    let results = try FaultyAdapter.results(suite: suite)
    #expect(results.failed.isEmpty, "\(results.firstFailure as Any)")
    #expect(results.skipped == skipped)
  }

  @Test func maySayThatItNeedsAFreshProcess() throws {
    let results = try FaultyAdapter.results(fault: "honest-once")
    #expect(results.failed.isEmpty, "\(results.firstFailure as Any)")
    #expect(results.skipped == ["reset", "keep", "start-again"])
  }

  @Test func isToldWhereTheAskedSuiteIsNotClaimed() throws {
    let results = try FaultyAdapter.results(asked: "appconnect.dualmode")
    #expect(results.failed == ["suites"])
    #expect(results.firstFailure?.observed.contains("not claimed, but abt") == true)
    #expect(results.skipped.contains("step") && !results.skipped.contains("replies-only"))
  }

  @Test func aMissingProgramFailsTheFirstCheckAlone() {
    var results: [CheckResult] = []
    AdapterCheckup(
      command: AdapterCommand(executable: "./no-such-adapter"), harnessVersion: "test",
      defect: FaultyAdapter.defect
    ).run { results.append($0) }
    #expect(results.failed == ["starts"])
    #expect(results.skipped.count == results.count - 1)
    #expect(results.firstFailure?.observed.contains("does not exist") == true)
  }
}
