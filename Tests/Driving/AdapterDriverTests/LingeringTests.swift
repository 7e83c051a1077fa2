import AdapterDriver
import AdapterProtocol
import Glibc
import Testing

/// What an adapter does behind its last reply, while the worker lingers.
@Suite struct LingeringTests {
  /// Conducts a conversation that ends well, and lingers; the process must be gone where something
  /// came of it.
  private func ending(behind action: String, _ limits: AdapterLimits = .patient) throws -> Ending? {
    let worker = AdapterWorker("good", limits)
    try worker.start()
    let process = worker.processID
    #expect(worker.run(["good", action]).ending == .answered)
    let ending = worker.linger(for: .seconds(30))
    #expect(!worker.isRunning)
    expectGone(process)
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.aftermath == nil)
    return ending
  }

  @Test func aDeathIsSeen() throws {
    #expect(try ending(behind: "exit soon") == .crashed(.exit(7), step: 2))
  }

  @Test func outputThatNobodyAskedForIsSeen() throws {
    #expect(
      try ending(behind: "chatter soon") == .garbled(.extraReply("\"Loading\""), step: 2))
  }

  @Test func theEndOfTheOutputIsSeen() throws {
    var limits = AdapterLimits.patient
    limits.deathGrace = .milliseconds(200)
    #expect(try ending(behind: "close soon", limits) == .garbled(.closedOutput, step: 2))
  }

  @Test func greedIsSeen() throws {
    var limits = AdapterLimits.patient
    limits.maxMemoryGrowthBytes = 100 << 20
    guard
      case .overran(.memory(let bytes, limit: 33_554_432), step: 2) =
        try ending(behind: "eat soon", limits)
    else {
      Issue.record("it was not found")
      return
    }
    #expect(bytes > 100 << 20)
  }

  @Test func silenceIsNothing() {
    let worker = AdapterWorker()
    #expect(worker.linger(for: .seconds(30)) == nil, "nothing runs")
    #expect(worker.run(["good"]).ending == .answered)
    let process = worker.processID
    #expect(worker.linger(for: .milliseconds(50)) == nil)
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.processID == process)
    worker.stop()
  }
}
