import Conformance
import Reduction
import Running

// Looking into a finding: reduced, seen again alone, and kept unless it turns out to be a known one.
extension Campaign {
  /// Reduces a finding, sees it again alone, and keeps it, unless it turns out to be a known one.
  func investigate(_ suspect: Suspect, _ executor: CaseExecutor) throws(HarnessFault) {
    guard let suite = suites[suspect.item.suite] else { return }
    let signature = suspect.finding.signature
    let unusual = try suite.unusualParts(of: suspect.item)
    // Another worker may have been faster.
    guard state.with({ $0.begin(signature, unusual, at: state.elapsed) }) else { return }
    let shown = try pinDown(suspect, suite, executor)
    let item = shown.item
    let parts = try suite.unusualParts(of: item)
    let guilty = Self.guilty(parts)
    let told = try suite.explain(item, capabilities: claims.capabilities(of: suite.name))
    var found = FuzzFinding(
      signature: signature, level: suspect.finding.level, verdict: suspect.result.verdict,
      finding: suspect.finding, item: item, guilty: guilty, stability: shown.stability,
      isMinimal: shown.isMinimal, tries: shown.tries, execution: suspect.execution,
      found: state.elapsed, words: told.steps.map(\.words))
    found.lastSeen = found.found
    found.also = Self.others(suspect.result.findings, beside: signature)
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
        item, CaseID("\(suite.name)/fuzz/\(found.name)"), suspect.finding.message,
        about: item.targets), provenance)
    let kept = state.with { content in content.add(found, parts) }
    guard let kept else { return }
    try journal?.report(kept, of: suite)
    if plan.untilFinding { state.with { $0.hasEnded = true } }
    for (signature, other) in shown.others.sorted(by: { $0.key < $1.key }) {
      try lookInto(signature, other, of: suite, suspect, executor)
    }
  }

  /// A case that shows a finding, as small as it could be made.
  private struct Shown {
    var item: Case
    var stability: FuzzFinding.Stability
    var isMinimal = false
    var tries = 0
    var others: [Signature: Case] = [:]
  }

  /// Finds out what a finding needs: the case alone, the case after others of its process, or luck.
  private func pinDown(
    _ suspect: Suspect, _ suite: any Suite, _ executor: CaseExecutor
  ) throws(HarnessFault) -> Shown {
    let signature = suspect.finding.signature
    let first = try stability(of: signature, in: suspect.item, executor, tries: 1)
    if first != .flaky { return try reduced(suspect.item, signature, suite, executor, first) }
    guard let earlier = try neededBefore(suspect, executor) else {
      return Shown(item: suspect.item, stability: .flaky)
    }
    guard let joined = try suite.joined(earlier, with: suspect.item) else {
      return Shown(item: suspect.item, stability: .afterOtherApps(count: earlier.count))
    }
    var shown = try reduced(joined, signature, suite, executor, .afterOthers, alone: true)
    if case .comesAgain = shown.stability { shown.stability = .afterOthers }
    return shown
  }

  /// - Parameters:
  ///   - stability: what is known of the case as it stands.
  ///   - alone: whether each candidate needs a process of its own.
  private func reduced(
    _ item: Case, _ signature: Signature, _ suite: any Suite, _ executor: CaseExecutor,
    _ stability: FuzzFinding.Stability, alone: Bool = false
  ) throws(HarnessFault) -> Shown {
    var reducer = CaseReducer(
      suite, on: executor, keeping: signature, alone: alone, interruption: interruption)
    let (smallest, isMinimal) = try reducer.reduce(item)
    let again = try self.stability(of: signature, in: smallest, executor, tries: 3)
    guard case .comesAgain = again else {
      return Shown(item: item, stability: stability, tries: reducer.tries, others: reducer.others)
    }
    return Shown(
      item: smallest, stability: again, isMinimal: isMinimal, tries: reducer.tries,
      others: reducer.others)
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
      let finding = primaryFinding(of: result), finding.signature == signature
    else { return }
    try investigate(
      Suspect(
        item: item, result: result, finding: finding, changes: [], execution: suspect.execution,
        earlier: []), executor)
  }

  private func stability(
    of signature: Signature, in item: Case, _ executor: CaseExecutor, tries: Int
  ) throws(HarnessFault) -> FuzzFinding.Stability {
    var seen = 0
    for _ in 0..<tries {
      let result = try executor.alone(item)
      if result?.findings.contains(where: { $0.signature == signature }) == true { seen += 1 }
    }
    return seen == 0 ? .flaky : .comesAgain(seen, of: tries)
  }

  /// How many selections of earlier cases are tried to find those that a finding needs.
  private static let maxOrders = 200

  /// Nil where the finding is not shown after the earlier cases either.
  private func neededBefore(
    _ suspect: Suspect, _ executor: CaseExecutor
  ) throws(HarnessFault) -> [Case]? {
    let signature = suspect.finding.signature
    func isShown(after places: [Int]) throws(HarnessFault) -> Bool {
      let earlier = places.map { suspect.earlier[$0] }
      let result = try executor.alone(suspect.item, after: earlier)
      return result?.findings.contains { $0.signature == signature } ?? false
    }
    let all = Array(suspect.earlier.indices)
    guard !all.isEmpty, try isShown(after: all) else { return nil }
    let reducer = Reducer<Int>(keeping: signature, maxTries: Self.maxOrders)
    let reduced = try reducer.reduce(all) { (candidate) throws(HarnessFault) in
      if self.interruption.isRaised { return nil }
      return try isShown(after: candidate) ? [signature] : []
    }
    return reduced.sequence.map { suspect.earlier[$0] }
  }

  /// What else the same case showed, each once.
  private static func others(_ findings: [Finding], beside signature: Signature) -> [Signature] {
    var others: [Signature] = []
    for other in findings.map(\.signature) where other != signature && !others.contains(other) {
      others.append(other)
    }
    return others
  }

  /// The parts without their forms, in their order.
  private static func guilty(_ parts: [[String]]) -> [String] {
    var names: [String] = []
    for part in parts.joined() {
      let name = String(part.prefix { $0 != "/" })
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
