import AdapterProtocol

extension AdapterCheck {
  /// Requests that come in one go are answered in order, by their ids (adapter.md, Order).
  static let order = AdapterCheck(
    "order", "answers requests that come together in order", needs: ["step"],
    remedy: """
      Read line by line and answer each request before the next is looked at, with its own "id"; take \
      all lines that a read brings, not only the first.
      """
  ) { (bench) throws(CheckStop) in
    let probe = try bench.knownProbe()
    return try bench.withGreeted { (dialogue) throws(CheckStop) in
      let frames = [probe.start] + probe.steps + probe.steps
      let ids = dialogue.send(together: frames)
      for (index, id) in ids.enumerated() {
        let reply: AdapterReply
        do throws(AdapterSilence) {
          reply = try dialogue.next(within: bench.startTime)
        } catch {
          throw .failed("\(error), for request \(index + 1) of \(ids.count) that came together")
        }
        _ = try HeardReply(reply, to: id)
      }
      return "\(ids.count) requests sent before a reply was read"
    }
  }
}
