import AdapterDriver
import AdapterProtocol
import Testing

/// Conversations that have a time in all.
@Suite struct CutShortTests {
  private func conversation(_ action: String, _ count: Int = 200) -> ScriptedConversation {
    var conversation = ScriptedConversation([String](repeating: action, count: count))
    conversation.stepDeadlinesInAll = 2
    return conversation
  }

  private func worker() -> AdapterWorker {
    var limits = AdapterLimits.patient
    // A nap is a tenth of it, and both together are a fiftieth of all naps.
    limits.stepDeadline = .milliseconds(500)
    return AdapterWorker("good", limits)
  }

  @Test func whatTakesTooLongInAllIsCutShort() throws {
    let worker = worker()
    try worker.start()
    let process = worker.processID
    var slow = conversation("nap")
    slow.memoryMarks = [1, 200]
    guard case .cutShort(let step, let time) = worker.converse(&slow) else {
      Issue.record("it was not cut short")
      return
    }
    #expect(time == .seconds(1))
    // It sleeps 50 ms for each.
    #expect((1...21).contains(step) && slow.replies.count == step + 1)
    #expect(worker.lastStep == step)
    #expect(worker.memoryAtMarks.count == 2, "after the first mark, and at the end")
    expectGone(process)
    #expect(worker.run(["good"]).ending == .answered)
  }

  @Test func aQuickOneIsNot() throws {
    var quick = conversation("good")
    #expect(worker().converse(&quick) == .answered)
    #expect(quick.replies.count == 201)
  }

  @Test func withoutATimeInAllEachStepHasItsOwn() throws {
    var slow = conversation("nap", 25)
    slow.stepDeadlinesInAll = nil
    #expect(worker().converse(&slow) == .answered)
  }

  /// A step that hangs is a hang, and a death is a death.
  @Test func worseEndingsStay() throws {
    var hanging = conversation("hang", 1)
    #expect(worker().converse(&hanging) == .hung(step: 1))
    var dying = ScriptedConversation([String](repeating: "nap", count: 3) + ["exit 3", "good"])
    dying.stepDeadlinesInAll = 2
    #expect(worker().converse(&dying) == .crashed(.exit(3), step: 4))
  }
}
