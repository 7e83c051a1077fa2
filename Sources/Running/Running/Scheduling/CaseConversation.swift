import AdapterDriver
import AdapterProtocol
import Conformance
import JSONText

/// A case's session, as the driver sees it.
struct CaseConversation: Conversation {
  let session: any CaseSession
  /// The number of the request that is the start; nil until a reply has come.
  private(set) var firstRequest: Int64?
  /// The longest time between two replies, that to the start not counted.
  private(set) var longestStep = Duration.zero
  /// How many frames have been handed out.
  private(set) var frameCount = 0
  private var latestReply: ContinuousClock.Instant?
  private let recorder: ExchangeRecorder?

  /// - Parameter recorder: keeps what is said, from now on that of this conversation.
  init(session: any CaseSession, recorder: ExchangeRecorder? = nil) {
    self.session = session
    self.recorder = recorder
    recorder?.begin()
  }

  /// What was said, where it was recorded.
  func exchange(standardError: [UInt8]) -> ObservedExchange? {
    recorder?.exchange(standardError: standardError)
  }

  var needsStorage: Bool { session.needsStorage }

  mutating func appendReadyFrames(to frames: inout [Frame]) {
    let before = frames.count
    session.appendReadyFrames(to: &frames)
    frameCount += frames.count - before
    recorder?.send(frames[before...])
  }

  mutating func hear(_ line: UnsafeRawBufferPointer, frame: Int) {
    recorder?.hear(line, frame: frame)
  }

  mutating func receive(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) throws(JSONError) -> ConversationProgress {
    firstRequest = firstRequest ?? envelope.id &- Int64(frame)
    let now = ContinuousClock.now
    if let latestReply { longestStep = max(longestStep, now - latestReply) }
    latestReply = now
    try session.receive(envelope, line: line, frame: frame)
    return .goOn
  }

  mutating func overhear(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) {
    firstRequest = firstRequest ?? envelope.id &- Int64(frame)
    // What cannot be read says nothing: the reply itself has ended the case already.
    try? session.receiveLate(envelope, line: line, frame: frame)
  }

  /// Takes the reply `stopped` after the last reply of the conversation.
  func receive(farewell line: [UInt8]) {
    line.withUnsafeBytes { line in
      do throws(JSONError) {
        let envelope = try ReplyEnvelope.read(line)
        try session.receiveLate(envelope, line: line, frame: frameCount)
      } catch {
        // A reply that cannot be read says nothing of the implementation.
      }
    }
  }
}
