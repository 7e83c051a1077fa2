import JSONText
import Testing

@testable import Reporting

struct RunPaceTests {
  private let pace = RunPace(
    adapterStart: .microseconds(12_345), roundTrip: .nanoseconds(51_234),
    work: .microseconds(3_500),
    stepDeadline: .milliseconds(4_500))

  private func machine(_ pace: RunPace?) throws -> JSONValue {
    var run = RunDescription.sample
    run.pace = pace
    let report = try ScratchFolder().report([.sample("abt/a")], run: run)
    #expect(try SchemaValidator.report().complaints(report) == [])
    return try #require(report["machine"])
  }

  @Test func theMachineSectionTellsIt() throws {
    #expect(
      try machine(pace)["pace"] == [
        "adapterStartMilliseconds": 12.345, "roundTripMilliseconds": 0.051, "workMilliseconds": 3.5,
        "stepDeadlineSeconds": 4.5,
      ])
    #expect(try machine(nil)["pace"] == nil)
  }

  @Test func theTerminalTellsItInASentence() {
    #expect(
      pace.sentence
        == "the adapter starts in 12.345 ms and answers in 0.051 ms; a step may take 4.5 s")
  }
}
