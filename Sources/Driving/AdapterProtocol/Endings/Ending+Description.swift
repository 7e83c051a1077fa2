extension Ending: CustomStringConvertible {
  /// The ending in words, with its step.
  public var description: String {
    switch self {
    case .answered: "all answered"
    case .unsupported(let reason, let step): "unsupported at step \(step): \(reason)"
    case .adapterFailure(let trouble, let step):
      step.map { "adapter trouble at step \($0): \(trouble)" } ?? "adapter trouble: \(trouble)"
    case .crashed(let death, let step): "crashed at step \(step): \(death)"
    case .hung(let step): "no reply in time at step \(step)"
    case .overran(let resource, let step): "too much used at step \(step): \(resource)"
    case .garbled(let fault, let step): "no valid reply at step \(step): \(fault)"
    case .abandoned(let step): "given up after step \(step)"
    case .unsendable(let bytes, let step): "not sent at step \(step): a line of \(bytes) bytes"
    case .cutShort(let step, let time): "ended after step \(step), because its \(time) were over"
    }
  }
}

extension Death: CustomStringConvertible {
  /// `killed by signal 11 (SIGSEGV)`, `exited with status 3`.
  public var description: String {
    switch self {
    case .exit(let status): "exited with status \(status)"
    case .signal(let number):
      Self.name(number).map { "killed by signal \(number) (\($0))" }
        ?? "killed by signal \(number)"
    }
  }

  private static func name(_ signal: Int32) -> String? {
    switch signal {
    case 1: "SIGHUP"
    case 2: "SIGINT"
    case 4: "SIGILL"
    case 5: "SIGTRAP"
    case 6: "SIGABRT"
    case 8: "SIGFPE"
    case 9: "SIGKILL"
    case 11: "SIGSEGV"
    case 13: "SIGPIPE"
    case 15: "SIGTERM"
    default: nil
    }
  }
}

extension AdapterTrouble: CustomStringConvertible {
  /// The trouble in words.
  public var description: String {
    switch self {
    case .cannotStart(let reason): "the adapter cannot be started: \(reason)"
    case .replied(let message): "the adapter reports a failure of its own: \(message)"
    case .wrongProtocol(let version):
      "the adapter speaks protocol \(version), but \(Frame.protocolVersion) is needed"
    case .noHello(let reason): "the adapter did not answer hello: \(reason)"
    }
  }
}

extension Resource: CustomStringConvertible {
  /// The resource in words, with its limit.
  public var description: String {
    switch self {
    case .memory(let bytes, let limit): "grew by \(bytes) bytes of memory, \(limit) are allowed"
    case .keptMemory(let bytes, let limit):
      "kept \(bytes >> 20) MiB more after the last request than after the first ones; \(limit >> 20) MiB are allowed"
    case .output(let bytes, let limit): "wrote \(bytes) bytes, \(limit) are allowed"
    }
  }
}

extension ProtocolFault: CustomStringConvertible {
  /// The fault in words.
  public var description: String {
    switch self {
    case .notJSON(let error): "the line is no reply: \(error)"
    case .wrongID(let expected, let got): "a reply to request \(got) where \(expected) is next"
    case .wrongKind(let expected, let got): "a reply \"\(got)\" where \"\(expected)\" is expected"
    case .lineTooLong(let limit): "a line of more than \(limit) bytes"
    case .extraReply(let text): "output that no request asked for: \(text)"
    case .closedOutput: "standard output was closed while the process lives on"
    case .brokenLine(let text): "standard output ended within a line: \(text)"
    }
  }
}
