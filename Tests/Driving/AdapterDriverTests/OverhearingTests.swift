import AdapterDriver
import AdapterProtocol
import Testing

/// Replies that tell of something late and are not received as replies.
@Suite struct OverhearingTests {
  private func overheard(
    _ actions: [String], enoughAfter: Int = .max
  ) -> (ending: Ending, received: Int, frames: [Int]) {
    var conversation = ScriptedConversation(actions)
    conversation.enoughAfter = enoughAfter
    let worker = AdapterWorker()
    let ending = worker.converse(&conversation)
    #expect(worker.stop() == .exited(status: 0, answered: true))
    return (ending, conversation.replies.count, conversation.overheard)
  }

  @Test func whatIsReceivedIsNotOverheard() {
    let (ending, received, frames) = overheard(["late", "good", "late"])
    #expect(ending == .answered)
    #expect(received == 4)
    #expect(frames.isEmpty)
  }

  @Test func theRepliesThatEndACaseAreOverheard() {
    let unsupported = overheard(["good", "late unsupported"])
    #expect(unsupported.ending == .unsupported(reason: "no such", step: 2))
    #expect(unsupported.received == 2)
    #expect(unsupported.frames == [2])
    let failure = overheard(["late failure"])
    #expect(failure.ending == .adapterFailure(.replied("oh"), step: 1))
    #expect(failure.frames == [1])
  }

  /// They were sent together with what ended the case.
  @Test func theRepliesBehindTheEndAreOverheard() {
    let (ending, received, frames) = overheard(["unsupported", "good", "late", "late failure"])
    #expect(ending == .unsupported(reason: "no such", step: 1))
    #expect(received == 1)
    #expect(frames == [3, 4])
  }

  @Test func theRepliesBehindEnoughAreOverheard() {
    let (ending, received, frames) = overheard(["good", "late", "good"], enoughAfter: 2)
    #expect(ending == .answered)
    #expect(received == 2)
    #expect(frames == [2])
  }
}
