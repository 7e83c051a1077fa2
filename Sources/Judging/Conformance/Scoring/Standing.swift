/// What a run says about an implementation as a whole; the names are those of the report.
///
/// The worst that happened decides. A known failure counts as what it is, and a known crash as a crash: that somebody knows of it
/// changes how the run ends, and nothing about the implementation.
package enum Standing: String, Sendable, CaseIterable {
  /// At least one case ended with the death of the implementation.
  case crashing
  /// None died, and at least one was not answered in time.
  case hanging
  /// None died or hung, and at least one took more memory or wrote more than it may.
  case overrunning
  /// At least one MUST is not met, or in a strict run a SHOULD.
  case nonconforming
  /// Nothing failed, but the adapter did on its own account, so that not everything was judged.
  case adapterFault
  /// The run was ended before its last case, and nothing had failed until then.
  case interrupted
  /// Everything that was selected was judged, and nothing failed.
  case conforming
  /// No case was judged.
  case nothingTested

  /// - Parameter isStrict: whether a SHOULD that is not met counts as a failure.
  init(_ counts: [Verdict: Int], isStrict: Bool) {
    func has(_ verdicts: Verdict...) -> Bool { verdicts.contains { (counts[$0] ?? 0) > 0 } }
    self =
      if has(.crashed) {
        .crashing
      } else if has(.timedOut) {
        .hanging
      } else if has(.overLimit) {
        .overrunning
      } else if has(.failed, .knownFailure) || isStrict && has(.warned) {
        .nonconforming
      } else if has(.adapterFault) {
        .adapterFault
      } else if has(.notRun) {
        .interrupted
      } else if has(.passed, .warned, .unexpectedPass) {
        .conforming
      } else {
        .nothingTested
      }
  }
}
