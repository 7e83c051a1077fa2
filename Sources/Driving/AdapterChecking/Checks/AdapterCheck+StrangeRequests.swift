import AdapterProtocol
import JSONText

/// Requests that the adapter does not know or cannot read: it refuses them and goes on.
extension AdapterCheck {
  /// Members that the adapter does not know are ignored (Adapters.md, Unknown things).
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
      for frame in probe.opening + probe.steps { try bench.step(frame.with(strange), in: dialogue) }
      return "in hello, start, configuration and steps"
    }
  }

  /// A member that no version of the protocol will ever have, with all kinds of values in it.
  private static let strange = JSONMember(
    key: "assay-unknown", value: ["type": "stop", "id": 1, "list": [nil, true, 1.5, ["\u{0}"]]])

  /// A type of request that the adapter does not know is unsupported (Adapters.md, Unknown things).
  static let unknownType = AdapterCheck(
    "unknown-type", "answers \"unsupported\" to an unknown type of request", needs: ["step"],
    remedy: """
      Answer a "type" that you do not know with {"id":…,"type":"unsupported","reason":"…"}, and go on.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      try bench.expectUnsupported(Frame(type: "assay-unknown") { _ in }, in: dialogue)
      for frame in probe.steps.prefix(1) { try bench.step(frame, in: dialogue) }
      return "unsupported, and the next step is observed"
    }
  }

  /// An action that the adapter does not know is unsupported (Adapters.md, Unknown things).
  static let unknownAction = AdapterCheck(
    "unknown-action", "answers \"unsupported\" to an unknown action", needs: ["step"],
    remedy: """
      Answer a step whose "action" you do not know with {"id":…,"type":"unsupported","reason":"…"}: \
      later versions of a suite may have more actions, and their cases are skipped then.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      try bench.expectUnsupported(.step(action: "assay-unknown"), in: dialogue)
      for frame in probe.steps.prefix(1) { try bench.step(frame, in: dialogue) }
      return "unsupported, and the next step is observed"
    }
  }

  /// The start of a suite that the adapter does not know is unsupported (Adapters.md, start).
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

  /// A step before any start is the adapter's own trouble (Adapters.md, Its own trouble).
  static let earlyStep = AdapterCheck(
    "early-step", "answers \"failure\" to a step before any start", needs: ["start"],
    remedy: """
      Answer {"id":…,"type":"failure","message":"…"} where no suite has been started; never end the \
      process over a request.
      """
  ) { (bench) throws(CheckStop) in
    let probe = try bench.knownProbe()
    return try bench.withGreeted { (dialogue) throws(CheckStop) in
      for frame in probe.steps.prefix(1) {
        let reply = try bench.ask(frame, of: dialogue)
        guard reply.isRefusal else { throw reply.isNot("failure") }
      }
      try bench.start(probe, in: dialogue)
      return "refused, and the start after it is answered"
    }
  }

  /// A request that lacks what it needs is answered, and nothing ends (Adapters.md, Its own trouble).
  static let malformedRequest = AdapterCheck(
    "malformed-request", "answers \"failure\" to a malformed request, and lives on",
    needs: ["step"],
    remedy: """
      Catch whatever goes wrong while a request is read and answer \
      {"id":…,"type":"failure","message":"…"}: an adapter that dies over a request is taken for a \
      library that crashes.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      let reply = try bench.ask(probe.malformedStep, of: dialogue)
      guard reply.isRefusal else { throw reply.isNot("failure") }
      for frame in probe.steps.prefix(1) { try bench.step(frame, in: dialogue) }
      return "refused, and the next step is observed"
    }
  }
}

extension Frame {
  /// The request with one more member, before all others.
  fileprivate func with(_ member: JSONMember) -> Frame {
    var writer = JSONWriter()
    writer.value(.object([member]))
    return Frame(body: writer.bytes.dropLast() + [UInt8(ascii: ",")] + body.dropFirst())
  }
}

extension CheckBench {
  /// Sends a request that the adapter cannot know.
  func expectUnsupported(_ frame: Frame, in dialogue: AdapterDialogue) throws(CheckStop) {
    let reply = try ask(frame, of: dialogue)
    guard case .unsupported = reply.envelope.kind else { throw reply.isNot("unsupported") }
  }
}
