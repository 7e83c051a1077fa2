package import Conformance

/// What became of a stored case when it was run again.
package enum ReplayOutcome: String, Sendable, CaseIterable {
  /// It fails again, with the finding that is recorded.
  case same
  /// It fails again, but not with the finding that is recorded.
  case different
  /// Nothing is recorded of it, and it fails.
  case fails
  /// Nothing is recorded of it, and only SHOULDs are not met.
  case warns
  /// It failed when it was recorded, and passes now.
  case fixed
  /// Nothing is recorded of it, and it passes.
  case passes
  /// It was not judged: the implementation does not claim what it needs, the adapter failed, or the run was ended.
  case notJudged = "not judged"

  /// Whether the case did not pass.
  package var isFailure: Bool {
    switch self {
    case .same, .different, .fails, .warns: true
    case .fixed, .passes, .notJudged: false
    }
  }

  /// - Parameter recorded: what the case showed when it was stored, or nil.
  package init(of result: CaseResult, recorded: Signature?) {
    let isBroken =
      switch result.verdict {
      case .failed, .warned, .crashed, .timedOut, .overLimit, .knownFailure: true
      default: false
      }
    self =
      if !result.verdict.wasJudged {
        .notJudged
      } else if let recorded {
        !isBroken
          ? .fixed : result.findings.contains { $0.signature == recorded } ? .same : .different
      } else {
        !isBroken ? .passes : result.verdict == .warned ? .warns : .fails
      }
  }
}
