import AdapterDriver
import AdapterProtocol
import Glibc
import Testing

@Suite struct HangTests {
  @Test(arguments: [
    "hang", "spin", "stop signal", "dribble", "errors for ever",
  ])
  func silenceIsAHangAtItsStep(action: String) throws {
    let worker = AdapterWorker("good", .hasty)
    try worker.start()
    let process = worker.processID
    let (ending, replies) = worker.run(["good", action, "good"])
    #expect(ending == .hung(step: 2))
    #expect(replies == 2)
    expectGone(process)
    worker.limits = .patient
    #expect(worker.run(["good"]).ending == .answered)
    #expect(worker.aftermath == nil)
  }

  /// A long nap takes 1.5 s.
  @Test func aStepWithSeveralDeadlinesIsLateFirstAndHangsThen() {
    var limits = AdapterLimits.patient
    limits.stepDeadline = .milliseconds(750)
    let worker = AdapterWorker("good", limits)
    var slow = ScriptedConversation(["long nap", "good"])
    #expect(worker.converse(&slow) == .hung(step: 1))
    #expect(slow.exceeded.isEmpty)
    slow = ScriptedConversation(["long nap", "good"])
    slow.deadlinesOfStep = 40
    #expect(worker.converse(&slow) == .answered)
    #expect(slow.exceeded.first == 1 && slow.replies.count == 3)
    slow = ScriptedConversation(["good", "hang"])
    slow.deadlinesOfStep = 2
    #expect(worker.converse(&slow) == .hung(step: 2))
  }

  @Test(arguments: ["deaf", "close input", "no SIGTERM"], [false, true])
  func whoDoesNotReadHangsAtTheNextStep(action: String, oneByOne: Bool) throws {
    let worker = AdapterWorker("good", .hasty)
    try worker.start()
    let process = worker.processID
    // More than any pipe holds, so that writing would block for ever, or break the pipe.
    var conversation = ScriptedConversation(
      [action, "good", "good"], oneByOne: oneByOne, fillerBytes: 2 << 20)
    #expect(worker.converse(&conversation) == .hung(step: 2))
    #expect(conversation.replies.count == 2)
    expectGone(process)
    worker.limits = .patient
    #expect(worker.run(["good"]).ending == .answered)
  }

  @Test func aFloodOfErrorsIsNoFault() {
    let worker = AdapterWorker()
    let (ending, replies) = worker.run(["errors", "good"])
    #expect(ending == .answered)
    #expect(replies == 3)
    worker.stop()
    let tail = worker.standardErrorTail
    #expect(tail.count == 8 << 10)
    #expect(String(decoding: tail.suffix(10), as: UTF8.self) == "eeethe end")
  }
}
