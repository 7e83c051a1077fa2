import AdapterProtocol
import JSONText

/// Starts after the first: what they forget, what they keep, and what they share.
extension AdapterCheck {
  /// Nothing of one start shows in the next (Adapters.md, start).
  static let reset = AdapterCheck(
    "reset", "forgets everything at a start", needs: ["step"],
    remedy: """
      At each start make a new instance of the library and empty your own lists of calls and callbacks; \
      where the library cannot be made anew, say "freshProcess":true in the reply to hello.
      """
  ) { (bench) throws(CheckStop) in
    let probe = try bench.knownProbe()
    var first: [String] = []
    var split = false
    let second: [String] = try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      first = try bench.summaries(probe, in: dialogue)
      if let half = probe.split { try bench.step(half.first, in: dialogue) }
      guard !bench.needsFreshProcess else { return [] }
      do throws(CheckStop) {
        try bench.start(probe, in: dialogue)
      } catch {
        throw .skipped("there is no second start: see \"start-again\"")
      }
      if let half = probe.split {
        let reply = try bench.step(half.second, in: dialogue)
        let calls = try? JSONValue(parsing: reply.line, limits: .adapterLine)["calls"]?.arrayValue
        guard calls?.isEmpty != false else {
          throw .failed("a piece that came before the start was put together with one after it")
        }
        split = true
        try bench.start(probe, in: dialogue)
      }
      return try bench.summaries(probe, in: dialogue)
    }
    if bench.needsFreshProcess { throw .skipped("it asks for a new process at each start") }
    for (before, after) in zip(first, second) where before != after {
      throw .failed(
        "the same step after a second start gives \(Excerpt.of(Array(after.utf8), limit: 400)), "
          + "after the first \(Excerpt.of(Array(before.utf8), limit: 400))")
    }
    return "the same \(probe.steps.count) steps after two starts lead to the same"
      + (split ? ", and half a request is forgotten" : "")
  }

  /// What the suite calls persistent survives a start with `keep` (Adapters.md, start).
  static let keep = AdapterCheck(
    "keep", "keeps what is persistent in \"storage\" where \"keep\" says so", needs: ["step"],
    remedy: """
      Write what the suite calls persistent into a file of the folder "storage" at once, and read it \
      back at a start with "keep":true, also in a new process.
      """
  ) { (bench) throws(CheckStop) in
    let probe = try bench.knownProbe()
    guard !probe.keptMembers.isEmpty || probe.kept != nil else {
      throw .skipped("nothing of \(probe.suite) is kept")
    }
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
      if let kept = probe.kept {
        var line: [UInt8] = []
        for frame in kept.steps { line = try bench.step(frame, in: dialogue).line }
        let told = (try? JSONValue(parsing: line, limits: .adapterLine)) ?? .null
        if let problem = kept.problem(told) { throw .failed(problem) }
        return kept.words
      }
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

  /// One process serves many starts, or says that it cannot (Adapters.md, freshProcess).
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

  /// A process that was killed leaves nothing that the next one trips over (Adapters.md, End).
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

  /// A run has a process for each of its jobs.
  static let parallel = AdapterCheck(
    "parallel", "works while another one runs", needs: ["step"],
    remedy: """
      A run starts as many adapters at a time as it has --jobs: share no file, port or folder between \
      processes, or run with --jobs 1.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (one, probe) throws(CheckStop) in
      try bench.withStarted { (other, _) throws(CheckStop) in
        for frame in probe.steps.prefix(1) {
          try bench.step(frame, in: other)
          try bench.step(frame, in: one)
        }
        return "two processes at once"
      }
    }
  }
}

extension CheckBench {
  /// Makes all steps of the probe and returns what is compared of their replies.
  func summaries(
    _ probe: SuiteProbe, in dialogue: AdapterDialogue
  ) throws(CheckStop) -> [String] {
    var summaries: [String] = []
    for frame in probe.steps {
      let reply = try step(frame, in: dialogue)
      summaries.append(probe.summary(reply.line, members: probe.comparedMembers))
    }
    return summaries
  }
}
