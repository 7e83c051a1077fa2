extension AdapterCheck {
  /// The end of the input ends the process, with status 0 (adapter.md, End).
  static let endOfInput = AdapterCheck(
    "end-of-input", "ends with status 0 when its input ends", needs: ["step"],
    remedy: "Leave the loop over standard input at its end and exit with status 0 within 2 s."
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      for frame in probe.steps.prefix(1) { try bench.step(frame, in: dialogue) }
      dialogue.closeInput()
      return try bench.expectEnd(of: dialogue)
    }
  }
}
