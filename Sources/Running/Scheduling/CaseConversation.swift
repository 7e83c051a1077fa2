import AdapterDriver
import AdapterProtocol
import Conformance
import JSONText

/// A case's session, as the driver sees it.
struct CaseConversation: Conversation {
  let session: any CaseSession

  mutating func appendReadyFrames(to frames: inout [Frame]) {
    session.appendReadyFrames(to: &frames)
  }

  mutating func receive(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) throws(JSONError) -> ConversationProgress {
    try session.receive(envelope, line: line, frame: frame)
    return .goOn
  }
}
