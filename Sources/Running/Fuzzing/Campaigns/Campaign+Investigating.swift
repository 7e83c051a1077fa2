import Conformance
import Running

// Looking into a finding: reduced, seen again alone, and kept unless it turns out to be a known one.
extension Campaign {
  /// Reduces a finding, sees it again alone, and keeps it, unless it turns out to be a known one.
  func investigate(_ suspect: Suspect, _ executor: CaseExecutor) throws(HarnessFault) {
    guard let suite = suites[suspect.item.suite] else { return }
    let signature = suspect.finding.signature
    let unusual = try suite.unusualParts(of: suspect.item)
    // Another worker may have been faster.
    guard suspect.isConfirmed || state.with({ $0.begin(signature, unusual, at: state.elapsed) })
    else { return }
    let investigation = Investigation(
      suite, on: executor, interruption: interruption,
      limit: plan.duration.map { max($0 / 10, .seconds(15)) })
    var shown = try whileReducing { () throws(HarnessFault) in
      try investigation.pinDown(suspect.item, signature, after: suspect.earlier)
    }
    let isAnother =
      try FuzzFinding.guilty(suite.unusualParts(of: shown.item)) != FuzzFinding.guilty(unusual)
    if suspect.isConfirmed, isAnother {
      // What it would be reduced to is another finding, which would lose its case to this one. What was seen on the way is of that one, too.
      shown.item = suspect.item
      shown.isMinimal = false
      shown.others = [:]
    }
    let item = shown.item
    // What the reduced case shows is told, not what was seen first.
    // Whoever ends the campaign does not wait for one more of its hangs.
    let isRunAgain = shown.stability.isHeldByCase && !interruption.isRaised
    let again = isRunAgain ? try executor.alone(item) : nil
    let finding = again?.findings.first { $0.signature == signature } ?? suspect.finding
    let parts = try suite.unusualParts(of: item)
    let guilty = FuzzFinding.guilty(parts)
    let told = try suite.explain(item, capabilities: claims.capabilities(of: suite.name))
    var found = FuzzFinding(
      signature: signature, level: suspect.finding.level, verdict: suspect.result.verdict,
      severity: StackFrames.severity(suite.severity(of: signature), in: suspect.result),
      finding: finding, item: item, guilty: guilty, stability: shown.stability,
      isMinimal: shown.isMinimal, tries: shown.tries, execution: suspect.execution,
      found: state.elapsed, words: told.steps.map(\.words))
    found.lastSeen = found.found
    found.also = Self.others((again ?? suspect.result).findings, beside: signature)
    found.frames = StackFrames.top(of: suspect.result.exchange?.standardError ?? [])
    var provenance = item.provenance ?? Provenance()
    // What does not come again from the file alone must not look repaired when it is replayed.
    provenance.signature = shown.stability.isHeldByCase ? signature : nil
    let isEarlier = suspect.execution == nil && provenance.found != nil
    provenance.found =
      isEarlier
      ? provenance.found
      : "assay fuzz, seed \(plan.run.seed), "
        + (suspect.execution.map { "execution \($0)" } ?? "a case of the start")
    provenance.comment = told.steps.map(\.words).joined(separator: " ")
    found.item = try suite.noted(
      try suite.named(
        item, CaseID("\(suite.name)/fuzz/\(found.name)"), finding.message,
        about: item.targets), provenance)
    let kept = state.with { content in content.add(found, parts) }
    guard let kept else {
      if suspect.isEarlierFinding { state.with { $0.noteRunAgain(suspect.item.id) } }
      return
    }
    try journal?.report(kept, of: suite)
    // A finding that was told before does not end the campaign again.
    if plan.untilFinding, plan.fails(kept), !suspect.isEarlierFinding || suspect.isHeld {
      state.with { $0.hasEnded = true }
    }
    for (signature, other) in shown.others.sorted(by: { $0.key < $1.key }) {
      try lookInto(signature, other, of: suite, suspect, executor)
    }
  }

  private func whileReducing<Result>(
    _ work: () throws(HarnessFault) -> Result
  ) throws(HarnessFault) -> Result {
    state.with { $0.status.reducing += 1 }
    defer { state.with { $0.status.reducing -= 1 } }
    return try work()
  }

  /// Keeps a suspect as it came.
  ///
  /// - Returns: what is to be given up when it has been looked into; nil where it is a reduced finding of an earlier sitting.
  func hold(_ suspect: Suspect) throws(HarnessFault) -> Case? {
    guard let journal, let suite = suites[suspect.item.suite] else { return nil }
    if suspect.isEarlierFinding { return suspect.isHeld ? suspect.item : nil }
    var provenance = suspect.item.provenance ?? Provenance()
    provenance.signature = suspect.finding.signature
    let name =
      suspect.execution.map(String.init)
      ?? String(
        CaseDigest.of("\(suspect.item.id) \(suspect.item.variant)".utf8), radix: 16)
    let item = try suite.noted(
      try suite.named(
        suspect.item, CaseID("\(suite.name)/fuzz\(Self.heldMark)\(name)"), suspect.finding.message,
        about: suspect.item.targets), provenance)
    try journal.hold(item, of: suite)
    return item
  }

  /// A finding that came to light while another one was reduced.
  private func lookInto(
    _ signature: Signature, _ item: Case, of suite: any Suite, _ suspect: Suspect,
    _ executor: CaseExecutor
  ) throws(HarnessFault) {
    if isOver { return }
    let unusual = try suite.unusualParts(of: item)
    guard state.with({ $0.isUnknown(signature, unusual) }),
      let result = try executor.alone(item),
      let finding = findings(of: result).first(where: { $0.signature == signature })
    else { return }
    try investigate(
      Suspect(
        item: item, result: result, finding: finding, changes: [], execution: suspect.execution,
        earlier: []), executor)
  }

  /// What else the same case showed, each once.
  private static func others(_ findings: [Finding], beside signature: Signature) -> [Signature] {
    var others: [Signature] = []
    for other in findings.map(\.signature) where other != signature && !others.contains(other) {
      others.append(other)
    }
    return others
  }
}
