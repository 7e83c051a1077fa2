extension AdapterCheck {
  /// A step before any start is the adapter's own trouble (adapter.md, Its own trouble).
  static let earlyStep = AdapterCheck(
    "early-step", "answers \"failure\" to a step before any start", needs: ["start"],
    remedy: """
      Answer {"id":…,"type":"failure","message":"…"} where no suite has been started; never end the \
      process over a request.
      """
  ) { (bench) throws(CheckStop) in
    let probe = try bench.knownProbe()
    return try bench.withGreeted { (dialogue) throws(CheckStop) in
      for frame in probe.steps.prefix(1) {
        let reply = try bench.ask(frame, of: dialogue)
        guard reply.isRefusal else { throw reply.isNot("failure") }
      }
      try bench.start(probe, in: dialogue)
      return "refused, and the start after it is answered"
    }
  }
}
