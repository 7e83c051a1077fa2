import AdapterDriver
import AdapterProtocol
import Conformance
import JSONText
import Suites

/// What judging one step costs: reading the reply and holding it against the model, without generation and without the adapter.
struct JudgingBench {
  let rounds: Int

  func rows() throws -> [FigureRow] {
    [
      FigureRow(
        "judging one step, abt", try microseconds(ABT.suite()), unit: "µs", atMost: 10),
      FigureRow(
        "judging one step, appconnect.dualmode", try microseconds(DualMode.suite), unit: "µs",
        atMost: 10),
    ]
  }

  /// A case with the replies that the reference gave to it.
  private struct Recording<M: Model> {
    let summary: CaseSummary
    let script: Script<M>
    let replies: [[UInt8]]
  }

  private func microseconds<M: Model>(_ suite: ModelSuite<M>) throws -> [Double] {
    let worker = AdapterWorker(
      command: AdapterCommand(executable: Siblings.path(of: "reference-adapter")),
      harnessVersion: "bench")
    defer { worker.stop() }
    let recordings = try suite.summaries.compactMap { summary -> Recording<M>? in
      let script = try suite.script(summary, seed: 1)
      var conversation = RecordingConversation(session: suite.session(summary, script: script))
      guard worker.converse(&conversation) == .answered else { return nil }
      return Recording(summary: summary, script: script, replies: conversation.replies)
    }
    guard recordings.count == suite.summaries.count else {
      throw BenchFault("the reference did not answer all cases of \(suite.name)")
    }
    let clock = ContinuousClock()
    return try (0..<rounds).map { _ in
      var steps = 0
      var spent = Duration.zero
      for recording in recordings {
        let session = suite.session(recording.summary, script: recording.script)
        var frames: [Frame] = []
        session.appendReadyFrames(to: &frames)
        let begun = clock.now
        for (index, reply) in recording.replies.enumerated() {
          try reply.withUnsafeBytes { line in
            try session.receive(ReplyEnvelope.read(line), line: line, frame: index)
          }
        }
        let judged = session.conclude(.answered)
        spent += clock.now - begun
        guard judged.verdict == .passed else {
          throw BenchFault("\(recording.summary.id) did not pass: \(judged.findings)")
        }
        steps += recording.script.events.count
      }
      return spent / .microseconds(1) / Double(max(1, steps))
    }
  }
}

/// Keeps the replies of a conversation.
private struct RecordingConversation: Conversation {
  let session: any CaseSession
  var replies: [[UInt8]] = []

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
