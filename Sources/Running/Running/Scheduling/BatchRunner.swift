import AdapterDriver
import AdapterProtocol
import Conformance

/// What a batch came to.
struct BatchReport {
  /// In the order of the batch. A batch that is interrupted has `notRun` for the rest.
  var results: [CaseResult]
  /// How each case first went wrong, or nil. A hang that was not seen again stands here, and not in the results.
  var troubles: [Trouble?]
  /// The groups that were left out.
  var leftOut: Set<CaseGroup> = []
}

/// Runs batches, one after the other, on the thread that it is made on.
///
/// An adapter process lives for one batch. What fails is run again, alone, in a process of its own, before it is reported, the first
/// few times; and so is a case of which something came late, told by a reply of a later case.
struct BatchRunner {
  var plan: RunPlan
  let claims: Claims
  let suites: [String: any Suite]
  let worker: AdapterWorker
  /// For confirmations: a process for one case.
  let confirmer: AdapterWorker
  /// For the latest case and the one before it, of which something may come to light until the next one has begun.
  let recorders = (ExchangeRecorder(), ExchangeRecorder())
  let confirmerRecorder = ExchangeRecorder()
  /// Shared by the workers of a run.
  let turnstile: Turnstile
  /// Findings that were seen again before this batch.
  var settled: Set<Signature> = []
  /// Sees the session of each case after its last reply, with its offset in the batch and the edges that it took.
  var watch: ((Int, any CaseSession, [CoveredEdge]) -> Void)?

