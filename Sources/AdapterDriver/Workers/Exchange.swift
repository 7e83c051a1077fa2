import AdapterProtocol
import JSONText

/// The book of one conversation: what has been sent and what has been answered.
struct Exchange {
  /// The frames of the conversation so far.
  var frames: [Frame] = []
  /// How many of them have been sent.
  var sent = 0
  /// How many replies have come.
  var received = 0
  /// The request number of frame 0.
  var firstID: Int64

  init(firstID: Int64) { self.firstID = firstID }

  /// How a conversation ended, and what that means for the process.
  enum End {
    /// The process can go on.
    case complete(Ending)
    /// The process must go.
    case broken(Ending)
    /// The first reply is one to an earlier conversation.
    case stale(ProtocolFault)
  }

  /// Why a line is not the reply that is due.
  enum Refusal: Error {
    case fault(ProtocolFault)
    /// It answers a request of an earlier conversation.
    case stale(ProtocolFault)
  }

  /// Numbers the frames that have not been sent and hands them to the process.
  mutating func send(to process: AdapterProcess) {
    while sent < frames.count {
      frames[sent].appendLine(id: process.nextID, to: &process.outgoing)
      process.nextID += 1
      sent += 1
    }
  }

  /// Reads a line as the reply that is due, and counts it.
  mutating func accept(
    _ line: UnsafeRawBufferPointer, isFirstOfProcess: Bool
  ) -> Result<ReplyEnvelope, Refusal> {
    let envelope: ReplyEnvelope
    do throws(JSONError) {
      envelope = try ReplyEnvelope.read(line)
    } catch {
      return .failure(.fault(.notJSON(error)))
    }
    let expected = firstID &+ Int64(received)
    guard envelope.id == expected else {
      if received == 0, envelope.id < firstID, !isFirstOfProcess {
        return .failure(.stale(.extraReply(excerpt(line))))
      }
      return .failure(.fault(.wrongID(expected: expected, got: envelope.id)))
    }
    received += 1
    return .success(envelope)
  }

  /// Gives a reply to the conversation and asks it for more frames. Returns the ending where the
  /// reply brings it about.
  mutating func deliver(
    _ envelope: ReplyEnvelope, _ line: UnsafeRawBufferPointer, _ step: Int,
    _ conversation: inout some Conversation
  ) -> Ending? {
    switch envelope.kind {
    case .unsupported(let reason): return .unsupported(reason: reason, step: step)
    case .failure(let message): return .adapterFailure(.replied(message), step: step)
    case .started where step == 0, .observed where step > 0: break
    default:
      let expected = step == 0 ? "started" : "observed"
      return .garbled(.wrongKind(expected: expected, got: envelope.kind.name), step: step)
    }
    do throws(JSONError) {
      guard try conversation.receive(envelope, line: line, frame: step) == .goOn else {
        return .answered
      }
    } catch {
      return .garbled(.notJSON(error), step: step)
    }
    conversation.appendReadyFrames(to: &frames)
    return nil
  }
}
