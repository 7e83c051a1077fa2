import AdapterProtocol
import JSONText

/// The conversation: a suite starts, and steps of any text, bytes and length are answered in order.
extension AdapterCheck {
  /// A claimed suite can be started (Adapters.md, start).
  static let start = AdapterCheck(
    "start", "starts the suite that it claims", needs: ["flush", "suites"],
    remedy: """
      Make a fresh instance of the library from "configuration" and answer \
      {"id":…,"type":"started"}; claim only what can be started.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (_, _) throws(CheckStop) in "started" }
  }

  /// Steps are answered by what the library did, in the suite's form (Adapters.md, step).
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

  /// Requests that come in one go are answered in order, by their ids (Adapters.md, Order).
  static let order = AdapterCheck(
    "order", "answers requests that come together in order", needs: ["step"],
    remedy: """
      Read line by line and answer each request before the next is looked at, with its own "id"; take \
      all lines that a read brings, not only the first.
      """
  ) { (bench) throws(CheckStop) in
    let probe = try bench.knownProbe()
    return try bench.withGreeted { (dialogue) throws(CheckStop) in
      let frames = [probe.start] + probe.opening + probe.steps + probe.steps
      let ids = dialogue.send(together: frames)
      for (index, id) in ids.enumerated() {
        let reply: AdapterReply
        do throws(AdapterSilence) {
          reply = try dialogue.next(within: index == 0 ? bench.startTime : bench.stepTime)
        } catch {
          throw .failed("\(error), for request \(index + 1) of \(ids.count) that came together")
        }
        _ = try HeardReply(reply, to: id)
      }
      return "\(ids.count) requests sent before a reply was read"
    }
  }

  /// Lines of megabytes are read whole (Adapters.md, Framing).
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

  /// Strings hold any Unicode, written out or escaped (Adapters.md, Typed values).
  static let unicode = AdapterCheck(
    "unicode", "takes and gives any Unicode", needs: ["step"],
    remedy: """
      Read and write strings by a JSON library that knows surrogate pairs and \\u0000, in UTF-8 whatever \
      the locale (Python: sys.stdin.buffer; Java: StandardCharsets.UTF_8), and do not normalise them.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      for (name, content, text) in texts {
        let reply: HeardReply
        do throws(CheckStop) {
          reply = try bench.step(probe.textStep(content), in: dialogue)
        } catch {
          guard case .failed(let observed, let remedy) = error else { throw error }
          throw .failed("\(name): \(observed)", remedy: remedy)
        }
        guard let value = try? JSONValue(parsing: reply.line, limits: .adapterLine),
          let echo = probe.echoedText(value)
        else { continue }
        guard echo.utf8.elementsEqual(text.utf8) else {
          throw .failed(
            "\(name): \(Excerpt.of(Array(content.utf8))) came back as "
              + Excerpt.of(Array(echo.utf8)))
        }
      }
      return texts.map(\.name).joined(separator: ", ")
    }
  }

  /// Text as a JSON string holds it, and what it means.
  private static let texts: [(name: String, content: String, text: String)] = [
    ("beyond the basic plane", "\u{1F600}", "\u{1F600}"),
    ("a surrogate pair", #"\ud83d\ude00"#, "\u{1F600}"),
    ("combining marks", "e\u{301}\u{F1}", "e\u{301}\u{F1}"),
    ("NUL and controls", #"a\u0000b\u001f\u007f"#, "a\u{0}b\u{1F}\u{7F}"),
    ("separators", "\u{2028}\u{2029}\u{FEFF}\u{85}", "\u{2028}\u{2029}\u{FEFF}\u{85}"),
    ("escapes", #"\/\"\\\b\f\n\r\t"#, "/\"\\\u{8}\u{C}\n\r\t"),
  ]

  /// URLs that are no text are taken where that is claimed, and unsupported elsewhere.
  static let bytes = AdapterCheck(
    "bytes", "takes URLs as bytes, or says that it does not", needs: ["step"],
    remedy: """
      A step with "urlBase64" in the place of "url": pass the bytes to the library if it takes bytes \
      (capability "bytes"), otherwise answer "unsupported".
      """
  ) { (bench) throws(CheckStop) in
    try bench.withStarted { (dialogue, probe) throws(CheckStop) in
      guard let frame = probe.bytesStep else { throw .skipped("the suite has no bytes") }
      let reply = try bench.ask(frame, of: dialogue)
      switch reply.envelope.kind {
      case .observed: return "observed"
      case .unsupported where !probe.claimsBytes: return "unsupported, and not claimed"
      default: throw reply.isNot(probe.claimsBytes ? "observed" : "unsupported")
      }
    }
  }
}
