/// How a case came out; the names are those of the report.
package enum Verdict: String, Sendable, Hashable, CaseIterable {
  case passed, failed
  /// Only SHOULDs were not met.
  case warned
  case crashed, timedOut, overLimit
  /// The implementation does not claim what the case needs.
  case skipped
  /// The run ended, or was cut off, before the case's turn came.
  case notRun
  /// The adapter failed on its own account: neither passed nor failed.
  case adapterFault
  /// It failed as a baseline says, or passed although a baseline says that it fails.
  case knownFailure, unexpectedPass

  /// Whether the implementation's behaviour was judged at all.
  package var wasJudged: Bool {
    switch self {
    case .passed, .failed, .warned, .crashed, .timedOut, .overLimit, .knownFailure, .unexpectedPass:
      true
    case .skipped, .notRun, .adapterFault: false
    }
  }
}

/// What one case came to.
package struct CaseResult: Sendable, Hashable {
  package var id: CaseID
  package var suite: String
  package var variant: Variant
  /// The clauses that the case is about.
  package var targets: [Clause.ID]
  package var verdict: Verdict
  package var findings: [Finding]
  /// Why the case was skipped, not run, or ended in the adapter's fault.
  package var reason: String?
  package var duration: Duration
  /// Whether the adapter could not even be started for the case.
  package var lacksAdapter: Bool
  /// What was said, where the case did not pass.
  package var exchange: ObservedExchange?
  /// What the implementation did in free places, each choice once.
  package var choices: [FreeChoice] = []
  /// How often the case was run, where a baseline calls it flaky.
  package var tries: Tries?
  /// What the implementation did, step by step, where somebody asked for it.
  package var answers: CaseAnswers?
  /// The place of the case among all that were selected, from 0, in a run of one shard; nil in any other.
  package var place: Int?
  /// By how many bytes the adapter's peak of memory was above what it had before the case; nil where nobody watched it.
  package var memoryGrowth: Int?
  /// What a baseline says of the case; nil where it says nothing.
  package var known: KnownCase?

  /// What the reason of a case begins with that is skipped although the implementation claims what it needs.
  static let notJudgedMark = "cannot be judged: "

  /// Whether it was skipped although the implementation claims what it needs: its requirements are not tested, instead of not claimed.
  package var isNotJudged: Bool {
    verdict == .skipped && reason?.hasPrefix(Self.notJudgedMark) == true
  }

  package init(
    id: CaseID, suite: String, variant: Variant, targets: [Clause.ID], verdict: Verdict,
    findings: [Finding] = [], reason: String? = nil, duration: Duration = .zero,
    lacksAdapter: Bool = false, exchange: ObservedExchange? = nil
  ) {
    self.exchange = exchange
    self.id = id
    self.suite = suite
    self.variant = variant
    self.targets = targets
    self.verdict = verdict
    self.findings = findings
    self.reason = reason
    self.duration = duration
    self.lacksAdapter = lacksAdapter
  }
}
