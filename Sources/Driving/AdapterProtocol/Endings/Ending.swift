public import JSONText

/// How the conversation of one case with an adapter ended.
///
/// A step counts the frames of the conversation: 0 is the `start` frame.
public enum Ending: Hashable, Sendable {
  /// Every frame was answered.
  case answered
  /// The adapter does not know a request of this case.
  case unsupported(reason: String, step: Int)
  /// The adapter itself is in trouble. The step is nil if none was reached.
  case adapterFailure(AdapterTrouble, step: Int?)
  /// The process died before it had answered.
  case crashed(Death, step: Int)
  /// No reply came in time.
  case hung(step: Int)
  /// More of a resource was used than is allowed.
  case overran(Resource, step: Int)
  /// What came does not reply to what was asked.
  case garbled(ProtocolFault, step: Int)
  /// Nobody wanted the rest any more.
  case abandoned(step: Int)
  /// The request of this step is a line of about `bytes` bytes, which the protocol does not allow (`Frame.maxLineBytes`). It was not
  /// sent. What had been answered until then counts.
  case unsendable(bytes: Int, step: Int)
  /// The time that the conversation had in all was over. What had been answered until then counts.
  case cutShort(step: Int, after: Duration)

  /// The step at which it ended, or nil if all went well or no step was reached.
  public var step: Int? {
    switch self {
    case .answered: nil
    case .adapterFailure(_, let step): step
    case .unsupported(_, let step), .crashed(_, let step), .hung(let step), .overran(_, let step),
      .garbled(_, let step), .abandoned(let step), .unsendable(_, let step), .cutShort(let step, _):
      step
    }
  }
}

/// How a process died.
public enum Death: Hashable, Sendable {
  /// By a signal, such as 11 for a wild pointer or 4 for a trap of Swift.
  case signal(Int32)
  /// By itself, with this status.
  case exit(Int32)
}

/// Trouble of an adapter, as opposed to its implementation.
public enum AdapterTrouble: Hashable, Sendable {
  /// It cannot be started; the text says why.
  case cannotStart(String)
  /// It answered `failure` with this message.
  case replied(String)
  /// It speaks this version of the protocol, which we do not.
  case wrongProtocol(Int)
  /// It did not introduce itself; the text says what it did instead.
  case noHello(String)
}

/// What an implementation can use too much of.
public enum Resource: Hashable, Sendable {
  /// It grew by `bytes` bytes; `limit` are allowed.
  case memory(bytes: Int, limit: Int)
  /// It kept `bytes` bytes more at the end of a long conversation than after the beginning; `limit` are allowed.
  case keptMemory(bytes: Int, limit: Int)
  /// It wrote `bytes` bytes; `limit` are allowed.
  case output(bytes: Int, limit: Int)
}

/// What is wrong with the bytes that an adapter wrote.
public enum ProtocolFault: Hashable, Sendable {
  /// A line that is not a reply.
  case notJSON(JSONError)
  /// A reply to a request other than the one that is due.
  case wrongID(expected: Int64, got: Int64)
  /// A reply of a type that does not answer this request.
  case wrongKind(expected: String, got: String)
  /// A line without an end.
  case lineTooLong(maxBytes: Int)
  /// Output that nobody asked for, with its beginning.
  case extraReply(String)
  /// It closed its output, but the process lives on.
  case closedOutput
  /// Its output ended within a line, whose beginning this is.
  case brokenLine(String)
}
