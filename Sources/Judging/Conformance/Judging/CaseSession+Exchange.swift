import AdapterProtocol
import JSONText

extension CaseSession {
  /// Takes what was recorded of an earlier conversation of the same case, as if it came now: up to the first reply that is missing, was
  /// cut, or cannot be read.
  package func take(_ exchange: ObservedExchange) {
    var frames: [Frame] = []
    for (number, step) in exchange.steps.enumerated() {
      appendReadyFrames(to: &frames)
      guard number < frames.count, step.bytesLeftOut == 0, let reply = step.reply,
        take(reply, frame: number)
      else { return }
    }
  }

  /// Whether the conversation went on after this reply.
  private func take(_ reply: [UInt8], frame: Int) -> Bool {
    reply.withUnsafeBytes { line in
      do throws(JSONError) {
        let envelope = try ReplyEnvelope.read(line)
        switch envelope.kind {
        case .started, .observed:
          try receive(envelope, line: line, frame: frame)
          return true
        case .hello, .stopped, .unsupported, .failure: return false
        }
      } catch {
        return false
      }
    }
  }
}
