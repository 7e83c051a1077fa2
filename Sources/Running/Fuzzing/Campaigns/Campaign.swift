package import Conformance
import Reduction
import Reporting
package import Running
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A search for findings: cases that showed something new are changed, run and judged, again and again.
package final class Campaign: Sendable {
  private let plan: CampaignPlan
  private let claims: Claims
  private let interruption: Interruption
  private let state: CampaignState
  private let suites: [String: any Suite]
  private let journal: (any CampaignJournal)?

  /// - Parameter journal: takes entries and findings as they come, from any thread.
  package init(
    _ plan: CampaignPlan, claims: Claims, interruption: Interruption,
    journal: (any CampaignJournal)? = nil
  ) {
    self.plan = plan
    self.claims = claims
    self.interruption = interruption
    self.journal = journal
    state = CampaignState(plan)
    suites = Dictionary(
      plan.run.suites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Searches until the plan says that it is enough.
  ///
  /// - Parameter tell: called on the calling thread, several times a second.
  /// - Throws: a fault of assay itself.
  package func run(
    tell: (CampaignStatus) -> Void
  ) throws(HarnessFault) -> CampaignStatus {
    let turnstile = Turnstile()
    let working = Atomic(plan.run.jobs)
    let threads = (0..<plan.run.jobs).map { _ in
      WorkerThread { [self] in
        defer { working.subtract(1, ordering: .relaxed) }
        let executor = CaseExecutor(plan.run, claims: claims, turnstile: turnstile)
        defer { executor.stop() }
        do throws(HarnessFault) {
          while try round(executor) {}
        } catch {
          state.with { content in
            content.fault = content.fault ?? error
            content.hasEnded = true
          }
        }
      }
    }
    while working.load(ordering: .relaxed) > 0 {
      tell(state.status)
      usleep(100_000)
    }
    for thread in threads { thread.join() }
    if let fault = state.with({ $0.fault }) { throw fault }
    return state.status
  }

  private var isOver: Bool {
    interruption.isRaised || state.with { $0.hasEnded }
      || plan.duration.map { state.elapsed >= $0 } ?? false
  }

  // MARK: One round of one worker

  /// What runs in one round.
  private struct Round: Sendable {
    var cases: [Case] = []
    /// How each was made; nil for one that runs as it is.
    var made: [ScriptMaker.Made?] = []
    var isEarlierFinding: [Bool] = []
    var settled: Set<Signature> = []

    mutating func add(_ item: Case, _ made: ScriptMaker.Made?, isEarlierFinding: Bool = false) {
      cases.append(item)
      self.made.append(made)
      self.isEarlierFinding.append(isEarlierFinding)
    }
  }

  /// Makes some cases, runs them, and takes in what they show. Returns whether to go on.
  private func round(_ executor: CaseExecutor) throws(HarnessFault) -> Bool {
    if isOver { return false }
    guard let round = try next() else { return false }
    let shown = Shown(count: round.cases.count)
    let results = try executor.run(
      round.cases, until: interruption, settled: round.settled, isOver: { self.isOver },
      watch: { shown.take($0, $1) })
    let suspects = try takeIn(round, results, shown)
    for suspect in suspects {
      if isOver, plan.duration == nil { break }
      try investigate(suspect, executor)
    }
    return !isOver
  }

  /// What the sessions of a round showed; for one thread.
  private final class Shown {
    var shapes: [[String]]
    var texts: [[String]]

    init(count: Int) {
      shapes = Array(repeating: [], count: count)
      texts = shapes
    }

    func take(_ offset: Int, _ session: any CaseSession) {
      shapes[offset] = session.shapes
      texts[offset] = session.shownTexts
    }
  }

  /// The cases of the next round, all of one suite and variant as far as they are of the start; nil where there is nothing to do.
  private func next() throws(HarnessFault) -> Round? {
    let maker = ScriptMaker(
      suites: suites, seed: plan.run.seed, layer: plan.layer, requirements: plan.requirements)
    return try state.with { (content) throws(HarnessFault) in
      var round = Round()
      round.settled = Set(
        content.investigations.keys.filter { content.known[$0]?.isEmpty == false })
      while round.cases.count < CampaignPlan.casesPerBatch, let seed = content.waiting.popLast() {
        round.add(seed.item, nil, isEarlierFinding: seed.isFinding)
      }
      if !round.cases.isEmpty { return round }
      var misses = 0
      while round.cases.count < CampaignPlan.casesPerBatch, misses < 1_000 {
        if let executions = plan.executions,
          content.nextExecution - plan.firstExecution >= executions
        {
          break
        }
        let execution = content.nextExecution
        content.nextExecution += 1
        guard let made = try maker.make(execution, from: content.corpus, content.learnt) else {
          misses += 1
          continue
        }
        if claims.reasonToSkip(made.item) != nil {
          content.status.skipped += 1
          misses += 1
          continue
        }
        round.add(made.item, made)
      }
      return round.cases.isEmpty ? nil : round
    }
  }

  /// A case with a finding that is not known yet.
  private struct Suspect {
    var item: Case
    var result: CaseResult
    var finding: Finding
    var changes: [String]
    /// Nil for a case of the start.
    var execution: Int?
    /// The cases that its process ran before it.
    var earlier: [Case]
  }

  /// Counts what a round showed, and keeps the cases that showed something new.
  private func takeIn(
    _ round: Round, _ results: [CaseResult], _ shown: Shown
  ) throws(HarnessFault) -> [Suspect] {
    var suspects: [Suspect] = []
    var news: [Entry] = []
    let shapes = shown.shapes
    let texts = shown.texts
    for (offset, result) in results.enumerated() {
      let item = round.cases[offset]
      guard result.verdict != .notRun, result.verdict != .skipped else { continue }
      let made = round.made[offset]
      let unusual = try suites[item.suite]?.unusualParts(of: item) ?? []
      let features = Features.of(
        item, unusual: unusual, shapes: shapes[offset], verdict: result.verdict)
      let finding = primaryFinding(of: result)
      let isRepaired = round.isEarlierFinding[offset] && finding == nil
      let elapsed = state.elapsed
      let (entry, isSuspect) = state.with { content -> (Entry?, Bool) in
        content.status.executions += 1
        if result.verdict == .adapterFault {
          content.status.adapterFaults += 1
          content.status.adapterFault = result.reason
        }
        if isRepaired { content.status.repaired.append(item.id) }
        for text in texts[offset] { content.learnt[item.suite, default: .init()].learn(text) }
        let newFeatures = content.corpus.news(in: features)
        var isSuspect = false
        if let finding {
          isSuspect = content.isUnknown(finding.signature, unusual)
          if !isSuspect { content.count(finding.signature, unusual) }
        }
        for change in Set(made?.changes ?? []) {
          content.status.changes[change, default: .init()].tried += 1
          if newFeatures > 0 { content.status.changes[change, default: .init()].new += 1 }
          if isSuspect { content.status.changes[change, default: .init()].findings += 1 }
        }
        // What crashes or hangs is no ground to build on.
        let isKept =
          newFeatures > 0 && !result.verdict.isFatal && result.verdict != .adapterFault
          || made == nil && content.corpus.entries.isEmpty
        if let made { content.corpus.note(child: made.parent, kept: isKept) }
        if newFeatures > 0 { content.status.lastNews = elapsed }
        guard isKept else { return (nil, isSuspect) }
        let entry = Entry(item, newFeatures: newFeatures, depth: made?.depth ?? 0)
        content.corpus.add(entry)
        return (entry, isSuspect)
      }
      if let entry, made != nil { news.append(entry) }
      if isSuspect, let finding {
        suspects.append(
          Suspect(
            item: item, result: result, finding: finding, changes: made?.changes ?? [],
            execution: made?.execution, earlier: Array(round.cases[..<offset])))
      }
    }
    for entry in news { try journal?.keep(entry.item, of: suites[entry.item.suite]) }
    // An adapter with which nothing can be judged any more does not get better.
    let isLost =
      results.contains { $0.verdict == .adapterFault } && !results.contains { $0.verdict.wasJudged }
    if isLost { state.with { $0.hasEnded = true } }
    return suspects
  }

  /// The finding that a case stands for: the first MUST, among those that are looked for.
  private func primaryFinding(of result: CaseResult) -> Finding? {
    let findings = result.findings.filter {
      $0.level != .info && (plan.requirements.isEmpty || plan.requirements.contains($0.clause))
    }
    return findings.first { $0.level == .must } ?? findings.first
  }

  // MARK: Looking into a finding

  /// Reduces a finding, sees it again alone, and keeps it, unless it turns out to be a known one.
  private func investigate(_ suspect: Suspect, _ executor: CaseExecutor) throws(HarnessFault) {
    guard let suite = suites[suspect.item.suite] else { return }
    let signature = suspect.finding.signature
    let unusual = try suite.unusualParts(of: suspect.item)
    // Another worker may have been faster.
    guard state.with({ $0.begin(signature, unusual) }) else { return }
    var item = suspect.item
    var reducer = CaseReducer(suite, on: executor, keeping: signature, interruption: interruption)
    var (reduced, isMinimal) = (item, false)
    var stability = try stability(of: signature, in: item, executor, tries: 1)
    if stability != .flaky {
      (reduced, isMinimal) = try reducer.reduce(item)
      let again = try self.stability(of: signature, in: reduced, executor, tries: 3)
      if case .comesAgain = again {
        (item, stability) = (reduced, again)
      } else {
        isMinimal = false
      }
    } else if let (joined, count) = try withEarlier(suspect, suite, executor) {
      item = joined
      stability = .afterOthers(count: count)
    }
    let parts = try suite.unusualParts(of: item)
    let guilty = Self.guilty(parts)
    let told = try suite.explain(item, capabilities: claims.capabilities(of: suite.name))
    var found = FuzzFinding(
      signature: signature, level: suspect.finding.level, verdict: suspect.result.verdict,
      finding: suspect.finding, item: item, guilty: guilty, stability: stability,
      isMinimal: isMinimal, tries: reducer.tries, execution: suspect.execution,
      found: state.elapsed, words: told.steps.map(\.words))
    found.also = Self.others(suspect.result.findings, beside: signature)
    found.frames = StackFrames.top(of: suspect.result.exchange?.standardError ?? [])
    var provenance = item.provenance ?? Provenance()
    provenance.signature = signature
    provenance.found =
      "assay fuzz, seed \(plan.run.seed), "
      + (suspect.execution.map { "execution \($0)" } ?? "a case of the start")
    provenance.comment = told.steps.map(\.words).joined(separator: " ")
    found.item = try suite.noted(
      try suite.named(
        item, CaseID("\(suite.name)/fuzz/\(found.name)"), suspect.finding.message,
        about: item.targets), provenance)
    let isNew = state.with { content in content.add(found, parts) }
    guard isNew else { return }
    try journal?.report(found, of: suite)
    if plan.untilFinding { state.with { $0.hasEnded = true } }
    for (signature, other) in reducer.others.sorted(by: { $0.key < $1.key }) {
      try lookInto(signature, other, of: suite, suspect, executor)
    }
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

  /// The case after as few of the earlier ones as show the finding, in one case; nil where it is not shown, or where no one script holds
  /// them.
  private func withEarlier(
    _ suspect: Suspect, _ suite: any Suite, _ executor: CaseExecutor
  ) throws(HarnessFault) -> (Case, Int)? {
    guard !suspect.earlier.isEmpty else { return nil }
    let signature = suspect.finding.signature
    func isShown(after places: [Int]) throws(HarnessFault) -> Bool {
      let earlier = places.map { suspect.earlier[$0] }
      let result = try executor.alone(suspect.item, after: earlier)
      return result?.findings.contains { $0.signature == signature } ?? false
    }
    let all = Array(suspect.earlier.indices)
    guard try isShown(after: all) else { return nil }
    let reducer = Reducer<Int>(keeping: signature, maxTries: Self.maxOrders)
    let reduced = try reducer.reduce(all) { (candidate) throws(HarnessFault) in
      if self.interruption.isRaised { return nil }
      return try isShown(after: candidate) ? [signature] : []
    }
    let earlier = reduced.sequence.map { suspect.earlier[$0] }
    return try suite.joined(earlier, with: suspect.item).map { ($0, earlier.count) }
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

/// Takes what a campaign keeps, as it comes.
package protocol CampaignJournal: Sendable {
  func keep(_ item: Case, of suite: (any Suite)?) throws(HarnessFault)
  func report(_ finding: FuzzFinding, of suite: any Suite) throws(HarnessFault)
}

// What is known of findings.
extension CampaignState.Content {
  /// One signature has at most so many distinct findings.
  private static var maxBuckets: Int { 6 }
  /// A finding that cannot be pinned down is looked into no more often than this.
  private static var maxInvestigations: Int { 12 }

  private func parts(_ unusual: [[String]]) -> Set<String> { Set(unusual.joined()) }

  /// Whether a sighting may be something new: no known finding of its signature needs only what is unusual here, too.
  func isUnknown(_ signature: Signature, _ unusual: [[String]]) -> Bool {
    let parts = parts(unusual)
    let known = known[signature] ?? []
    return known.count < Self.maxBuckets
      && investigations[signature, default: 0] < Self.maxInvestigations
      && !known.contains { $0.isSubset(of: parts) }
  }

  /// Begins to look into a sighting; false where it is known meanwhile.
  mutating func begin(_ signature: Signature, _ unusual: [[String]]) -> Bool {
    guard isUnknown(signature, unusual) else {
      count(signature, unusual)
      return false
    }
    investigations[signature, default: 0] += 1
    return true
  }

  mutating func count(_ signature: Signature, _ unusual: [[String]]) {
    let place = status.findings.firstIndex { $0.signature == signature }
    if let place { status.findings[place].sightings += 1 }
  }

  /// Keeps a finding; false where it is a known one.
  mutating func add(_ finding: FuzzFinding, _ unusual: [[String]]) -> Bool {
    let parts = parts(unusual)
    if let place = status.findings.firstIndex(where: {
      $0.signature == finding.signature && $0.guilty == finding.guilty
    }) {
      status.findings[place].sightings += 1
      return false
    }
    known[finding.signature, default: []].append(parts)
    status.findings.append(finding)
    status.findings.sort()
    return true
  }
}
