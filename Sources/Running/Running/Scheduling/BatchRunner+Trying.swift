import Conformance

// Cases that a baseline calls flaky.
extension BatchRunner {
  /// A flaky case, run alone again until it has passed and failed as known, or has had its tries. A try that fails in another way
  /// ends them and counts as what it is: the others do not hide it.
  func tried(
    _ run: CaseRun, _ item: Case, _ interruption: Interruption
  ) throws(HarnessFault) -> CaseRun {
    guard let known = plan.known, let stated = known.tries(of: item) else { return run }
    var tries = Tries()
    var shown = run
    var latest = run
    while true {
      switch known.outcome(of: CaseResult(item, latest, duration: .zero)) {
      case .passes: tries.passed += 1
      case .asKnown:
        if tries.failed == 0 { shown = latest }
        tries.failed += 1
      case .otherwise: return tries.total == 0 ? run : try confirmed(latest, item)
      case .unjudged: return run
      }
      guard tries.passed == 0 || tries.failed == 0, tries.total < stated, interruption.cause == nil
      else { break }
      latest = try alone(item, watching: run.wasWatched)
      if !latest.judged.verdict.wasJudged { break }
    }
    if tries.passed > 0 { shown.tag(.flaky) }
    shown.count(tries)
    return shown
  }
}
