import AdapterProtocol

extension AdapterCheck {
  /// An action that the adapter does not know is unsupported (adapter.md, Unknown things).
  static let unknownAction = AdapterCheck(
    "unknown-action", "answers \"unsupported\" to an unknown action", needs: ["step"],
    remedy: """
      Answer a step whose "action" you do not know with {"id":…,"type":"unsupported","reason":"…"}: \
      later versions of a suite may have more actions, and their cases are skipped then.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      try bench.expectUnsupported(.step(action: "assay-unknown"), in: dialogue)
      for frame in probe.steps.prefix(1) { try bench.step(frame, in: dialogue) }
      return "unsupported, and the next step is observed"
    }
  }
}
