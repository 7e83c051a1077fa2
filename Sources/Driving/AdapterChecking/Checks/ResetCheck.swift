import AdapterProtocol
import JSONText

extension AdapterCheck {
  /// Nothing of one start shows in the next (adapter.md, start).
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
