package import AdapterDriver
package import Conformance

/// Runs cases that come bit by bit, as a run would: what it reports of a case is what `assay run` reports of it.
///
/// For one thread.
package final class CaseExecutor {
  private var runner: BatchRunner
  private let claims: Claims

  /// - Parameters:
  ///   - plan: how cases are run; its own cases are passed over.
  ///   - turnstile: shared by the executors that work at the same time.
  ///   - coverage: where the adapter counts its edges, or nil; for this executor alone.
  package init(
    _ plan: RunPlan, claims: Claims, turnstile: Turnstile, coverage: CoverageMap? = nil
  ) {
    self.claims = claims
    var plan = plan
    plan.cases = []
    plan.earlierCases = [:]
    plan.patience = .endless
    plan.confirmationsPerSignature = 1
    runner = BatchRunner(plan, claims: claims, turnstile: turnstile)
    runner.worker.coverage = coverage
  }

  /// Whether the implementation claims all that a case needs. What it does not claim must not be asked of it.
  package func mayAsk(_ item: Case) -> Bool { claims.reasonToSkip(item) == nil }

  /// Runs cases in one process, one after the other. What fails is seen again, alone, unless all that it shows is settled.
  ///
  /// - Parameters:
  ///   - settled: findings of which it is known whether they come again; they count as sampled.
  ///   - endsAtHang: whether the rest is left out after the first hang, which costs a whole deadline: what it shows is wanted first. For
  ///     cases that nobody misses.
  ///   - isOver: whether nobody wants the rest.
  ///   - watch: sees each session after its last reply, with its place among the cases and the edges that it took.
  package func run(
    _ cases: [Case], until interruption: Interruption, settled: Set<Signature> = [],
    endsAtHang: Bool = false, isOver: () -> Bool = { false },
    watch: @escaping (Int, any CaseSession, [CoveredEdge]) -> Void = { _, _, _ in }
  ) throws(HarnessFault) -> [CaseResult] {
    var runner = runner
    runner.settled = settled
    if endsAtHang {
      runner.plan.patience.waitsInABatch = 1
      runner.plan.patience.casesPerWait = max(1, cases.count)
    }
    runner.watch = watch
    let report = try runner.run(
      CaseList(cases)[...], until: interruption, leavingOut: [], isOver: isOver, note: { _, _ in })
    return report.results
  }

  /// What a case shows in a process that may have run others before it: quick, and to be confirmed.
  ///
  /// - Parameter weighs: whether memory is held against a control, in processes of their own.
  package func glimpse(_ item: Case, weighs: Bool) throws(HarnessFault) -> Set<Signature> {
    Set(try runner.glimpse(item, weighs: weighs).findings.map(\.signature))
  }

  /// The edges that a case takes in a process that may have run others before it. Nothing is judged for good.
  package func edges(_ item: Case) throws(HarnessFault) -> [CoveredEdge] {
    _ = try runner.glimpse(item, weighs: false)
    return runner.worker.lastEdges
  }

  /// What a case comes to in a process of its own, after others where there are some; nil where the adapter did not survive these.
  package func alone(
    _ item: Case, after earlier: [Case] = []
  ) throws(HarnessFault) -> CaseResult? {
    try runner.aloneWeighed(item, after: earlier)?.result
  }

  /// What a case comes to in a process of its own, and what the model allows beside what the implementation did.
  package func traced(
    _ item: Case
  ) throws(HarnessFault) -> (result: CaseResult, trace: Trace)? {
    try runner.aloneWeighed(item, after: []).map { result, run in
      (result, run.conversation.session.trace(of: result.findings))
    }
  }

  /// How often a recorded finding has to stay away before it counts as mended: one that comes in every second process is missed by all of
  /// them once in thirty-two times.
  package static let triesForMended = 5

  /// What a stored case comes to in a process of its own, after others where there are some. What is recorded of it and does not come is
  /// tried again: a finding that comes and goes must not pass for mended.
  ///
  /// - Parameters:
  ///   - recorded: what the case is known to show, or nil: then it runs once.
  ///   - tries: how often it runs at most.
  /// - Returns: the first result with a finding, or the last one; nil where the adapter did not survive the cases before it.
  package func again(
    _ item: Case, after earlier: [Case] = [], recorded: Signature?, tries: Int = triesForMended,
    until interruption: Interruption
  ) throws(HarnessFault) -> CaseResult? {
    var result = try alone(item, after: earlier)
    for _ in 1..<max(tries, 2) where recorded != nil {
      guard let last = result, last.verdict == .passed, !interruption.isRaised else { break }
      result = try alone(item, after: earlier)
    }
    return result
  }

  /// Ends what is being run between two replies once the run is ended.
  package func abandons(when interruption: Interruption) {
    runner.worker.isAbandoned = { interruption.isRaised }
    runner.confirmer.isAbandoned = { interruption.isRaised }
  }

  /// Ends the process that is left.
  package func stop() { runner.worker.stop() }
}

extension Patience {
  /// Cases that are made one from another hang in rows, and crash in rows. A batch still ends where one case in sixteen hangs.
  fileprivate static let endless: Patience = {
    var patience = Patience()
    patience.waitsInAGroup = .max
    patience.waitsInARun = .max
    patience.restartsInABatch = .max
    patience.restartsInARun = .max
    return patience
  }()
}

extension BatchRunner {
  fileprivate func glimpse(_ item: Case, weighs: Bool) throws(HarnessFault) -> JudgedCase {
    worker.measuresCost = weighs && watchesMemory(of: item)
    let run = CaseRun(try open(item), on: worker, confirmerRecorder)
    guard weighs else { return run.judged }
    var budget = ConfirmationBudget(.max)
    return try weighed(run, item, memoryGrowth: worker.lastCost?.memoryGrowthBytes, &budget).judged
  }

  fileprivate func aloneWeighed(
    _ item: Case, after earlier: [Case]
  ) throws(HarnessFault) -> (result: CaseResult, run: CaseRun)? {
    let begun = ContinuousClock.now
    confirmer.measuresCost = watchesMemory(of: item)
    defer { confirmer.measuresCost = false }
    guard var run = try alone(item, after: earlier, watching: false) else { return nil }
    if earlier.isEmpty {
      var budget = ConfirmationBudget(.max)
      run = try weighed(
        run, item, memoryGrowth: confirmer.lastCost?.memoryGrowthBytes, &budget)
    }
    return (CaseResult(item, run, duration: .now - begun), run)
  }
}
