import Conformance

/// How a case of a later report differs from that of an earlier one; the names are those of `assay compare --format json`.
package enum CaseChange: String, Sendable, CaseIterable {
  /// It came to something worse: a failure in the place of a pass, a crash in the place of a failure.
  case regressed
  /// It fails now, and was not judged before.
  case failsNow
  /// It was judged before, and is not any more: skipped, not run, or lost to a fault of the adapter.
  case unjudged
  /// It passed before, and now a SHOULD is not met.
  case warns
  /// It fails as badly or less so, and in another way.
  case changed
  /// It is new.
  case new
  /// It is gone.
  case gone
  /// It failed before, and does not any more.
  case repaired
  /// It was not judged before, is now, and does not fail.
  case judged

  /// As a heading.
  package var heading: String {
    switch self {
    case .regressed: "REGRESSED"
    case .failsNow: "FAILS NOW"
    case .unjudged: "NOT JUDGED ANY MORE"
    case .warns: "WARNS NOW"
    case .changed: "FAILS OTHERWISE"
    case .new: "NEW"
    case .gone: "GONE"
    case .repaired: "REPAIRED"
    case .judged: "JUDGED NOW"
    }
  }

  /// After a number of cases.
  package var phrase: String {
    switch self {
    case .regressed: "regressed"
    case .failsNow: "not judged before and failing now"
    case .unjudged: "not judged any more"
    case .warns: "with a new warning"
    case .changed: "failing in another way"
    case .new: "new"
    case .gone: "gone"
    case .repaired: "repaired"
    case .judged: "judged now and not failing"
    }
  }

  /// What two results of one case differ by; nil where they do not, or where the case was judged neither time.
  init?(_ old: CaseMark, _ new: CaseMark) {
    // Most cases come to the same.
    if old.own == new.own, old.causes == new.causes { return nil }
    switch (old.own.badness, new.own.badness) {
    case (nil, nil): return nil
    case (nil, let badness?): self = badness >= Verdict.failed.badness ?? 0 ? .failsNow : .judged
    case (_?, nil): self = .unjudged
    case (let before?, let now?) where before < now:
      self = new.own == .warned ? .warns : .regressed
    case (let before?, let now?) where before > now:
      self = now > Verdict.warned.badness ?? 0 ? .changed : .repaired
    case (let before?, _):
      guard before > 0, old.causes != new.causes else { return nil }
      self = .changed
    }
  }
}

extension Verdict {
  /// How bad it is for an implementation: nothing, a warning, a failure, an overrun, a hang, a crash; nil where it was not judged.
  var badness: Int? {
    switch self {
    case .passed, .unexpectedPass: 0
    case .warned: 1
    case .failed, .knownFailure: 2
    case .overLimit: 3
    case .timedOut: 4
    case .crashed: 5
    case .skipped, .notRun, .adapterFault: nil
    }
  }
}
