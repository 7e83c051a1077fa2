import AdapterDriver
import AdapterProtocol
import Conformance
import JSONText
import SuiteModels
import Suites

/// What it costs to read one reply, and to judge one step: to hold what was read against the model. Without generation, and
/// without the adapter.
struct JudgingBench {
  let rounds: Int

  func rows() throws -> [FigureRow] {
    try rows(ABT.suite()) + rows(ABTManager.suite) + rows(AppConnectConfig.suite)
      + rows(AppConnectOpenFrom.suite) + rows(DualMode.suite) + rows(ManagedConfig.suite)
      + rows(Lifecycle.suite)
  }

  private func rows<M: Model>(_ suite: ModelSuite<M>) throws -> [FigureRow] {
    let samples = try microseconds(suite)
    return [
      FigureRow("reading one reply, \(suite.name)", samples.map(\.reading), unit: "µs"),
      FigureRow(
        "judging one step, \(suite.name)", samples.map(\.judging), unit: "µs", atMost: 10),
    ]
  }

  /// A case with the replies that the reference gave to it.
  private struct Recording<M: Model> {
    let summary: Case
    let script: Script<M>
    let replies: [[UInt8]]
  }

  private func microseconds<M: Model>(
    _ suite: ModelSuite<M>
  ) throws -> [(reading: Double, judging: Double)] {
    let worker = AdapterWorker(
      command: AdapterCommand(executable: Siblings.path(of: "reference-adapter")),
      harnessVersion: "bench")
    defer { worker.stop() }
    let recordings = try suite.cases(seed: 1).compactMap { summary -> Recording<M>? in
      let script = try suite.script(summary)
      var conversation = RecordingConversation(
        session: suite.session(summary, script: script, capabilities: []))
      guard worker.converse(&conversation) == .answered else { return nil }
      return Recording(summary: summary, script: script, replies: conversation.replies)
    }
    guard recordings.count == suite.cases(seed: 1).count else {
      throw BenchFault("the reference did not answer all cases of \(suite.name)")
    }
    let clock = ContinuousClock()
    return try (0..<rounds).map { _ in
      var steps = 0
      var reading = Duration.zero
      var judging = Duration.zero
      for recording in recordings {
        let session = suite.session(
          recording.summary, script: recording.script, capabilities: [])
        var frames: [Frame] = []
        session.appendReadyFrames(to: &frames)
        let begun = clock.now
        for (index, reply) in recording.replies.enumerated() {
          try reply.withUnsafeBytes { line in
            try session.receive(ReplyEnvelope.read(line), line: line, frame: index)
          }
        }
        let read = clock.now
        let judged = session.conclude(.answered)
        reading += read - begun
        judging += clock.now - read
        guard judged.verdict == .passed else {
          throw BenchFault("\(recording.summary.id) did not pass: \(judged.findings)")
        }
        steps += recording.script.events.count
      }
      let count = Double(max(1, steps))
      return (reading / .microseconds(1) / count, judging / .microseconds(1) / count)
    }
  }
}

/// Keeps the replies of a conversation.
private struct RecordingConversation: Conversation {
  let session: any CaseSession
  var replies: [[UInt8]] = []

  var needsStorage: Bool { session.needsStorage }

  var killsAtRestart: Bool { session.killsAtRestart }

  mutating func appendReadyFrames(to frames: inout [Frame]) {
    session.appendReadyFrames(to: &frames)
  }

  mutating func receive(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) throws(JSONError) -> ConversationProgress {
    replies.append(Array(line))
    try session.receive(envelope, line: line, frame: frame)
    return .goOn
  }
}

/// Why a figure cannot be taken.
struct BenchFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
