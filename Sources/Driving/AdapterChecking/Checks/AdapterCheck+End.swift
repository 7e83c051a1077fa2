import AdapterProtocol

/// The end: the process leaves when it is told to, and has written replies only.
extension AdapterCheck {
  /// `stop` ends the process, with status 0 (Adapters.md, End).
  static let stop = AdapterCheck(
    "stop", "ends with status 0 on stop", needs: ["start"],
    remedy: """
      Answer {"id":…,"type":"stopped"}, flush, and exit with status 0 within 2 s, whatever threads and \
      timers the library has.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, _) throws(CheckStop) in
      let reply = try bench.ask(.stop(), of: dialogue, within: bench.stopTime)
      guard reply.envelope.kind == .stopped else { throw reply.isNot("stopped") }
      return try bench.expectEnd(of: dialogue)
    }
  }

  /// The end of the input ends the process, with status 0 (Adapters.md, End).
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

  /// Standard output carries replies only, one for each request (Adapters.md, Framing).
  static let repliesOnly = AdapterCheck(
    "replies-only", "writes nothing but replies to standard output", needs: ["hello"],
    remedy: """
      Send what the library and the runtime print to standard error: keep a copy of descriptor 1 for the \
      replies and make descriptor 1 a copy of 2. Answer each request once.
      """
  ) { (bench) throws(CheckStop) in
    guard let first = bench.strays.first else { return "nothing else came in all these checks" }
    let more = bench.strays.count > 1 ? " and \(bench.strays.count - 1) more lines" : ""
    throw .failed("it wrote \(first)\(more)")
  }
}

extension CheckBench {
  /// Waits for the end that the adapter has been told of.
  func expectEnd(of dialogue: AdapterDialogue) throws(CheckStop) -> String {
    switch dialogue.death(within: stopTime) {
    case .exit(0): return "status 0"
    case .some(let death): throw .failed("it \(death.sentence)\(dialogue.lastWords)")
    case nil: throw .failed("it lives on after \(stopTime)")
    }
  }
}

extension Death {
  /// The second half of a sentence whose subject is the adapter.
  var sentence: String {
    if case .signal = self { "was \(self)" } else { "\(self)" }
  }
}
