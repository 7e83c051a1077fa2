import AdapterProtocol

extension AdapterCheck {
  /// Lines of megabytes are read whole (adapter.md, Framing).
  static let longLines = AdapterCheck(
    "long-lines", "reads lines of 1 and 4 MiB", needs: ["step", "unknown-members"],
    remedy: """
      Read whole lines of up to 16 MiB into memory that grows; a buffer of fixed size, or a line reader \
      with a limit (Go bufio.Scanner: 64 KiB), cuts them.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      let time = max(bench.stepTime, .seconds(10))
      let filler = String(repeating: "x", count: 4 << 20)
      for frame in probe.steps.prefix(1) {
        let padded = Frame(
          body: Array("{\"assay-unknown\":\"\(filler)\",".utf8) + frame.body.dropFirst())
        let reply = try bench.ask(padded, of: dialogue, within: time)
        guard reply.envelope.kind == .observed else { throw reply.isNot("observed") }
      }
      let reply = try bench.ask(probe.longStep(1 << 20), of: dialogue, within: time)
      guard reply.envelope.kind == .observed else { throw reply.isNot("observed") }
      for frame in probe.steps.prefix(1) { try bench.step(frame, in: dialogue) }
      return "1 MiB in one string that the library sees, 4 MiB in an unknown member"
    }
  }
}
