import Conformance

/// One case after its conversation with an adapter.
struct CaseRun {
  var conversation: CaseConversation
  var judged: JudgedCase
  /// Whether the adapter lives and has answered everything.
  var isAnswered: Bool
  /// Whether the adapter could not even be started.
  var lacksAdapter: Bool
  /// Whether the adapter was given time behind its last reply, and what it told when it stopped was judged.
  var wasWatched = false

  var firstRequest: Int64? { conversation.firstRequest }

  var lateness: Lateness { conversation.session.lateness }

  /// Whether the judgement may lack something: a step took as long as adapters wait for a callback, or its steps did
  /// something after their replies.
  var mayLackLate: Bool {
    !wasWatched
      && (lateness.isOfOwnSteps || conversation.longestStep >= QuietTime.suspiciousStep)
  }
}