  init(_ plan: RunPlan, claims: Claims, turnstile: Turnstile) {
    self.plan = plan
    self.claims = claims
    self.turnstile = turnstile
    suites = Dictionary(plan.suites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    worker = AdapterWorker(
      command: plan.command, limits: plan.limits, harnessVersion: plan.harnessVersion)
    confirmer = AdapterWorker(
      command: plan.command, limits: plan.limits, harnessVersion: plan.harnessVersion)
  }

  /// Runs a batch.
  ///
  /// - Parameters:
  ///   - leftOut: the groups that are not run any more.
  ///   - isOver: whether the run has ended before this batch, so that nobody wants its results.
  ///   - note: takes each result as soon as it is there, with its offset in the batch; again where it is revised.
  func run(
    _ batch: CaseList.SubSequence, until interruption: Interruption,
    leavingOut leftOut: Set<CaseGroup>,
    isOver: () -> Bool, note: @escaping (_ offset: Int, CaseResult) -> Void
  ) throws(HarnessFault) -> BatchReport {
    worker.isAbandoned = { interruption.isRaised }
    var book = BatchBook(
      batch, ConfirmationBudget(plan.confirmationsPerSignature, settled: settled), plan.patience,
      knowing: plan.known, note: note)
    for (number, item) in zip(batch.indices, book.batch) {
      if let reason = claims.reasonToSkip(item) {
        book.add(.skipped(item, reason))
      } else if let cause = interruption.cause {
        book.add(.notRun(item, cause.reason))
      } else if let reason = reasonToLeaveOut(item, book, leftOut, isOver) {
        book.add(.notRun(item, reason))
      } else if let earlier = plan.earlierCases[number] {
        try conduct(item, after: earlier, &book)
      } else {
        try conduct(item, &book, interruption)
      }
    }
    try endProcess(&book, interruption)
    return BatchReport(results: book.results, troubles: book.troubles, leftOut: leftOut)
  }

  private func reasonToLeaveOut(
    _ item: Case, _ book: BatchBook, _ leftOut: Set<CaseGroup>, _ isOver: () -> Bool
  ) -> String? {
    if isOver() { return "the run has ended" }
    if plan.failFast, book.hasFailed { return CaseResult.failFastReason }
    let keepsHanging = book.waitsInARow(before: item) >= plan.patience.waitsInAGroup
    if keepsHanging || !leftOut.isEmpty && leftOut.contains(CaseGroup(item)) {
      return CutOff.reason(item, plan.patience)
    }
    return book.end
  }

  /// Runs a case in the batch's process; then settles what its replies told of earlier cases.
  private func conduct(
    _ item: Case, _ book: inout BatchBook, _ interruption: Interruption
  ) throws(HarnessFault) {
    let begun = ContinuousClock.now
    let offset = book.count
    worker.measuresCost = watchesMemory(of: item)
    let session = try open(item)
    let recorder = book.ran.isMultiple(of: 2) ? recorders.0 : recorders.1
    let first = turnstile.together { CaseRun(session, on: worker, recorder) }
    watch?(offset, session, worker.lastEdges)
    let memoryGrowth = worker.lastCost?.memoryGrowthBytes
    let (memoryAtMarks, lastStep) = (worker.memoryAtMarks, worker.lastStep)
    let tardy = book.tardyCases(first, farewell: worker.farewell)
    if let request = first.firstRequest { book.ledger.note(request, index: offset) }
    if let aftermath = worker.aftermath {
      // The adapter broke after its last reply, and that showed only now: it is the earlier case's.
      try blame(
        aftermath, standardError: worker.aftermathStandardError, &book, interruption)
    }
    book.latest = (first, offset)
    var run = first
    if !isSpared(first, book.budget), Confirmation.isNeeded(for: first.judged),
      let cause = interruption.cause
    {
      run.judge(JudgedCase(.notRun, reason: "\(cause.reason) before the case could be seen twice"))
    } else {
      run = try seenAgain(first, item, &book)
      run = try weighed(run, item, memoryGrowth: memoryGrowth, &book.budget)
      run = try soaked(
        run, item, memoryAtMarks: memoryAtMarks, lastStep: lastStep, &book.budget)
      run = try tried(run, item, interruption)
    }
    book.add(
      item, run, first.trouble, duration: .now - begun, memoryGrowth: memoryGrowth)
    try judgeAgain(tardy, &book, interruption)
  }

  /// Runs a case after others in a process of their own, and again if it fails.
  private func conduct(
    _ item: Case, after earlier: [Case], _ book: inout BatchBook
  ) throws(HarnessFault) {
    let begun = ContinuousClock.now
    guard var run = try alone(item, after: earlier, watching: false) else {
      return book.add(.notRun(item, "the adapter did not survive the cases before it (--after)"))
    }
    let trouble = run.trouble
    if Confirmation.isNeeded(for: run.judged),
      let second = try alone(item, after: earlier, watching: run.wasWatched)
    {
      run = run.combined(with: second)
    }
    run.place(after: Finding.EarlierCases(earlier.map(\.id), isMinimal: false))
    book.add(item, run, trouble, duration: .now - begun)
  }

  /// Whether a failure is not seen again, because enough like it have been. What may still come late is always seen again.
  private func isSpared(_ run: CaseRun, _ budget: ConfirmationBudget) -> Bool {
    Confirmation.isNeeded(for: run.judged) && !run.mayLackLate && budget.covers(run.judged)
  }

  /// The run with its findings confirmed, or counted as sampled where enough like them have been.
  private func seenAgain(
    _ first: CaseRun, _ item: Case, _ book: inout BatchBook
  ) throws(HarnessFault) -> CaseRun {
    guard Confirmation.isNeeded(for: first.judged) else { return first }
    if isSpared(first, book.budget) {
      var sampled = first
      sampled.tag(.sampled)
      return sampled
    }
    let confirmed = try confirmed(first, item)
    book.budget.count(confirmed.judged)
    guard let trouble = first.trouble, trouble.isHang,
      book.waits + trouble.waits >= plan.patience.waitsInABatch,
      !Confirmation.isNeeded(for: confirmed.judged)
    else { return confirmed }
    // A hang that does not come again is no finding. So many of them in one batch are: the last one stands for all.
    var flaky = first
    flaky.tag(.flaky)
    return flaky
  }

  /// Ends the process of the batch, and settles what it did after its last reply.
  private func endProcess(
    _ book: inout BatchBook, _ interruption: Interruption
  ) throws(HarnessFault) {
    // The only case of a run is alone in its process as it is: a repeated case shows what it showed.
    if plan.cases.count == 1, let latest = book.latest, book.isOpenToLate(latest.offset),
      let aftermath = worker.linger(for: QuietTime.afterLastReply(plan.limits))
    {
      try blame(
        aftermath, standardError: worker.standardErrorOfConversation(), &book, interruption)
    }
    // An adapter that is dead before it is told to stop died of the last case.
    if case .deadBefore(let death) = worker.stop(), let latest = book.latest {
      let step = book.results[latest.offset].findings.map(\.step).max() ?? 0
      try blame(
        .crashed(death, step: step), standardError: worker.standardErrorOfConversation(), &book,
        interruption)
    }
    if let farewell = worker.farewell {
      try judgeAgain(book.ledger.indices(in: farewell), &book, interruption)
    }
  }

  /// Holds what the adapter did after its last reply against the latest case, unless something worse is.
  private func blame(
    _ aftermath: Ending, standardError: [UInt8], _ book: inout BatchBook,
    _ interruption: Interruption
  ) throws(HarnessFault) {
    guard let latest = book.latest, book.isOpenToBlame(latest.offset) else { return }
    let offset = latest.offset
    var run = latest.run
    run.judge(run.conversation.session.conclude(aftermath), standardError: standardError)
    book.note(Trouble(aftermath), at: offset)
    if Confirmation.isNeeded(for: run.judged) {
      if book.budget.covers(run.judged) {
        run.tag(.sampled)
      } else if let cause = interruption.cause {
        let reason = "\(cause.reason) before the case could be seen twice"
        return book.revise(offset, JudgedCase(.notRun, reason: reason))
      } else {
        run = run.combined(with: try alone(book.batch[offset], watching: true))
        book.budget.count(run.judged)
      }
    }
    book.revise(offset, run.judged, run.exchange)
  }

  /// Runs cases alone with time after their last reply, and takes their verdicts from there. Nothing that came late of them is held
  /// against the case whose replies told of it.
  private func judgeAgain(
    _ offsets: Set<Int>, _ book: inout BatchBook, _ interruption: Interruption
  ) throws(HarnessFault) {
    for offset in offsets.sorted() where book.isOpenToLate(offset) {
      if let cause = interruption.cause {
        let reason = "\(cause.reason) before something that came late could be judged"
        book.revise(offset, JudgedCase(.notRun, reason: reason))
        continue
      }
      let run = try watched(book.batch[offset])
      book.revise(offset, run.judged, run.exchange)
      book.markWatched(offset)
    }
  }

  func open(_ item: Case) throws(HarnessFault) -> any CaseSession {
    guard let suite = suites[item.suite] else {
      throw HarnessFault("\(item.id) belongs to no suite of this run")
    }
    let session = try suite.open(item, capabilities: claims.capabilities(of: item.suite))
    if plan.tellsAnswers { session.tellAnswers() }
    return session
  }
}
