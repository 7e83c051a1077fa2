/// What a baseline says of a case, beside what the case came to.
package struct KnownCase: Sendable, Hashable {
  /// What the case came to by itself. The verdict of the result says what that is beside the baseline.
  package var verdict: Verdict
  /// The lines of the baseline's entries about the case, from 1, ascending.
  package var lines: [Int]
  /// The reason of the first of these entries, and its link.
  package var reason: String

  package init(verdict: Verdict, lines: [Int], reason: String) {
    self.verdict = verdict
    self.lines = lines
    self.reason = reason
  }
}

/// How a case came out that was run several times because a baseline calls it flaky.
package struct Tries: Sendable, Hashable {
  package var passed: Int
  /// Those in which it failed as the baseline says.
  package var failed: Int

  package init(passed: Int = 0, failed: Int = 0) {
    self.passed = passed
    self.failed = failed
  }

  package var total: Int { passed + failed }

  /// `passed in 2 of 3 tries`
  package var words: String {
    if failed == 0 { return "passed in each of \(total) tries" }
    if passed == 0 { return "failed as known in each of \(total) tries" }
    return "passed in \(passed) of \(total) tries, and failed as known in \(failed)"
  }
}

extension CaseResult {
  /// What the case came to by itself, whatever was known of it.
  package var ownVerdict: Verdict {
    if let known { return known.verdict }
    switch verdict {
    case .knownFailure: return .failed
    case .unexpectedPass: return .passed
    default: return verdict
    }
  }
}
