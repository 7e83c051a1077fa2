import AdapterDriver
import AdapterProtocol
import Synchronization
import Testing

@Suite struct AbandonedTests {
  private final class Count: Sendable {
    private let value = Mutex(0)
    func next() -> Int {
      value.withLock {
        $0 += 1; return $0
      }
    }
  }

  @Test(arguments: [false, true])
  func whatNobodyWantsEndsAtTheNextReply(oneByOne: Bool) throws {
    let worker = AdapterWorker("good")
    try worker.start()
    let process = worker.processID
    let asked = Count()
    worker.isAbandoned = { asked.next() > 3 }
    var conversation = ScriptedConversation(
      [String](repeating: "good", count: 50), oneByOne: oneByOne)
    #expect(worker.converse(&conversation) == .abandoned(step: 3))
    #expect(conversation.replies.count == 4)
    expectGone(process)
    worker.isAbandoned = { false }
    #expect(worker.run(["good"]).ending == .answered)
  }

  /// There is nothing to give up after the last reply.
  @Test func aConversationThatIsOverIsNotAbandoned() {
    let worker = AdapterWorker("good")
    worker.isAbandoned = { true }
    #expect(worker.run([]).ending == .answered)
    #expect(worker.run(["good"]).ending == .abandoned(step: 0))
  }

  /// What was wrong before counts.
  @Test func anEndingThatCameBeforeStays() {
    let worker = AdapterWorker("good")
    worker.isAbandoned = { true }
    var conversation = ScriptedConversation(["good", "good"])
    conversation.throwsAt = 0
    guard case .garbled = worker.converse(&conversation) else {
      Issue.record("the reply that cannot be read is lost")
      return
    }
  }
}
