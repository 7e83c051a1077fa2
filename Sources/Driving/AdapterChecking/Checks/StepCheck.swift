import JSONText

extension AdapterCheck {
  /// Steps are answered by what the library did, in the suite's form (adapter.md, step).
  static let step = AdapterCheck(
    "step", "tells what the library did", needs: ["start"],
    remedy: """
      Pass the step to the library and answer {"id":…,"type":"observed",…} with all members that the \
      suite asks for, empty lists included.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      for frame in probe.steps {
        let reply = try bench.step(frame, in: dialogue)
        if let defect = bench.checkup.defect(probe.suite, reply.line) {
          throw .failed("\(defect), in \(Excerpt.of(reply.line))")
        }
      }
      return "\(probe.steps.count) steps observed"
    }
  }
}
