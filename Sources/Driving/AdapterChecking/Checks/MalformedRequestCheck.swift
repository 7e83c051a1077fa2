extension AdapterCheck {
  /// A request that lacks what it needs is answered, and nothing ends (adapter.md, Its own trouble).
  static let malformedRequest = AdapterCheck(
    "malformed-request", "answers \"failure\" to a malformed request, and lives on",
    needs: ["step"],
    remedy: """
      Catch whatever goes wrong while a request is read and answer \
      {"id":…,"type":"failure","message":"…"}: an adapter that dies over a request is taken for a \
      library that crashes.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      let reply = try bench.ask(probe.malformedStep, of: dialogue)
      guard reply.isRefusal else { throw reply.isNot("failure") }
      for frame in probe.steps.prefix(1) { try bench.step(frame, in: dialogue) }
      return "refused, and the next step is observed"
    }
  }
}
