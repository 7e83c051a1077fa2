import AdapterDriver
import AdapterProtocol
import Conformance

/// Runs batches, one after the other, on the thread that it is made on.
///
/// An adapter process lives for one batch. What fails is run again, alone, in a process of its own, before it is reported.
struct BatchRunner {
  private let plan: RunPlan
  private let claims: Claims
  private let suites: [String: any Suite]
  private let worker: AdapterWorker
  /// For confirmations: a process for one case.
  private let confirmer: AdapterWorker

  init(_ plan: RunPlan, claims: Claims) {
    self.plan = plan
    self.claims = claims
    suites = Dictionary(plan.suites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    worker = AdapterWorker(
      command: plan.command, limits: plan.limits, harnessVersion: plan.harnessVersion)
    confirmer = AdapterWorker(
      command: plan.command, limits: plan.limits, harnessVersion: plan.harnessVersion)
  }

  /// How many cases of one family may hang in a row before the rest of the family in this batch is cut off.
  static let hangsBeforeCutOff = 3

  /// The results of a batch, in its order. A batch that is interrupted has `notRun` for the rest.
  func run(
    _ batch: ArraySlice<CaseSummary>, until interruption: Interruption, cutOff: CutOff
  ) throws(HarnessFault) -> [CaseResult] {
    var results: [CaseResult] = []
    results.reserveCapacity(batch.count)
    var hangs: [String: Int] = [:]
    var latest: (session: any CaseSession, index: Int)?
    for summary in batch {
      if interruption.isRaised {
        results.append(.notRun(summary, "the run was interrupted"))
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
        let first = converse(session, on: worker)
        if interruption.isRaised, Confirmation.isNeeded(for: first) {
          results.append(
            .notRun(summary, "the run was interrupted before the case could be seen twice"))
          continue
        }
        let judged = try confirmed(first, summary)
        if let latest, let aftermath = worker.aftermath {
          // The adapter broke behind its last reply, and that showed only now: it is the earlier case's.
          blame(&results[latest.index], latest.session.conclude(aftermath))
        }
        hangs[summary.family] =
          judged.verdict == .timedOut ? hangs[summary.family, default: 0] + 1 : 0
        latest = (session, results.count)
        results.append(result(summary, judged, duration: clock.now - begun))
      }
    }
    // An adapter that is dead before it is told to stop died of the last case.
    if case .deadBefore(let death) = worker.stop(), let latest {
      let step = results[latest.index].findings.map(\.step).max() ?? 0
      blame(&results[latest.index], latest.session.conclude(.crashed(death, step: step)))
    }
    return results
  }

  private func blame(_ result: inout CaseResult, _ judged: JudgedCase) {
    guard result.verdict == .passed || result.verdict == .warned else { return }
    result.verdict = judged.verdict
    result.findings = judged.findings
    result.reason = judged.reason
  }

  /// What fails is seen again, alone in a fresh process, before it is reported.
  private func confirmed(
    _ judged: JudgedCase, _ summary: CaseSummary
  ) throws(HarnessFault) -> JudgedCase {
    guard Confirmation.isNeeded(for: judged) else { return judged }
    let second = try alone(summary)
    if Confirmation.isReplaced(judged, by: second), Confirmation.isNeeded(for: second) {
      return Confirmation.combine(second, try alone(summary))
    }
    return Confirmation.combine(judged, second)
  }

  /// The case in a process of its own.
  private func alone(_ summary: CaseSummary) throws(HarnessFault) -> JudgedCase {
    defer { confirmer.stop() }
    return converse(try open(summary), on: confirmer)
  }

  private func open(_ summary: CaseSummary) throws(HarnessFault) -> any CaseSession {
    guard let suite = suites[summary.suite] else {
      throw HarnessFault("\(summary.id) belongs to no suite of this run")
    }
    return try suite.session(summary, seed: plan.seed)
  }

  private func converse(_ session: any CaseSession, on worker: AdapterWorker) -> JudgedCase {
    var conversation = CaseConversation(session: session)
    let ending = worker.converse(&conversation)
    // What the adapter does behind its last reply belongs to this case.
    let aftermath = ending == .answered ? worker.settle() : nil
    var judged = session.conclude(aftermath ?? ending)
    if judged.verdict == .adapterFault, !worker.standardErrorTail.isEmpty {
      let tail = String(decoding: worker.standardErrorTail.suffix(400), as: UTF8.self)
      judged.reason = (judged.reason ?? "") + "; standard error ends with: \(tail)"
    }
    return judged
  }

  private func result(
    _ summary: CaseSummary, _ judged: JudgedCase, duration: Duration = .zero
  ) -> CaseResult {
    CaseResult(
      id: summary.id, suite: summary.suite, variant: summary.variant, targets: summary.targets,
      verdict: judged.verdict, findings: judged.findings, reason: judged.reason,
      duration: duration)
  }
}
