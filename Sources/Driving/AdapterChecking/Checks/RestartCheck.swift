extension AdapterCheck {
  /// A process that was killed leaves nothing that the next one trips over (adapter.md, End).
  static let restart = AdapterCheck(
    "restart", "works again after it has been killed", needs: ["step"],
    remedy: """
      A process is killed without warning where the library hangs: leave no lock file, port or half \
      written state behind that keeps the next process from starting.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      for frame in probe.steps.prefix(1) { try bench.step(frame, in: dialogue) }
      dialogue.end()
    }
    return try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      for frame in probe.steps.prefix(1) { try bench.step(frame, in: dialogue) }
      return "a second process does what the first did"
    }
  }
}
