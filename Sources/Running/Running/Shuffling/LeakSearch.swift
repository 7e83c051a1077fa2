import AdapterDriver
import Conformance
import Reduction

/// Finds out what a failure in a shuffled order needs: nothing, chance, or the cases that its process had run before.
struct LeakSearch {
  /// Bounds what all searches of a run may cost. Counted in cases and not in seconds, so that the same run reports the same.
  struct Limits {
    /// How many cases may run, all trials of the run together: some minutes with a slow library.
    var cases = 60_000
    /// How many may run for one reduction, so that there is something left for other findings.
    var casesOfOne = 20_000
    /// How many trials one reduction may have.
    var tries = 400
  }

  /// What became of a sighting.
  enum Outcome {
    /// It stands, and this is reported of the case.
    case found(JudgedCase, ObservedExchange?)
    /// Nothing is held against the case.
    case dismissed
    /// The run was interrupted, or there was no budget left to look into it.
    case notLookedInto
  }

  private struct Cause: Hashable {
    let suite: String
    let variant: Variant
    let signature: Signature
  }

  private let runner: BatchRunner
  private let orders: [ShuffledOrder]
  private let interruption: Interruption
  private let limits: Limits
  private var casesLeft: Int
  /// How many sightings of a cause were looked into and stand.
  private var known: [Cause: Int] = [:]
  /// The causes of which it is known what they need.
  private var explained: Set<Cause> = []
  /// The cases that failures were found to need. A library that leaks by one way shows it in many cases after the same few.
  private var culprits: Set<Int> = []

  init(
    _ runner: BatchRunner, _ orders: [ShuffledOrder], _ interruption: Interruption,
    limits: Limits = .init()
  ) {
    self.runner = runner
    self.orders = orders
    self.interruption = interruption
    self.limits = limits
    casesLeft = limits.cases
  }

  /// Looks into a sighting, or counts it as one of many like it.
  ///
  /// - Parameter note: called after each trial.
  mutating func outcome(of sighting: Sighting, note: () -> Void) throws(HarnessFault) -> Outcome {
    let item = runner.plan.cases[sighting.number]
    guard let signature = sighting.signature else {
      return .found(sighting.judged, sighting.exchange)
    }
    let cause = Cause(suite: item.suite, variant: item.variant, signature: signature)
    if explained.contains(cause)
      || known[cause, default: 0] >= runner.plan.confirmationsPerSignature
    {
      return .found(sighting.judged.tagged(.sampled, after: .unknown), sighting.exchange)
    }
    let outcome = try look(into: sighting, item, signature, note)
    if case .found(let judged, _) = outcome {
      known[cause, default: 0] += 1
      let needs = judged.findings.lazy.compactMap(\.after).first
      if needs?.ids.isEmpty == false { explained.insert(cause) }
    }
    return outcome
  }

  private mutating func look(
    into sighting: Sighting, _ item: Case, _ signature: Signature, _ note: () -> Void
  ) throws(HarnessFault) -> Outcome {
    func isShown(by run: CaseRun?) -> Bool {
      run?.judged.findings.contains { $0.signature == signature } ?? false
    }
    guard
      let alone = try trial(item, after: [], watching: sighting.mayLackLate, note)
    else { return .notLookedInto }
    if isShown(by: alone.run) {
      return .found(sighting.judged.tagged(.flaky, after: nil), sighting.exchange)
    }
    var earlier = sighting.earlier.map { orders[sighting.order].cases[$0] }
    var reached: CaseRun?
    let suspects = earlier.filter(culprits.contains)
    for candidate in [suspects, earlier] where reached == nil && !candidate.isEmpty {
      guard let trial = try trial(item, after: candidate, watching: sighting.mayLackLate, note)
      else {
        return .notLookedInto
      }
      guard isShown(by: trial.run) else { continue }
      reached = trial.run
      earlier = candidate
    }
    guard var shown = reached else {
      // A deadline or a limit that is not missed again is no finding, nor is what came late and was waited for.
      let verdict = sighting.judged.verdict
      return sighting.mayLackLate || verdict == .timedOut || verdict == .overLimit
        ? .dismissed : .found(sighting.judged.tagged(.flaky, after: .unknown), sighting.exchange)
    }
    let reducer = Reducer<Int>(keeping: signature, maxTries: limits.tries)
    let floor = casesLeft - limits.casesOfOne
    let reduced = try reducer.reduce(earlier) { (candidate) throws(HarnessFault) in
      // Alone it has been seen.
      if candidate.isEmpty { return [] }
      if self.casesLeft - candidate.count <= floor { return nil }
      guard let trial = try self.trial(item, after: candidate, watching: false, note) else {
        return nil
      }
      let signatures = Set(trial.run?.judged.findings.map(\.signature) ?? [])
      if signatures.contains(signature), let run = trial.run { shown = run }
      return signatures
    }
    culprits.formUnion(reduced.sequence)
    let after = Finding.EarlierCases(
      reduced.sequence.map { runner.plan.cases[$0].id }, isMinimal: reduced.isMinimal)
    // What both have in common was seen at least twice.
    let seenBefore = Set(sighting.judged.findings.map(\.signature))
    var judged = shown.judged
    judged.verdict = sighting.judged.verdict
    judged.findings.removeAll { !seenBefore.contains($0.signature) }
    return .found(judged.tagged(.deterministic, after: after), shown.exchange)
  }

  /// A case after others in a fresh process.
  private struct Trial {
    /// Nil where the adapter did not survive the others.
    let run: CaseRun?
  }

  /// Tries a case after others; nil where no more may be tried.
  private mutating func trial(
    _ item: Case, after earlier: [Int], watching: Bool, _ note: () -> Void
  ) throws(HarnessFault) -> Trial? {
    guard !interruption.isRaised, casesLeft > earlier.count else { return nil }
    casesLeft -= earlier.count + 1
    defer { note() }
    return Trial(
      run: try runner.alone(item, after: earlier.map { runner.plan.cases[$0] }, watching: watching))
  }
}

extension JudgedCase {
  fileprivate func tagged(
    _ confirmation: Finding.Confirmation, after earlier: Finding.EarlierCases?
  ) -> JudgedCase {
    var tagged = self
    for index in tagged.findings.indices {
      tagged.findings[index].confirmation = confirmation
      tagged.findings[index].after = earlier
    }
    return tagged
  }
}
