import AdapterDriver
package import Conformance
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
  let plan: CampaignPlan
  let claims: Claims
  let interruption: Interruption
  let state: CampaignState
  let suites: [String: any Suite]
  let journal: (any CampaignJournal)?
  let maker: ScriptMaker

  /// - Parameter journal: keeps what the campaign gathers.
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
    maker = ScriptMaker(
      suites: suites, seed: plan.run.seed, layer: plan.layer, requirements: plan.requirements)
  }

  /// Searches until the plan says that it is enough.
  ///
  /// The journal is given what has happened once a second, and at the end, on the calling thread.
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
        do throws(HarnessFault) {
          let executor = CaseExecutor(
            plan.run, claims: claims, turnstile: turnstile, coverage: try plan.feedback.map())
          defer { executor.stop() }
          while try round(executor) {}
        } catch {
          state.with { content in
            content.fault = content.fault ?? error
            content.hasEnded = true
          }
        }
      }
    }
    var saved = Duration.zero
    while working.load(ordering: .relaxed) > 0 {
      tell(state.status)
      usleep(100_000)
      guard state.elapsedNow - saved >= .seconds(1) else { continue }
      saved = state.elapsedNow
      save()
    }
    for thread in threads { thread.join() }
    save()
    if let fault = state.with({ $0.fault }) { throw fault }
    return state.status
  }

  private func save() {
    let snapshot = state.takeSnapshot()
    do throws(HarnessFault) {
      guard let names = try journal?.save(snapshot) else { return }
      state.with { content in
        for (place, name) in names { content.corpus.note(file: name, of: place) }
      }
    } catch {
      state.with { content in
        content.fault = content.fault ?? error
        content.hasEnded = true
      }
    }
  }

  var isOver: Bool {
    interruption.isRaised || state.with { $0.hasEnded }
      || plan.duration.map { state.elapsedNow >= $0 } ?? false
  }

  // MARK: One round of one worker

  /// Makes some cases, runs them, and takes in what they show. Returns whether to go on.
  private func round(_ executor: CaseExecutor) throws(HarnessFault) -> Bool {
    if isOver { return false }
    let round: Round
    switch try next() {
    case .round(let next): round = next
    case .wait:
      usleep(1_000)
      return true
    case .nothing: return false
    }
    let shown = Shown(count: round.cases.count)
    var results = try executor.run(
      round.cases, until: interruption, settled: round.settled,
      endsAtHang: round.made.allSatisfy { $0 != nil }, isOver: { self.isOver },
      watch: { shown.take($0, $1, $2) })
    try doubtRepairs(round, &results, executor)
    let suspects = try takeIn(round, results, shown)
    // Looking into them takes its time: what is not reached is run first when the campaign goes on.
    var held: [(signature: Signature, unusual: [[String]], item: Case)] = []
    for suspect in suspects
    where !held.contains(where: { $0.signature == suspect.finding.signature }) {
      if let item = try hold(suspect) {
        let unusual = try suites[item.suite]?.unusualParts(of: item) ?? []
        held.append((suspect.finding.signature, unusual, item))
      }
    }
    state.with { $0.running -= 1 }
    for suspect in suspects {
      if interruption.isRaised || isOver && plan.duration == nil { break }
      try investigate(suspect, executor)
    }
    // What is known by now, or was looked into to the end.
    for (signature, unusual, item) in held {
      let isOpen = state.with { $0.isUnknown(signature, unusual) }
      if !(isOpen && isOver) { journal?.release(item) }
    }
    return !isOver
  }

  /// Whether a case is an earlier finding that shows nothing any more.
  private static func isRepaired(_ round: Round, _ offset: Int, _ result: CaseResult) -> Bool {
    round.isEarlierFinding(offset) && round.cases[offset].provenance?.signature != nil
      && result.verdict.wasJudged && !result.findings.contains { $0.level != .info }
  }

  /// Runs earlier findings that do not come any more again, each alone: perhaps they only come and go.
  private func doubtRepairs(
    _ round: Round, _ results: inout [CaseResult], _ executor: CaseExecutor
  ) throws(HarnessFault) {
    for (offset, result) in results.enumerated() where Self.isRepaired(round, offset, result) {
      let item = round.cases[offset]
      let again = try executor.again(
        item, recorded: item.provenance?.signature, tries: CaseExecutor.triesForMended - 1,
        until: interruption)
      if let again, again.verdict.wasJudged { results[offset] = again }
    }
  }

  /// What the sessions of a round showed; for one thread.
  private final class Shown {
    var shapes: [[String]]
    var texts: [[String]]
    var edges: [[CoveredEdge]]
    var isTaken: [Bool]

    init(count: Int) {
      isTaken = Array(repeating: false, count: count)
      shapes = Array(repeating: [], count: count)
      texts = shapes
      edges = Array(repeating: [], count: count)
    }

    func take(_ offset: Int, _ session: any CaseSession, _ taken: [CoveredEdge]) {
      shapes[offset] = session.shapes
      texts[offset] = session.shownTexts
      edges[offset] = taken
      isTaken[offset] = session.isTaken
    }
  }

  /// What stands in the id of a case that was kept as it came.
  static let heldMark = "/unreduced-"

  /// A case with a finding that is not known yet.
  struct Suspect {
    var item: Case
    var result: CaseResult
    var finding: Finding
    var changes: [String]
    /// Nil for a case of the start.
    var execution: Int?
    /// Whether an earlier sitting has told it.
    var isEarlierFinding = false
    /// Whether it is a finding that an earlier sitting has looked into, and shows what is recorded of it.
    var isConfirmed = false
    /// Whether it was kept as it came, and nobody has looked into it yet.
    var isHeld: Bool { item.id.path.contains(Campaign.heldMark) }
    /// The cases that its process ran before it.
    var earlier: [Case]
  }

  /// Counts what a round showed, and keeps the cases that showed something new.
  private func takeIn(
    _ round: Round, _ results: [CaseResult], _ shown: Shown
  ) throws(HarnessFault) -> [Suspect] {
    var suspects: [Suspect] = []
    let shapes = shown.shapes
    let (texts, edges, isTaken) = (shown.texts, shown.edges, shown.isTaken)
    for (offset, result) in results.enumerated() {
      let item = round.cases[offset]
      guard result.verdict != .notRun, result.verdict != .skipped else { continue }
      let made = round.made[offset]
      let unusual = try suites[item.suite]?.unusualParts(of: item) ?? []
      let features = Features.bySteps(
        of: item, unusual: unusual, shapes: shapes[offset], verdict: result.verdict)
      let recorded = round.isEarlierFinding(offset) ? item.provenance?.signature : nil
      let candidates = findings(of: result, preferring: recorded)
      // What was looked into was a finding of its own, and stays one, whichever of them is run first.
      let settled = item.id.path.contains(Self.heldMark) ? nil : recorded
      let isRepaired = Self.isRepaired(round, offset, result)
      // What nobody looked into before it was repaired is told once.
      if isRepaired, item.id.path.contains(Self.heldMark) { journal?.release(item) }
      let elapsed = state.elapsed
      let file = round.files[offset]
      // What every reply breaks must not hide the rest: the first finding that is not known yet counts.
      let finding = state.with { content in
        candidates.first { $0.signature == settled || content.isUnknown($0.signature, unusual) }
          ?? candidates.first
      }
      let isSuspect = try state.with { (content) throws(HarnessFault) -> Bool in
        content.status.executions += 1
        if result.verdict == .adapterFault {
          content.status.adapterFaults += 1
          content.status.adapterFault = result.reason
        }
        if isRepaired { content.noteRepaired(item.id) }
        for text in texts[offset] where content.learnt[item.suite, default: .init()].learn(text) {
          content.learntHasChanged = true
        }
        let news = features.map { content.corpus.news(in: $0) }
        let newFeatures = news.reduce(0, +)
        let newEdges = content.corpus.news(in: edges[offset])
        let isNew = newFeatures > 0 || !newEdges.isEmpty
        var isSuspect = false
        if let finding {
          isSuspect =
            finding.signature == settled || content.isUnknown(finding.signature, unusual)
          if !isSuspect { content.count(finding.signature, unusual, at: elapsed) }
        }
        if !isSuspect, round.isEarlierFinding(offset) { content.noteRunAgain(item.id) }
        for change in Set(made?.changes ?? []) {
          content.status.changes[change, default: .init()].tried += 1
          if isNew { content.status.changes[change, default: .init()].new += 1 }
          if isSuspect { content.status.changes[change, default: .init()].findings += 1 }
        }
        // What crashes or hangs is no ground to build on.
        let isKept =
          isNew && !result.verdict.isFatal && result.verdict != .adapterFault
          || made == nil && content.corpus.entries.isEmpty
        if let made {
          content.corpus.note(child: made.parent, kept: isKept)
          content.corpus.note(Set(made.changes), of: made.parent, taken: isTaken[offset])
        }
        if isNew {
          content.status.lastNews = elapsed
          content.status.lastNewsChanges = made?.changes ?? []
        }
        if made == nil, !round.isEarlierFinding(offset) {
          content.unsavedRuns.append(file.map { .file(digest: $0.digest) } ?? .item(item))
        }
        if let place = round.measures[offset] {
          content.corpus.note(newEdges, steps: shapes[offset].count, of: place)
          return isSuspect
        }
        guard isKept else { return isSuspect }
        var entry = Entry(
          item, newFeatures: newFeatures, newEdges: newEdges, steps: shapes[offset].count,
          depth: made?.depth ?? 0, isTaken: isTaken[offset])
        entry.file = file?.name
        if made != nil { try entry.shorten(to: news, of: suites[item.suite], seed: plan.run.seed) }
        content.corpus.add(entry)
        return isSuspect
      }
      if isSuspect, let finding {
        suspects.append(
          Suspect(
            item: item, result: result, finding: finding, changes: made?.changes ?? [],
            execution: made?.execution, isEarlierFinding: round.isEarlierFinding(offset),
            isConfirmed: finding.signature == settled,
            earlier: Array(round.cases[..<offset])))
      }
    }
    // An adapter with which nothing can be judged any more does not get better.
    let isLost =
      results.contains { $0.verdict == .adapterFault } && !results.contains { $0.verdict.wasJudged }
    if isLost { state.with { $0.hasEnded = true } }
    waitAgain(round, results)
    return suspects
  }

  /// Puts back what was to run as it is and did not, because what ran before it hung too often: behind all others.
  private func waitAgain(_ round: Round, _ results: [CaseResult]) {
    guard results.contains(where: { $0.verdict.wasJudged }) else { return }
    let left = zip(round.seeds, results).compactMap { seed, result in
      result.verdict == .notRun ? seed : nil
    }
    state.with { $0.waiting.insert(contentsOf: left.reversed(), at: 0) }
  }

  /// The findings of a case, MUSTs first, among those that are looked for.
  ///
  /// - Parameter signature: what comes first where it is among them: what the case is known for.
  func findings(of result: CaseResult, preferring signature: Signature? = nil) -> [Finding] {
    let findings = result.findings.filter {
      $0.level != .info && (plan.requirements.isEmpty || plan.requirements.contains($0.clause))
    }
    return findings.filter { $0.signature == signature }
      + findings.filter { $0.signature != signature && $0.level == .must }
      + findings.filter { $0.signature != signature && $0.level != .must }
  }
}

/// Keeps what a campaign gathers.
package protocol CampaignJournal: Sendable {
  /// Writes what has happened since the last time.
  ///
  /// - Returns: the names of the files of new entries, with the entries' places; nil where nothing can be written any more.
  func save(_ snapshot: CampaignSnapshot) throws(HarnessFault) -> [(place: Int, name: String)]?

  /// Keeps a case with a finding that is to be looked into, so that it is not lost where that is cut short.
  func hold(_ item: Case, of suite: any Suite) throws(HarnessFault)

  /// Gives up a case that was held: it has been looked into.
  func release(_ item: Case)

  /// Takes a finding as it comes, from any thread.
  func report(_ finding: FuzzFinding, of suite: any Suite) throws(HarnessFault)
}
