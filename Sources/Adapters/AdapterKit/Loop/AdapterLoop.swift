import AdapterProtocol
import JSONText

/// The main loop of an adapter: reads requests, lets handlers answer them, writes the replies.
///
/// It answers `hello`, `stop` and whatever it does not know by itself, and replies in the order of
/// the requests. This is a whole adapter, except for the glue between its library and `ABTLibrary`:
///
///     AdapterLoop(
///       AdapterIdentity(name: "AcmeConfig", version: "2.3.1"),
///       suites: [
///         "abt": ABTHandler(ABTClaim(editions: [.plain], capabilities: [.rollback])) { app in
///           AcmeGlue(bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey)
///         }
///       ]
///     ).run()
public struct AdapterLoop {
  /// When replies are written.
  public enum Flushing: Hashable, Sendable {
    /// Each at once, before the next request is read. The harness then knows which request killed
    /// an implementation.
    case eachReply
    /// When no whole request is left in the input buffer. This saves system calls if requests come
    /// in bunches, but after a crash the harness cannot tell which of a bunch caused it.
    case whenIdle
  }

  private let maker: ReplyMaker
  private let flushing: Flushing

  /// An adapter for these suites, each under its name.
  ///
  /// `needsFreshProcess` tells the harness that the implementation cannot be started twice in one
  /// process.
  public init(
    _ identity: AdapterIdentity, suites: [String: any SuiteHandler],
    needsFreshProcess: Bool = false, flushing: Flushing = .eachReply
  ) {
    maker = ReplyMaker(identity: identity, suites: suites, needsFreshProcess: needsFreshProcess)
    self.flushing = flushing
  }

  /// Serves standard input until `stop` or its end, then ends the process.
  ///
  /// Whatever else the process prints to standard output goes to standard error instead, so that
  /// a chatty implementation does not spoil the conversation.
  public func run() -> Never {
    let output = DescriptorIO.reserveStandardOutput()
    DescriptorIO.leave(status: serve(input: 0, output: output))
  }

  /// Serves one conversation over two file descriptors, which stay open.
  ///
  /// - Returns: the exit status: 0 after `stop` or at the end of the input, 1 if the input could
  ///   not be read or the output could not be written.
  public func serve(input: Int32, output: Int32) -> Int32 {
    var maker = maker
    var lines = LineBuffer()
    var replies = JSONWriter(reserving: LineBuffer.readSize)
    while true {
      guard let count = lines.fill(from: input) else { return 1 }
      if count == 0 {
        let rest = lines.rest()
        if !rest.isEmpty { Self.answer(rest, of: lines, by: &maker, into: &replies) }
        return flush(&replies, to: output) ? 0 : 1
      }
      while let line = lines.nextLine() {
        Self.answer(line, of: lines, by: &maker, into: &replies)
        if flushing == .eachReply || replies.bytes.count > LineBuffer.readSize || maker.hasStopped {
          guard flush(&replies, to: output) else { return 1 }
        }
        if maker.hasStopped { return 0 }
      }
      guard flush(&replies, to: output) else { return 1 }
      if lines.waiting > JSONLimits.adapterLine.maxBytes { return 1 }
    }
  }

  /// Answers one line. Skips blank lines.
  private static func answer(
    _ line: Range<Int>, of lines: LineBuffer, by maker: inout ReplyMaker,
    into replies: inout JSONWriter
  ) {
    lines.withLine(line) { bytes in
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return }
      maker.answer(bytes, into: &replies)
    }
  }

  private func flush(_ replies: inout JSONWriter, to output: Int32) -> Bool {
    if replies.bytes.isEmpty { return true }
    // The harness watches the memory of a process, so give back what one large reply took.
    defer { replies.removeAll(keepingCapacity: replies.bytes.count <= LineBuffer.readSize * 16) }
    return DescriptorIO.write(output, replies.bytes)
  }
}
