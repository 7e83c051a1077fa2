import AdapterDriver
import AdapterProtocol
import Glibc
import JSONText
import Testing

/// Descendants that try to outlive the adapter, in processes of their own: these adopt orphans.
@Suite struct StrayTests {
  @Test func nothingIsLeftAfterAStop() async {
    await #expect(processExitsWith: .success) {
      AdapterWorker.adoptOrphans()
      for way in ["l", "o", "c", "g", "d"] {
        let worker = AdapterWorker()
        let process = try stray(way, of: worker)
        worker.stop()
        expectGone(process, way)
      }
    }
  }

  @Test func nothingIsLeftAfterADeath() async {
    await #expect(processExitsWith: .success) {
      AdapterWorker.adoptOrphans()
      for action in ["abort", "exit 3", "hang"] {
        for way in ["l", "o"] {
          let worker = AdapterWorker("good", .patient)
          let process = try stray(way, of: worker)
          worker.limits.stepDeadline = .milliseconds(300)
          #expect(worker.run([action]).ending != .answered)
          expectGone(process, "\(action), \(way)")
        }
      }
    }
  }

  @Test func nothingIsLeftWhenTheWorkerGoes() async {
    await #expect(processExitsWith: .success) {
      AdapterWorker.adoptOrphans()
      var worker: AdapterWorker? = AdapterWorker()
      let process = try stray("o", of: try #require(worker))
      worker = nil
      expectGone(process, "o")
    }
  }

  @Test func whatOthersHaveStartedStays() async {
    await #expect(processExitsWith: .success) {
      AdapterWorker.adoptOrphans()
      let worker = AdapterWorker()
      let other = AdapterWorker()
      let process = try stray("o", of: other)
      _ = try stray("o", of: worker)
      worker.stop()
      #expect(kill(process, 0) == 0)
      #expect(other.run(["good"]).ending == .answered)
      other.stop()
      expectGone(process, "o")
    }
  }
}

/// Starts an adapter, lets it leave a process behind, and says which.
private func stray(_ way: String, of worker: AdapterWorker) throws -> pid_t {
  var conversation = ScriptedConversation(["stray \(way)"])
  #expect(worker.converse(&conversation) == .answered)
  let stray = try #require(conversation.replies.last?["stray"]?.integerValue)
  let process = pid_t(stray)
  try #require(process > 1)
  #expect(kill(process, 0) == 0, "it lives as long as the adapter does")
  #expect(getsid(process) != worker.processID, "it has left the session")
  return process
}

private func expectGone(_ process: pid_t, _ way: String) {
  #expect(kill(process, 0) == -1 && errno == ESRCH, "\(way): it is left, if only as a zombie")
}
