import AdapterDriver
import Conformance

/// One case after its conversation with an adapter.
struct CaseRun {
  let conversation: CaseConversation
  /// Who conducted the conversation.
  let worker: AdapterWorker
  private(set) var judged: JudgedCase
  /// What was said, where the case did not pass.
  private(set) var exchange: ObservedExchange?
  /// Whether the adapter lives and has answered everything.
  let isAnswered: Bool
  /// Whether the adapter could not even be started.
  let lacksAdapter: Bool
  /// Whether the adapter was given time after its last reply, and what it told when it stopped was judged.
  var wasWatched = false

  init(
    _ judged: JudgedCase, _ conversation: CaseConversation, on worker: AdapterWorker,
    isAnswered: Bool, lacksAdapter: Bool
  ) {
    self.judged = judged
    self.conversation = conversation
    self.worker = worker
    self.isAnswered = isAnswered
    self.lacksAdapter = lacksAdapter
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
