import AdapterDriver
import AdapterProtocol
import Conformance
import JSONText

/// A case's session, as the driver sees it.
struct CaseConversation: Conversation {
  let session: any CaseSession
  /// The number of the request that is the start; nil until a reply has come.
  private(set) var firstRequest: Int64?
  /// The longest time between two replies, that to the start not counted.
  private(set) var longestStep = Duration.zero
  /// How many frames have been handed out.
  private(set) var frameCount = 0
  private var latestReply: ContinuousClock.Instant?
  private let recorder: ExchangeRecorder?

  /// - Parameter recorder: keeps what is said, from now on that of this conversation.
  init(session: any CaseSession, recorder: ExchangeRecorder? = nil) {
    self.session = session
    self.recorder = recorder
    recorder?.begin()
  }

  /// What was said, where it was recorded.
  func exchange(standardError: [UInt8]) -> ObservedExchange? {
    recorder?.exchange(standardError: standardError)
  }

  var needsStorage: Bool { session.needsStorage }

  var killsAtRestart: Bool { session.killsAtRestart }

  var memoryMarks: [Int] { session.memoryMarks }

  var stepDeadlinesInAll: Int? { session.stepDeadlinesInAll }

  var deadlinesOfStep: Int { session.deadlinesOfStep }

  mutating func exceeded(_ deadline: Duration, frame: Int) {
    session.exceeded(deadline, frame: frame)
  }

  mutating func appendReadyFrames(to frames: inout [Frame]) {
    let before = frames.count
    session.appendReadyFrames(to: &frames)
    frameCount += frames.count - before
    recorder?.send(frames[before...])
  }

  mutating func hear(_ line: UnsafeRawBufferPointer, frame: Int) {
    recorder?.hear(line, frame: frame)
  }

  mutating func receive(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) throws(JSONError) -> ConversationProgress {
    firstRequest = firstRequest ?? envelope.id &- Int64(frame)
    let now = ContinuousClock.now
    if let latestReply { longestStep = max(longestStep, now - latestReply) }
    latestReply = now
    try session.receive(envelope, line: line, frame: frame)
    return .goOn
  }

  mutating func overhear(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) {
    firstRequest = firstRequest ?? envelope.id &- Int64(frame)
    // What cannot be read says nothing: the reply itself has ended the case already.
    try? session.receiveLate(envelope, line: line, frame: frame)
  }

  /// Takes the reply `stopped` after the last reply of the conversation.
  func receive(farewell line: [UInt8]) {
    line.withUnsafeBytes { line in
      do throws(JSONError) {
        let envelope = try ReplyEnvelope.read(line)
        try session.receiveLate(envelope, line: line, frame: frameCount)
      } catch {
        // A reply that cannot be read says nothing of the implementation.
      }
    }
  }
}

/// One case after its conversation with an adapter.
struct CaseRun {
  let conversation: CaseConversation
  /// Who conducted the conversation.
  let worker: AdapterWorker
  private(set) var judged: JudgedCase
  /// What was said, where the case did not pass.
  private(set) var exchange: ObservedExchange?
  /// What went wrong with the adapter, or nil.
  let trouble: Trouble?
  /// Whether the adapter lives and has answered everything.
  let isAnswered: Bool
  /// Whether it missed a deadline while it had to wait for a processor now and then.
  let lackedProcessor: Bool
  /// Whether the adapter was given time after its last reply, and what it told when it stopped was judged.
  var wasWatched = false

  /// Conducts a case up to its last reply, and judges it.
  init(
    _ session: any CaseSession, on worker: AdapterWorker, _ recorder: ExchangeRecorder
  ) {
    var conversation = CaseConversation(session: session, recorder: recorder)
    var ending = worker.converse(&conversation)
    // What the adapter does after its last reply belongs to this case.
    if ending == .answered, let aftermath = worker.settle() { ending = aftermath }
    var judged = session.conclude(ending)
    if case .hung = ending, let deadline = worker.missedDeadline { judged.tell(missed: deadline) }
    if judged.verdict == .adapterFault { judged.tell(standardError: worker, of: ending) }
    self.worker = worker
    self.conversation = conversation
    self.judged = judged
    trouble = Trouble(ending)
    isAnswered = ending == .answered
    lackedProcessor = worker.missedDeadline.map { worker.timeWithoutProcessor * 20 > $0 } ?? false
    judge(judged)
  }

  /// Takes another judgement of the same conversation, with its evidence.
  ///
  /// - Parameter standardError: what the adapter wrote during the case, or nil if the worker has had no other case since.
  mutating func judge(_ judged: JudgedCase, standardError: [UInt8]? = nil) {
    self.judged = judged
    exchange =
      judged.verdict.needsEvidence
      ? conversation.exchange(
        standardError: standardError ?? worker.standardErrorOfConversation()) : nil
  }

  /// Tags all findings.
  mutating func tag(_ confirmation: Finding.Confirmation) {
    for index in judged.findings.indices { judged.findings[index].confirmation = confirmation }
  }

  /// Says how often the case was run, and how.
  mutating func count(_ tries: Tries) { judged.tries = tries }

  /// Says of all findings which cases the process ran before.
  mutating func place(after earlier: Finding.EarlierCases) {
    for index in judged.findings.indices { judged.findings[index].after = earlier }
  }

  /// This run, seen again in another: the first judgement with its evidence, each finding tagged by whether it came again, or the
  /// second where that stands in its place.
  func combined(with second: CaseRun) -> CaseRun {
    if Confirmation.isReplaced(judged, by: second.judged) { return second }
    var combined = second
    combined.judged = Confirmation.combine(judged, second.judged)
    combined.exchange = exchange
    return combined
  }

  var firstRequest: Int64? { conversation.firstRequest }

  var lateness: Lateness { conversation.session.lateness }

  /// Whether the judgement may lack something: a step took as long as adapters wait for a callback, or its steps did
  /// something after their replies.
  var mayLackLate: Bool {
    !wasWatched
      && (lateness.isOfOwnSteps || conversation.longestStep >= QuietTime.suspiciousStep)
  }
}

extension JudgedCase {
  /// Says in the findings about a hang how long the reply was waited for: only the driver knows the deadline of this run.
  fileprivate mutating func tell(missed deadline: Duration) {
    for index in findings.indices where findings[index].kind == "hang" {
      findings[index].observed = "no reply within \(deadline.inSecondsText)"
    }
  }

  /// Adds the end of standard error to the reason for a fault of the adapter, unless the reason holds it already.
  fileprivate mutating func tell(standardError worker: AdapterWorker, of ending: Ending) {
    if case .adapterFailure(.noHello, _) = ending { return }
    let tail = worker.standardErrorTail.suffix(400)
    guard !tail.isEmpty else { return }
    reason = (reason ?? "") + "; standard error ends with: \(String(decoding: tail, as: UTF8.self))"
  }
}
