import AdapterProtocol

extension AdapterCheck {
  /// Replies arrive while the input stays open and nothing more is sent (adapter.md, Flush).
  static let flush = AdapterCheck(
    "flush", "sends each reply at once", needs: ["hello"],
    remedy: """
      Flush standard output after every reply: a pipe is buffered by most languages (Python \
      print(…, flush=True), C fflush(stdout), Ruby $stdout.sync = true, Java System.out.flush()).
      """
  ) { (bench) throws(CheckStop) in
    if bench.repliesAreLate {
      throw .failed("the reply to hello came only when the input had ended")
    }
    return try bench.withProcess { (dialogue) throws(CheckStop) in
      var frames = [bench.greeting]
      if let probe = bench.claimedProbe { frames += [probe.start] + probe.steps }
      for (index, frame) in frames.enumerated() {
        dialogue.send(frame)
        do throws(AdapterSilence) {
          _ = try dialogue.next(
            within: index < 2 ? bench.startTime : bench.stepTime)
        } catch {
          guard case .silent = error else { throw .skipped("\(error)") }
          dialogue.closeInput()
          guard (try? dialogue.next(within: .milliseconds(500))) != nil else {
            // It hangs, which is not for want of flushing: the check of that request says so.
            throw .skipped("\(error), nor when the input had ended")
          }
          throw .failed("the reply to request \(index + 1) came only when the input had ended")
        }
      }
      return frames.count == 1
        ? "the reply to hello" : "\(frames.count) replies, each before the next request"
    }
  }
}
