import AdapterDriver
import AdapterProtocol
import Conformance

/// Runs batches, one after the other, on the thread that it is made on.
///
/// An adapter process lives for one batch. What fails is run again, alone, in a process of its own, before it is reported; and so is
/// a case of which something came late, told by a reply of a later case.
struct BatchRunner {
  let plan: RunPlan
  let claims: Claims
  let suites: [String: any Suite]
  private let worker: AdapterWorker
  /// For confirmations: a process for one case.
  let confirmer: AdapterWorker
  /// For the latest case and the one before it, of which something may come to light until the next one has begun.
  private let recorders = [ExchangeRecorder(), ExchangeRecorder()]
  let confirmerRecorder = ExchangeRecorder()

  init(_ plan: RunPlan, claims: Claims) {
    self.plan = plan
    self.claims = claims
    suites = Dictionary(plan.suites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    worker = AdapterWorker(
      command: plan.command, limits: plan.limits, harnessVersion: plan.harnessVersion)
    confirmer = AdapterWorker(
      command: plan.command, limits: plan.limits, harnessVersion: plan.harnessVersion)
  }

  /// How many cases of one family may hang, or find no adapter, in a row before the rest of the family in this batch is cut off.
  static let hangsBeforeCutOff = 3

  /// The results of a batch, in its order. A batch that is interrupted has `notRun` for the rest.
  ///
  /// - Parameters:
  ///   - isHalted: whether an earlier batch has failed, with --fail-fast.
  ///   - note: takes each result as soon as it is there, with its offset in the batch; again where it is revised.
  func run(
    _ batch: ArraySlice<Case>, until interruption: Interruption, cutOff: CutOff,
    isHalted: () -> Bool, note: @escaping (_ offset: Int, CaseResult) -> Void
  ) throws(HarnessFault) -> [CaseResult] {
    let batch = Array(batch)
    var results = BatchResults(capacity: batch.count, note: note)
    var ledger = RequestLedger()
    var hangs: [String: Int] = [:]
    var budget = ConfirmationBudget(plan.confirmationsPerRequirement)
    var latest: (run: CaseRun, offset: Int)?
    var recorders = self.recorders
    for summary in batch {
      if let cause = interruption.cause {
        results.append(.notRun(summary, cause.reason))
      } else if plan.failFast, isHalted() || results.results.contains(where: \.failsFast) {
        results.append(.notRun(summary, CaseResult.failFastReason))
      } else if let reason = claims.reasonToSkip(summary) {
        results.append(result(summary, JudgedCase(.skipped, reason: reason)))
      } else if hangs[summary.family, default: 0] >= Self.hangsBeforeCutOff
        || cutOff.contains(summary)
      {
        results.append(.notRun(summary, CutOff.reason(summary)))
      } else {
        let clock = ContinuousClock()
        let begun = clock.now
        let session = try open(summary)
        worker.measuresCost = watchesMemory(of: summary)
        let first = converse(session, on: worker, recorders[0])
        recorders.swapAt(0, 1)
        let growth = worker.lastCost?.memoryGrowthBytes
        let offset = results.count
        let tardy = tardyCases(first, ledger)
        if let request = first.firstRequest { ledger.note(request, index: offset) }
        if var latest, let aftermath = worker.aftermath, results.isOpenToBlame(latest.offset) {
          // The adapter broke after its last reply, and that showed only now: it is the earlier case's.
          latest.run.judge(
            latest.run.conversation.session.conclude(aftermath),
            standardError: worker.aftermathStandardError)
          let blamed = try blamed(latest.run, batch[latest.offset], interruption)
          results.revise(latest.offset, blamed.judged, blamed.exchange)
        }
        latest = (first, offset)
        if let cause = interruption.cause, Confirmation.isNeeded(for: first.judged) {
          results.append(.notRun(summary, "\(cause.reason) before the case could be seen twice"))
        } else {
          let seen = budget.spares(first) ? first : try confirmed(first, summary)
          let confirmed = try weighed(seen, summary, memoryGrowth: growth)
          let result = result(
            summary, confirmed.judged, confirmed.exchange, duration: clock.now - begun,
            lacksAdapter: confirmed.lacksAdapter)
          hangs[summary.family] =
            CutOff.counts(result) ? hangs[summary.family, default: 0] + 1 : 0
          results.append(result)
          if confirmed.wasWatched { results.markWatched(offset) }
        }
        try judgeAgain(tardy, of: batch, &results, interruption)
      }
    }
    // The only case of a run is alone in its process as it is: a repeated case shows what it showed.
    if plan.cases.count == 1, var latest, results.isOpenToLate(latest.offset),
      let aftermath = worker.linger(for: QuietTime.behindLastReply(plan.limits)),
      results.isOpenToBlame(latest.offset)
    {
      latest.run.judge(latest.run.conversation.session.conclude(aftermath))
      let blamed = try blamed(latest.run, batch[latest.offset], interruption)
      results.revise(latest.offset, blamed.judged, blamed.exchange)
    }
    // An adapter that is dead before it is told to stop died of the last case.
    if case .deadBefore(let death) = worker.stop(), var latest,
      results.isOpenToBlame(latest.offset)
    {
      let step = results.results[latest.offset].findings.map(\.step).max() ?? 0
      latest.run.judge(latest.run.conversation.session.conclude(.crashed(death, step: step)))
      let blamed = try blamed(latest.run, batch[latest.offset], interruption)
      results.revise(latest.offset, blamed.judged, blamed.exchange)
    }
    if let farewell = worker.farewell {
      try judgeAgain(ledger.indices(in: farewell), of: batch, &results, interruption)
    }
    return results.results
  }

  /// The earlier cases of which a conversation told something late: they are run again, and nothing of it is held against the
  /// conversation's own case.
  private func tardyCases(_ run: CaseRun, _ ledger: RequestLedger) -> Set<Int> {
    var cases = Set(run.lateness.earlierRequests.compactMap { ledger.index(of: $0) })
    if run.lateness.isOfConversationBefore, let before = ledger.latest { cases.insert(before) }
    if let farewell = worker.farewell { cases.formUnion(ledger.indices(in: farewell)) }
    return cases
  }

  /// Runs cases alone with time behind their last reply, and takes their verdicts from there.
  private func judgeAgain(
    _ offsets: Set<Int>, of batch: [Case], _ results: inout BatchResults,
    _ interruption: Interruption
  ) throws(HarnessFault) {
    for offset in offsets.sorted() where results.isOpenToLate(offset) {
      if let cause = interruption.cause {
        let reason = "\(cause.reason) before something that came late could be judged"
        results.revise(offset, JudgedCase(.notRun, reason: reason), nil)
        continue
      }
      let run = try watched(batch[offset])
      results.revise(offset, run.judged, run.exchange)
      results.markWatched(offset)
    }
  }

  func open(_ summary: Case) throws(HarnessFault) -> any CaseSession {
    guard let suite = suites[summary.suite] else {
      throw HarnessFault("\(summary.id) belongs to no suite of this run")
    }
    return try suite.open(summary, capabilities: claims.capabilities(of: summary.suite))
  }

  /// The case on a worker, up to its last reply.
  func converse(
    _ session: any CaseSession, on worker: AdapterWorker, _ recorder: ExchangeRecorder
  ) -> CaseRun {
    var conversation = CaseConversation(session: session, recorder: recorder)
    let ending = worker.converse(&conversation)
    // What the adapter does behind its last reply belongs to this case.
    let aftermath = ending == .answered ? worker.settle() : nil
    var judged = session.conclude(aftermath ?? ending)
    if judged.verdict == .adapterFault, !ending.tellsStandardError,
      !worker.standardErrorTail.isEmpty
    {
      let tail = String(decoding: worker.standardErrorTail.suffix(400), as: UTF8.self)
      judged.reason = (judged.reason ?? "") + "; standard error ends with: \(tail)"
    }
    if case .hung = ending, let deadline = worker.missedDeadline { judged.tell(deadline) }
    return CaseRun(
      judged, conversation, on: worker, isAnswered: ending == .answered && aftermath == nil,
      lacksAdapter: ending.lacksAdapter)
  }

  private func result(
    _ summary: Case, _ judged: JudgedCase, _ exchange: ObservedExchange? = nil,
    duration: Duration = .zero,
    lacksAdapter: Bool = false
  ) -> CaseResult {
    CaseResult(
      id: summary.id, suite: summary.suite, variant: summary.variant, targets: summary.targets,
      verdict: judged.verdict, findings: judged.findings, reason: judged.reason,
      duration: duration, lacksAdapter: lacksAdapter, exchange: exchange)
  }
}

extension JudgedCase {
  /// Says in the findings about a hang how long the reply was waited for: only the driver knows the deadline of this run.
  fileprivate mutating func tell(_ missed: Duration) {
    for index in findings.indices where findings[index].kind == "hang" {
      findings[index].observed = "no reply within \(missed.inSecondsText)"
    }
  }
}

extension Duration {
  /// `2 s`, `0.25 s`: rounded to milliseconds.
  var inSecondsText: String {
    let milliseconds = Int64((self / .milliseconds(1)).rounded())
    if milliseconds.isMultiple(of: 1_000) { return "\(milliseconds / 1_000) s" }
    return "\(Double(milliseconds) / 1_000) s"
  }
}

extension Ending {
  /// Whether no adapter could be started.
  fileprivate var lacksAdapter: Bool {
    if case .adapterFailure(_, step: nil) = self { true } else { false }
  }

  /// Whether its description holds the end of standard error already.
  fileprivate var tellsStandardError: Bool {
    if case .adapterFailure(.noHello, _) = self { true } else { false }
  }
}
