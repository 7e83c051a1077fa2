import AdapterDriver
import AdapterProtocol
import Glibc
import Testing

@Suite struct StoppingTests {
  @Test(arguments: [
    ("good", StopOutcome.exited(status: 0, answered: true)),
    ("mute", .exited(status: 0, answered: false)),
    ("bad status", .exited(status: 2, answered: true)),
    ("dies at stop", .died(signal: SIGABRT, answered: true)),
  ])
  func theEndIsTold(manner: String, outcome: StopOutcome) throws {
    let worker = AdapterWorker(manner)
    try worker.start()
    let process = worker.processID
    #expect(worker.stop() == outcome)
    expectGone(process)
    #expect(worker.stop() == .notRunning)
    #expect(worker.run(["good"]).ending == .answered)
  }

  @Test func theStubbornIsKilled() throws {
    let worker = AdapterWorker("stubborn", .hasty)
    try worker.start()
    let process = worker.processID
    #expect(worker.stop() == .killed(answered: true))
    expectGone(process)
  }

  @Test func theSilentIsKilled() throws {
    let worker = AdapterWorker("good", .hasty)
    #expect(worker.run(["no SIGTERM"]).ending == .answered)
    let process = worker.processID
    #expect(worker.stop() == .killed(answered: false))
    expectGone(process)
  }

  @Test func theDeadIsDead() throws {
    let worker = AdapterWorker()
    try worker.start()
    let process = try #require(worker.processID)
    kill(process, SIGKILL)
    #expect(eventually { livingProcesses(ofGroup: process).isEmpty })
    #expect(worker.stop() == .deadBefore(.signal(SIGKILL)))
    expectGone(process)
  }

  /// It dies 100 ms after its reply, and never looks at what it is told meanwhile.
  @Test func deathOnTheWayOutIsNoStop() {
    let worker = AdapterWorker()
    #expect(worker.run(["exit soon"]).ending == .answered)
    #expect(worker.stop() == .deadBefore(.exit(7)))
  }
}
