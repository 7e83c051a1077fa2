extension AdapterCheck {
  /// A claimed suite can be started (adapter.md, start).
  static let start = AdapterCheck(
    "start", "starts the suite that it claims", needs: ["flush", "suites"],
    remedy: """
      Make a fresh instance of the library from "configuration" and answer \
      {"id":…,"type":"started"}; claim only what can be started.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (_, _) throws(CheckStop) in "started" }
  }
}
