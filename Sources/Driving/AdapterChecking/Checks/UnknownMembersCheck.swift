import AdapterProtocol
import JSONText

extension AdapterCheck {
  /// Members that the adapter does not know are ignored (adapter.md, Unknown things).
  static let unknownMembers = AdapterCheck(
    "unknown-members", "ignores members that it does not know", needs: ["step"],
    remedy: "Take from a request the members that you know, and pass over all others."
  ) { (bench) throws(CheckStop) in
    let probe = try bench.knownProbe()
    return try bench.withProcess { (dialogue) throws(CheckStop) in
      var start = probe
      if case .object(let members) = probe.configuration {
        start.configuration = .object(members + [strange])
      }
      let hello = try bench.ask(
        bench.greeting.with(strange), of: dialogue, within: bench.startTime)
      guard case .hello = hello.envelope.kind else { throw hello.isNot("hello") }
      let started = try bench.ask(
        start.start.with(strange), of: dialogue, within: bench.startTime)
      guard started.envelope.kind == .started else { throw started.isNot("started") }
      for frame in probe.steps { try bench.step(frame.with(strange), in: dialogue) }
      return "in hello, start, configuration and steps"
    }
  }

  /// A member that no version of the protocol will ever have, with all kinds of values in it.
  private static let strange = JSONMember(
    key: "assay-unknown", value: ["type": "stop", "id": 1, "list": [nil, true, 1.5, ["\u{0}"]]])
}

extension Frame {
  /// The request with one more member, before all others.
  fileprivate func with(_ member: JSONMember) -> Frame {
    var writer = JSONWriter()
    writer.value(.object([member]))
    return Frame(body: writer.bytes.dropLast() + [UInt8(ascii: ",")] + body.dropFirst())
  }
}
