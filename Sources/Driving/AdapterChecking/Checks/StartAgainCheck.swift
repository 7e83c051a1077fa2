extension AdapterCheck {
  /// One process serves many starts, or says that it cannot (adapter.md, freshProcess).
  static let startAgain = AdapterCheck(
    "start-again", "starts the suite more than once in one process", needs: ["step"],
    remedy: """
      Drop the old instance of the library at a start and make a new one; where it cannot be made twice \
      in one process, say "freshProcess":true in the reply to hello.
      """
  ) { (bench) throws(CheckStop) in
    if bench.needsFreshProcess { throw .skipped("it asks for a new process at each start") }
    return try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      for _ in 0..<8 {
        try bench.start(probe, in: dialogue)
        for frame in probe.steps.prefix(1) { try bench.step(frame, in: dialogue) }
      }
      return "9 starts"
    }
  }
}
