import AdapterProtocol

extension AdapterCheck {
  /// What the suite calls persistent survives a start with `keep` (adapter.md, start).
  static let keep = AdapterCheck(
    "keep", "keeps what is persistent in \"storage\" where \"keep\" says so", needs: ["step"],
    remedy: """
      Write what the suite calls persistent into a file of the folder "storage" at once, and read it \
      back at a start with "keep":true, also in a new process.
      """
  ) { (bench) throws(CheckStop) in
    let probe = try bench.knownProbe()
    guard !probe.keptMembers.isEmpty else { throw .skipped("nothing of \(probe.suite) is kept") }
    guard let folder = bench.checkup.storageFolder else {
      throw .skipped("there is no folder to keep it in")
    }
    // The last step ends the app; what it says is what the storage holds.
    var before = ""
    try bench.withGreeted { (dialogue) throws(CheckStop) in
      let start = Frame.start(
        suite: probe.suite, configuration: probe.configuration, storage: folder)
      let reply = try bench.ask(start, of: dialogue, within: bench.startTime)
      guard reply.envelope.kind == .started else { throw reply.isNot("started") }
      for frame in probe.steps {
        let reply = try bench.step(frame, in: dialogue)
        before = probe.summary(reply.line, members: probe.keptMembers)
      }
    }
    return try bench.withGreeted { (dialogue) throws(CheckStop) in
      let start = Frame.start(
        suite: probe.suite, configuration: probe.configuration, storage: folder, keep: true)
      let reply = try bench.ask(start, of: dialogue, within: bench.startTime)
      guard reply.envelope.kind == .started else { throw reply.isNot("started") }
      for frame in probe.steps.prefix(1) {
        let reply = try bench.step(frame, in: dialogue)
        let after = probe.summary(reply.line, members: probe.keptMembers)
        guard after == before else {
          throw .failed("it held \(before) before, and in the next process \(after)")
        }
      }
      return before
    }
  }
}
