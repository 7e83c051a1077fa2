import AdapterProtocol
import Conformance

/// Keeps what is said in one conversation, in case it becomes evidence.
///
/// Most cases pass, so that recording must cost next to nothing: requests are shared, replies are copied into a buffer that is used
/// again for the next conversation, and the value that goes into a report is made only for a case that does not pass.
final class ExchangeRecorder {
  /// How much of one request or reply is kept: its first 256 KiB.
  static let maxTextBytes = 256 << 10
  /// How much of one case's requests and replies is kept in all: 1 MiB.
  static let maxCaseBytes = 1 << 20

  private struct Reply {
    let frame: Int
    /// Where its bytes are in `replyBytes`.
    let range: Range<Int>
    let bytesLeftOut: Int
  }

  private var frames: [Frame] = []
  private var replies: [Reply] = []
  private var replyBytes: [UInt8] = []

  /// Forgets the conversation before, and keeps its memory.
  func begin() {
    frames.removeAll(keepingCapacity: true)
    replies.removeAll(keepingCapacity: true)
    replyBytes.removeAll(keepingCapacity: true)
  }

  /// Takes the frames that were handed out to be sent.
  func send(_ more: ArraySlice<Frame>) { frames.append(contentsOf: more) }

  /// Takes what came where the reply to a frame was due.
  func hear(_ line: UnsafeRawBufferPointer, frame: Int) {
    let kept = line.prefix(min(Self.maxTextBytes, Self.maxCaseBytes - replyBytes.count))
    let start = replyBytes.count
    replyBytes.append(contentsOf: kept)
    replies.append(
      Reply(
        frame: frame, range: start..<replyBytes.count, bytesLeftOut: line.count - kept.count))
  }

  /// What was said, step by step from the beginning, as far as it fits. A step for which no room is left counts as left out.
  func exchange(standardError: [UInt8]) -> ObservedExchange {
    var exchange = ObservedExchange(standardError: standardError)
    var room = Self.maxCaseBytes
    var answers = replies[...]
    for (number, frame) in frames.enumerated() {
      guard room > 0 else {
        exchange.stepsLeftOut = frames.count - number
        break
      }
      let request = frame.body.prefix(min(Self.maxTextBytes, room))
      room -= request.count
      var step = ObservedExchange.Step(
        request: Array(request), bytesLeftOut: frame.body.count - request.count)
      while let answer = answers.first, answer.frame <= number {
        answers = answers.dropFirst()
        guard answer.frame == number, step.reply == nil else { continue }
        let reply = replyBytes[answer.range].prefix(room)
        room -= reply.count
        step.reply = Array(reply)
        step.bytesLeftOut += answer.bytesLeftOut + answer.range.count - reply.count
      }
      exchange.steps.append(step)
    }
    return exchange
  }
}

extension Verdict {
  /// Whether a report shows what was said.
  var needsEvidence: Bool {
    switch self {
    case .failed, .warned, .crashed, .timedOut, .overLimit, .adapterFault, .unexpectedPass: true
    case .passed, .skipped, .notRun, .knownFailure: false
    }
  }
}
