import AdapterProtocol

extension AdapterCheck {
  /// The start of a suite that the adapter does not know is unsupported (adapter.md, start).
  static let unknownSuite = AdapterCheck(
    "unknown-suite", "answers \"unsupported\" to the start of an unknown suite", needs: ["start"],
    remedy: """
      Look at "suite" of a start before anything else, and answer one that you do not claim with \
      {"id":…,"type":"unsupported","reason":"…"}.
      """
  ) { (bench) throws(CheckStop) in
    let probe = try bench.knownProbe()
    return try bench.withGreeted { (dialogue) throws(CheckStop) in
      try bench.expectUnsupported(
        .start(suite: "assay-unknown", configuration: probe.configuration), in: dialogue)
      if bench.needsFreshProcess { return "unsupported" }
      try bench.start(probe, in: dialogue)
      return "unsupported, and the next start is answered"
    }
  }
}
