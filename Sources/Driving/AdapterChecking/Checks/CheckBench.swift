import AdapterDriver
import AdapterProtocol
import JSONText

/// What the checks share: how a conversation is begun, and what earlier checks have learnt.
final class CheckBench {
  let checkup: AdapterCheckup
  /// What the adapter says of itself, once a check has asked.
  var hello: Hello?
  /// What is sent to the suite that the adapter claims, once that is known.
  var probe: SuiteProbe?
  /// Whether the reply to `hello` came only when the input had ended.
  var repliesAreLate = false
  /// What came on standard output in all conversations that is no reply.
  private(set) var strays: [String] = []
  /// Whether a process has outlived its input.
  private var lingers = false

  init(_ checkup: AdapterCheckup) { self.checkup = checkup }

  var limits: AdapterLimits { checkup.limits }

  /// Runs `body` with a new process, which is gone afterwards.
  func withProcess<Result>(
    _ body: (AdapterDialogue) throws(CheckStop) -> Result
  ) throws(CheckStop) -> Result {
    let dialogue: AdapterDialogue
    do throws(AdapterTrouble) {
      dialogue = try AdapterDialogue(checkup.command, limits: limits)
    } catch {
      throw .failed("\(error)")
    }
    defer {
      // What it still has to say counts, and a clean end leaves nothing behind; but of those that do
      // not end only the first is waited for.
      dialogue.closeInput()
      if dialogue.death(within: lingers ? .milliseconds(50) : .seconds(1)) == nil {
        lingers = true
      }
      dialogue.end()
      strays += dialogue.strays
    }
    return try body(dialogue)
  }

  /// Runs `body` with a new process that has answered `hello`.
  func withGreeted<Result>(
    _ body: (AdapterDialogue) throws(CheckStop) -> Result
  ) throws(CheckStop) -> Result {
    try withProcess { (dialogue) throws(CheckStop) in
      let reply = try ask(greeting, of: dialogue, within: startTime)
      guard case .hello = reply.envelope.kind else { throw reply.isNot("hello") }
      return try body(dialogue)
    }
  }

  /// Runs `body` with a new process in which the suite has been started.
  func withStarted<Result>(
    _ body: (AdapterDialogue, SuiteProbe) throws(CheckStop) -> Result
  ) throws(CheckStop) -> Result {
    let probe = try knownProbe()
    return try withGreeted { (dialogue) throws(CheckStop) in
      try start(probe, in: dialogue)
      return try body(dialogue, probe)
    }
  }

  /// The probe of the suite, for checks that need one.
  func knownProbe() throws(CheckStop) -> SuiteProbe {
    guard let probe else { throw .skipped("the adapter claims no suite that can be checked") }
    return probe
  }

  /// The request `hello`.
  var greeting: Frame { .hello(harnessName: "assay", version: checkup.harnessVersion) }

  /// Starts the suite and expects `started`.
  func start(_ probe: SuiteProbe, in dialogue: AdapterDialogue) throws(CheckStop) {
    let reply = try ask(probe.start, of: dialogue, within: max(startTime, stepTime))
    guard reply.envelope.kind == .started else { throw reply.isNot("started") }
    for frame in probe.opening { try step(frame, in: dialogue) }
  }

  /// Sends a step and expects `observed`.
  @discardableResult
  func step(_ frame: Frame, in dialogue: AdapterDialogue) throws(CheckStop) -> HeardReply {
    let reply = try ask(frame, of: dialogue)
    guard reply.envelope.kind == .observed else { throw reply.isNot("observed") }
    return reply
  }

  /// How long the reply to a step may take.
  var stepTime: Duration { limits.stepDeadline }

  /// How long starting may take, of the process and of an app.
  var startTime: Duration { limits.startDeadline }

  /// How long the end may take.
  var stopTime: Duration { limits.stopGrace }

  /// Sends a request and waits for the reply to it.
  ///
  /// - Throws: `failed` with what came instead. Where the reply comes only once the input has ended,
  ///   that is the matter of the check `flush` alone.
  func ask(
    _ frame: Frame, of dialogue: AdapterDialogue, within time: Duration? = nil
  ) throws(CheckStop) -> HeardReply {
    let id = dialogue.send(frame)
    let reply: AdapterReply
    do throws(AdapterSilence) {
      reply = try dialogue.next(within: time ?? stepTime)
    } catch {
      guard case .silent = error else { throw .failed("\(error)\(dialogue.lastWords)") }
      dialogue.closeInput()
      if (try? dialogue.next(within: .milliseconds(500))) != nil {
        throw .skipped("replies come only when the input has ended: see \"flush\"")
      }
      throw .failed(
        "\(error), nor when the input had ended (a reply that is not flushed never comes)"
          + dialogue.lastWords)
    }
    return try HeardReply(reply, to: id)
  }

  /// Whether the adapter wants a new process for every start.
  var needsFreshProcess: Bool { hello?.freshProcess == true }
}

/// A reply that is one, to the request that was asked.
struct HeardReply {
  let envelope: ReplyEnvelope
  let line: [UInt8]

  /// - Throws: `failed` where the line is no reply, or one to another request.
  init(_ reply: AdapterReply, to id: Int64) throws(CheckStop) {
    switch reply.content {
    case .failure(let error):
      throw .failed(
        "the reply to request \(id) cannot be read: \(error), in \(reply.excerpt)",
        remedy: "Write each reply as one JSON object on one line, in UTF-8, with \"id\" and "
          + "\"type\", by a JSON library that keeps to RFC 8259.")
    case .success(let envelope):
      guard envelope.id == id else {
        throw .failed(
          "a reply to request \(envelope.id) came where \(id) is next: \(reply.excerpt)",
          remedy: "Repeat the request's \"id\" in its reply, and answer in the order asked.")
      }
      self.envelope = envelope
      line = reply.line
    }
  }

  /// The failure that this is no reply of the wanted type.
  func isNot(_ wanted: String) -> CheckStop {
    let more =
      switch envelope.kind {
      case .unsupported(let reason): " (\(reason))"
      case .failure(let message): " (\(message))"
      default: ""
      }
    return .failed("\"\(envelope.kind.name)\"\(more) came where \"\(wanted)\" is right")
  }

  /// Whether the adapter says that it cannot do this, or is in trouble.
  var isRefusal: Bool {
    switch envelope.kind {
    case .unsupported, .failure: true
    default: false
    }
  }
}
