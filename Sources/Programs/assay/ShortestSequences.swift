import Conformance
import Fuzzing
import Reporting
import Running

/// The shortest sequences of the causes of failure, as `run` and `replay` look for them when all else is done.
enum ShortestSequences {
  /// - Parameters:
  ///   - progress: how it is shown that somebody has to wait.
  ///   - item: the case of a result.
  static func found(
    for failures: [CaseResult], _ plan: RunPlan, _ claims: Claims, _ interruption: Interruption,
    progress: ProgressLine.Mode, item: (CaseResult) -> Case?
  ) -> [ShortestFailure] {
    let causes = FailureCause.causes(of: failures)
    guard causes.contains(where: \.needsSteps), !interruption.isRaised else { return [] }
    let executor = CaseExecutor(plan, claims: claims, turnstile: Turnstile())
    executor.abandons(when: interruption)
    defer { executor.stop() }
    var line = StatusLine(progress)
    let begun = ContinuousClock.now
    let found = ShortestFailures(
      plan.suites, on: executor, interruption: interruption,
      progress: { done, total in
        line.show(at: .now - begun) {
          ["looking for the shortest sequences", "\(done)/\(total) causes"]
        }
      }
    ).find(for: causes, item: item)
    line.clear()
    return found
  }
}

extension RunCommand {
  /// The shortest sequence for each cause of failure of the run; none where the adapter is done with.
  func shortestFailures(
    of failures: [CaseResult], _ plan: RunPlan, _ claims: Claims, _ interruption: Interruption
  ) throws -> [ShortestFailure] {
    let limits = ShortestFailures.Limits()
    let wanted = FailureCause.causes(of: failures).filter(\.needsSteps).prefix(limits.causes)
      .flatMap { $0.cases.prefix(limits.cases) }
    guard !wanted.isEmpty else { return [] }
    let cases = cases(namedIn: wanted, of: plan)
    return ShortestSequences.found(
      for: failures, plan, claims, interruption, progress: output.progressMode
    ) { cases["\($0.id) \($0.variant)"] }
  }
}
