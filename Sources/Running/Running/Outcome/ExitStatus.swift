package import Conformance

/// How a run ends, as the shell sees it.
package enum ExitStatus: Int32, Sendable {
  case passed = 0
  case failed = 1
  case usage = 2
  case adapterFault = 3
  case crashed = 4
  case drift = 5
  case nothingRun = 6
  case harnessFault = 70
  case interrupted = 130

  /// The status of a finished run. Where several hold: interrupted, crashed, failed, adapter fault, drift, nothing run.
  package init(_ scorecard: Scorecard, interrupted: Bool, strict: Bool) {
    func has(_ verdict: Verdict) -> Bool { scorecard.count(verdict) > 0 }
    self =
      if interrupted {
        .interrupted
      } else if has(.crashed) || has(.timedOut) || has(.overLimit) {
        .crashed
      } else if has(.failed) || (strict && has(.warned)) {
        .failed
      } else if has(.adapterFault) {
        .adapterFault
      } else if has(.unexpectedPass) || scorecard.baseline?.drifts.isEmpty == false {
        .drift
      } else if !has(.passed) && !has(.warned) && !has(.knownFailure) {
        .nothingRun
      } else {
        .passed
      }
  }
}
