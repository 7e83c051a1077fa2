package import Conformance

/// Cases that are drawn by chance, so that nobody can know beforehand which ones will be run again.
package enum RandomSample {
  /// Draws places of cases that a certificate says were judged, each set of that size being equally likely.
  ///
  /// - Parameters:
  ///   - certificate: whose verdicts tell which cases were judged.
  ///   - share: the share of them that is drawn, above 0 and up to 1; at least one case is.
  ///   - seed: equal seeds draw equal cases.
  /// - Returns: places in the list of all cases, ascending, each with what the certificate says of the case.
  package static func drawn(
    from certificate: Certificate, share: Double, seed: UInt64
  ) -> [(place: Int, verdict: Verdict)] {
    var left = certificate.cases(.passed) + certificate.cases(.warned)
    var wanted = min(left, max(1, Int((Double(left) * share).rounded(.up))))
    var choices = Choices(seed: seed, case: CaseID("certificate/sample"))
    var drawn: [(Int, Verdict)] = []
    var place = 0
    // Selection sampling (Knuth, The Art of Computer Programming, volume 2, algorithm 3.4.2 S).
    for stretch in certificate.verdicts {
      for _ in 0..<stretch.count where stretch.verdict.wasJudged {
        if choices.below(left) < wanted {
          drawn.append((place, stretch.verdict))
          wanted -= 1
        }
        left -= 1
        place += 1
      }
      if !stretch.verdict.wasJudged { place += stretch.count }
    }
    return drawn
  }
}
