import AdapterDriver
import AdapterProtocol
import Testing

@Suite struct CalibrationTests {
  private func factor(roundTrip: Duration = .zero, work: Duration = .zero) -> Int {
    Calibration(startTime: .seconds(30), roundTrip: roundTrip, work: work).deadlineFactor
  }

  @Test func theDeadlineIsNeverShorter() {
    #expect(factor() == 1)
    #expect(factor(roundTrip: .milliseconds(5), work: .milliseconds(20)) == 1)
  }

  @Test func theSlowestDecidesInWholeSteps() {
    #expect(factor(roundTrip: .microseconds(5_001)) == 2)
    #expect(factor(roundTrip: .milliseconds(14), work: .milliseconds(21)) == 3)
    #expect(factor(roundTrip: .milliseconds(1), work: .milliseconds(81)) == 5)
  }

  @Test func theFactorIsBounded() {
    #expect(factor(roundTrip: .seconds(600)) == 10)
    #expect(factor(work: .seconds(Int64.max / 2)) == 10)
  }

  @Test func limitsGrowWithIt() {
    let limits = AdapterLimits(stepDeadline: .seconds(2), startDeadline: .seconds(10))
    let slow = Calibration(startTime: .zero, roundTrip: .milliseconds(40), work: .zero)
    #expect(limits.scaled(by: slow).stepDeadline == .seconds(16))
    #expect(limits.scaled(by: slow).startDeadline == .seconds(16))
    #expect(limits.scaled(by: slow).stopGrace == limits.stopGrace)
    let fast = Calibration(startTime: .zero, roundTrip: .zero, work: .zero)
    #expect(limits.scaled(by: fast) == limits)
  }

  @Test func allIsMeasuredAndNothingIsLeft() throws {
    let worker = AdapterWorker()
    try worker.start()
    let process = worker.processID
    let measured = try Calibration.measure(worker)
    expectGone(process)
    #expect(!worker.isRunning)
    #expect(measured.startTime > .zero && measured.work > .zero && measured.roundTrip > .zero)
  }

  @Test func slownessIsMeasured() throws {
    let measured = try Calibration.measure(AdapterWorker("slow"))
    #expect(measured.startTime >= .milliseconds(300))
    // It sleeps 10 ms. On a busy machine it may have begun to when our clock begins.
    #expect(measured.roundTrip >= .milliseconds(5))
    #expect(measured.deadlineFactor >= 2)
  }

  @Test(arguments: ["dies of the unknown", "silent at the unknown"])
  func whoCannotStandItIsMeasuredByItsStart(manner: String) throws {
    let worker = AdapterWorker(manner, .hasty)
    let measured = try Calibration.measure(worker)
    #expect(measured.roundTrip == .zero)
    #expect(measured.startTime > .zero)
    worker.limits = .patient
    #expect(worker.run(["good"]).ending == .answered)
  }

  @Test func whoCannotBeStartedSaysWhy() {
    let command = AdapterCommand(executable: "/nonexistent/adapter")
    #expect(throws: AdapterTrouble.self) {
      try Calibration.measure(AdapterWorker(command: command, harnessVersion: "0"))
    }
  }
}
