import AdapterProtocol

extension AdapterCheck {
  /// The first request is answered by who the adapter is (adapter.md, hello).
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
      throw .failed("\(error)\(chatter)\(dialogue.lastWords)")
    }
  }
}
