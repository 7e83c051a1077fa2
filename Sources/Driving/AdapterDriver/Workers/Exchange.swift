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
  /// The request number of frame 0, or what it would be if the process is not the first.
  var firstID: Int64
  /// The folder that the case's starts name.
  var storage: String?
  /// Whether a start after the first waits for a process of its own.
  var relaunches = false
  /// The first frame that is longer than a line may be, where one has come up: nothing is sent from there on.
  private(set) var unsendable: Ending?
  /// Whether a frame is sent only when all before it have been answered.
  var isOneByOne = false

  init(firstID: Int64) { self.firstID = firstID }

  /// How a conversation ended, and what that means for the process.
  enum End {
    /// The next frame is a start, and waits for a process of its own.
    case relaunch
    /// The process can go on.
    case complete(Ending)
    /// The process must go.
    case broken(Ending)
    /// An earlier conversation ended like this. The process never read any of the present one, or
    /// answered the earlier one again.
    case stale(Ending)
  }

  /// Why a line is not the reply that is due.
  enum Refusal: Error {
    case fault(ProtocolFault)
    /// It answers a request of an earlier conversation.
    case stale(ProtocolFault)
  }

  /// Whether a frame is a start: the first one is, and others may be.
  func isStart(_ frame: Int) -> Bool {
    frame == 0 || frame < frames.count && frames[frame].isStart
  }

  /// Whether the next frame to be sent has to wait for a fresh process.
  var waitsForProcess: Bool {
    relaunches && sent > 0 && sent < frames.count && isStart(sent)
  }

  /// Continues with a fresh process, once everything that was sent has been answered.
  mutating func go(on process: AdapterProcess) {
    firstID = process.nextID &- Int64(sent)
    send(to: process, afterRelaunch: true)
  }

  /// Numbers the frames that have not been sent and hands them to the process, up to a start that
  /// needs another process.
  mutating func send(to process: AdapterProcess, afterRelaunch: Bool = false) {
    var mayStart = afterRelaunch
    while sent < frames.count, unsendable == nil {
      if isOneByOne, sent > received { return }
      if !mayStart, waitsForProcess { return }
      mayStart = false
      var frame = frames[sent]
      if let storage, isStart(sent) { frame = frame.storing(in: storage) }
      if frame.mostLineBytes > Frame.maxLineBytes {
        return unsendable = .unsendable(bytes: frame.mostLineBytes, step: sent)
      }
      _ = process.enqueue(frame)
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

  /// Gives a reply to the conversation and asks it for more frames. Returns the ending if the reply
  /// ends the conversation.
  mutating func deliver(
    _ envelope: ReplyEnvelope, _ line: UnsafeRawBufferPointer, _ step: Int,
    _ conversation: inout some Conversation
  ) -> Ending? {
    if envelope.hasLate, envelope.kind != .started, envelope.kind != .observed {
      conversation.overhear(envelope, line: line, frame: step)
    }
    switch envelope.kind {
    case .unsupported(let reason): return .unsupported(reason: reason, step: step)
    case .failure(let message): return .adapterFailure(.replied(message), step: step)
    case .started where isStart(step), .observed where !isStart(step): break
    default:
      let expected = isStart(step) ? "started" : "observed"
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
