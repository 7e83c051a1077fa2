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
