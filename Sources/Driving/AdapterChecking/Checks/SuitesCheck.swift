import AdapterProtocol

extension AdapterCheck {
  /// The adapter claims something that can be tested (adapter.md, hello).
  static let suites = AdapterCheck(
    "suites", "claims a suite that assay knows", needs: ["hello"],
    remedy: """
      List in "suites" of the reply to hello what the implementation can do, such as \
      {"abt":{"editions":["plain"],"capabilities":[]}}.
      """
  ) { (bench) throws(CheckStop) in
    let claimed = bench.hello?.suites ?? [:]
    let names = claimed.keys.sorted().joined(separator: ", ")
    if let wanted = bench.checkup.suite, claimed[wanted] == nil {
      throw .failed("the suite \(wanted) is not claimed, but \(claimed.isEmpty ? "none" : names)")
    }
    guard let outline = bench.outline, let claim = claimed[outline.suite] else {
      guard claimed.isEmpty else {
        throw .skipped("of \(names) nothing can be checked ahead of a run")
      }
      throw .failed("no suite is claimed, so that nothing would be tested")
    }
    bench.probe = try outline.probe(claim)
    return "\(names); checked with \(outline.suite)"
  }
}

extension CheckBench {
  /// The suite that was asked for, or else the first known one that is claimed.
  var outline: SuiteOutline? {
    SuiteOutline.all.first { outline in
      checkup.suite.map { $0 == outline.suite } ?? (hello?.suites[outline.suite] != nil)
    }
  }

  /// What the claims, taken as they are, allow to be sent; for checks that come before `suites`.
  var claimedProbe: SuiteProbe? {
    guard let outline, let claim = hello?.suites[outline.suite] else { return nil }
    return try? outline.probe(claim)
  }
}
