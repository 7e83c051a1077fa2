import AdapterProtocol

/// The beginning: the command runs, says who it is, answers while its input is open, and claims something.
extension AdapterCheck {
  /// The command can be run, and what it runs does not end at once.
  static let starts = AdapterCheck(
    "starts", "starts, and waits for requests", needs: [],
    remedy: """
      Build the adapter, and run its command by itself, here: it has to start and wait for a line on \
      standard input.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withProcess { (dialogue) throws(CheckStop) in
      dialogue.send(bench.greeting)
      do throws(AdapterSilence) {
        _ = try dialogue.next(within: min(bench.startTime, .seconds(1)))
      } catch {
        // Silence is the matter of "hello": the process runs.
        if case .died(let death) = error {
          throw .failed("it \(death.sentence) before it had answered\(dialogue.lastWords)")
        }
      }
      return "runs"
    }
  }

  /// The first request is answered by who the adapter is (Adapters.md, hello).
  static let hello = AdapterCheck(
    "hello", "answers hello in protocol \(Frame.protocolVersion)", needs: ["starts"],
    remedy: """
      Answer {"id":1,"type":"hello",…} with {"id":1,"type":"hello","protocol":1,\
      "implementation":{"name":"…","version":"…","language":"…"},"suites":{…}} on one line.
      """
  ) { (bench) throws(CheckStop) in
    try bench.withProcess { (dialogue) throws(CheckStop) in
      let id = dialogue.send(bench.greeting)
      let reply = try HeardReply(greetingReply(of: dialogue, bench), to: id)
      guard case .hello(let hello) = reply.envelope.kind else { throw reply.isNot("hello") }
      guard hello.protocolVersion == Frame.protocolVersion else {
        throw .failed(
          "it speaks protocol \(hello.protocolVersion)",
          remedy: "Answer with \"protocol\":\(Frame.protocolVersion), and speak it.")
      }
      bench.hello = hello
      let version = hello.implementationVersion.isEmpty ? "" : " \(hello.implementationVersion)"
      let language = hello.language.isEmpty ? "" : " (\(hello.language))"
      return "\(hello.implementationName)\(version)\(language)"
    }
  }

  /// The reply, if need be the one that comes only when the input has ended: that it is late is the
  /// matter of `flush`.
  private static func greetingReply(
    of dialogue: AdapterDialogue, _ bench: CheckBench
  ) throws(CheckStop) -> AdapterReply {
    do throws(AdapterSilence) {
      return try dialogue.next(within: bench.startTime)
    } catch {
      if case .silent = error {
        dialogue.closeInput()
        if let reply = try? dialogue.next(within: .milliseconds(500)) {
          bench.repliesAreLate = true
          return reply
        }
      }
      let chatter = dialogue.strays.first.map { "; it wrote \($0)" } ?? ""
      guard case .silent = error, dialogue.strays.isEmpty else {
        throw .failed("\(error)\(chatter)\(dialogue.lastWords)")
      }
      throw .failed(
        "\(error), nor when the input had ended\(dialogue.lastWords)",
        remedy:
          "\(hello.remedy) If the adapter writes that already, it does not send it: \(flush.remedy)"
      )
    }
  }

  /// Replies arrive while the input stays open and nothing more is sent (Adapters.md, Flush).
  static let flush = AdapterCheck(
    "flush", "sends each reply at once", needs: ["hello"],
    remedy: """
      Flush standard output after every reply: a pipe is buffered by most languages (Python \
      print(…, flush=True), C fflush(stdout), Ruby $stdout.sync = true, Java System.out.flush()).
      """
  ) { (bench) throws(CheckStop) in
    if bench.repliesAreLate {
      throw .failed("the reply to hello came only when the input had ended")
    }
    return try bench.withProcess { (dialogue) throws(CheckStop) in
      var frames = [bench.greeting]
      if let probe = bench.claimedProbe { frames += [probe.start] + probe.opening + probe.steps }
      for (index, frame) in frames.enumerated() {
        dialogue.send(frame)
        do throws(AdapterSilence) {
          _ = try dialogue.next(
            within: index < 2 ? bench.startTime : bench.stepTime)
        } catch {
          guard case .silent = error else { throw .skipped("\(error)") }
          dialogue.closeInput()
          guard (try? dialogue.next(within: .milliseconds(500))) != nil else {
            // It hangs, which is not for want of flushing: the check of that request says so.
            throw .skipped("\(error), nor when the input had ended")
          }
          throw .failed("the reply to request \(index + 1) came only when the input had ended")
        }
      }
      return frames.count == 1
        ? "the reply to hello" : "\(frames.count) replies, each before the next request"
    }
  }

  /// The adapter claims something that can be tested (Adapters.md, hello).
  static let suites = AdapterCheck(
    "suites", "claims a suite that assay knows", needs: ["hello"],
    remedy: """
      List in "suites" of the reply to hello what the implementation can do, such as \
      {"abt":{"editions":["plain"],"capabilities":[]}}.
      """
  ) { (bench) throws(CheckStop) in
    let claimed = bench.hello?.suites ?? [:]
    let names = claimed.keys.sorted().joined(separator: ", ")
    if let wanted = bench.checkup.suite, claimed[wanted] == nil {
      throw .failed("the suite \(wanted) is not claimed, but \(claimed.isEmpty ? "none" : names)")
    }
    guard let outline = bench.outline, let claim = claimed[outline.suite] else {
      guard claimed.isEmpty else {
        throw .skipped("of \(names) nothing can be checked ahead of a run")
      }
      throw .failed("no suite is claimed, so that nothing would be tested")
    }
    bench.probe = try outline.probe(claim)
    return "\(names); checked with \(outline.suite)"
  }

  /// No word of the claims is unknown: what is misspelt would count as not claimed (Adapters.md, hello).
  static let claims = AdapterCheck(
    "claims", "claims only what assay knows", needs: ["hello"],
    remedy: """
      Correct the word in "suites" of the reply to hello. What is claimed by a word that assay does not \
      know is never tested, and counts as not claimed.
      """
  ) { (bench) throws(CheckStop) in
    let unknown = bench.hello.map(bench.checkup.unknownClaims) ?? []
    guard unknown.isEmpty else { throw .failed(unknown.joined(separator: "; ")) }
    return "every suite, edition and capability"
  }
}

extension CheckBench {
  /// The suite that was asked for, or else the first known one that is claimed.
  var outline: SuiteOutline? {
    SuiteOutline.all.first { outline in
      checkup.suite.map { $0 == outline.suite } ?? (hello?.suites[outline.suite] != nil)
    }
  }

  /// What the claims, taken as they are, allow to be sent; for checks that come before `suites`.
  var claimedProbe: SuiteProbe? {
    guard let outline, let claim = hello?.suites[outline.suite] else { return nil }
    return try? outline.probe(claim)
  }
}
