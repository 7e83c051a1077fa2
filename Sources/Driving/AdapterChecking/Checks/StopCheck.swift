import AdapterProtocol

extension AdapterCheck {
  /// `stop` ends the process, with status 0 (adapter.md, End).
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
