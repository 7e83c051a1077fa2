import AdapterProtocol

extension AdapterCheck {
  /// A type of request that the adapter does not know is unsupported (adapter.md, Unknown things).
  static let unknownType = AdapterCheck(
    "unknown-type", "answers \"unsupported\" to an unknown type of request", needs: ["step"],
    remedy: """
      Answer a "type" that you do not know with {"id":…,"type":"unsupported","reason":"…"}, and go on.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      try bench.expectUnsupported(Frame(type: "assay-unknown") { _ in }, in: dialogue)
      for frame in probe.steps.prefix(1) { try bench.step(frame, in: dialogue) }
      return "unsupported, and the next step is observed"
    }
  }
}

extension CheckBench {
  /// Sends a request that the adapter cannot know.
  func expectUnsupported(_ frame: Frame, in dialogue: AdapterDialogue) throws(CheckStop) {
    let reply = try ask(frame, of: dialogue)
    guard case .unsupported = reply.envelope.kind else { throw reply.isNot("unsupported") }
  }
}
