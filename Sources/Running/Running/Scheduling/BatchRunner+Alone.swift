import AdapterDriver
import AdapterProtocol
import Conformance

// Cases in processes of their own.
extension BatchRunner {
  /// What fails is seen again, alone in a fresh process, before it is reported.
  ///
  /// Where the first run may lack what the library did behind its last reply, the run alone decides, which is watched for it: no
  /// case fails only for want of something late.
  func confirmed(_ first: CaseRun, _ summary: Case) throws(HarnessFault) -> CaseRun {
    guard Confirmation.isNeeded(for: first.judged) else { return first }
    let second = try alone(summary, watching: first.mayLackLate)
    let isIncomplete = first.mayLackLate || second.lateness.isOfOwnSteps
    if Confirmation.isReplaced(first.judged, by: second.judged, isIncomplete: isIncomplete) {
      guard Confirmation.isNeeded(for: second.judged) else { return second }
      return second.combined(with: try alone(summary, watching: second.wasWatched))
    }
    return first.combined(with: second)
  }

  /// What a case comes to where all that it does late is judged; what fails is seen twice.
  func watched(_ summary: Case) throws(HarnessFault) -> CaseRun {
    let first = try alone(summary, watching: true)
    guard Confirmation.isNeeded(for: first.judged) else { return first }
    return first.combined(with: try alone(summary, watching: true))
  }

  /// What a case comes to whose adapter broke behind its last reply, as far as that is seen again where there is time for it.
  func blamed(
    _ run: CaseRun, _ summary: Case, _ interruption: Interruption
  ) throws(HarnessFault) -> CaseRun {
    guard Confirmation.isNeeded(for: run.judged) else { return run }
    if let cause = interruption.cause {
      var untold = run
      untold.judge(
        JudgedCase(.notRun, reason: "\(cause.reason) before the case could be seen twice"))
      return untold
    }
    return run.combined(with: try alone(summary, watching: true))
  }

  /// The case in a process of its own.
  ///
  /// - Parameter watching: whether the adapter is given time behind its last reply. It is in any case where the case did
  ///   something late, or where something against it may be lacking only.
  private func alone(
    _ summary: Case, watching: Bool
  ) throws(HarnessFault) -> CaseRun {
    defer { confirmer.stop() }
    var run = converse(try open(summary), on: confirmer, confirmerRecorder)
    guard run.isAnswered else { return run }
    let watches = watching || (run.mayLackLate && run.judged.verdict != .passed)
    let quietTime = watches ? QuietTime.behindLastReply(plan.limits) : .zero
    if let aftermath = confirmer.linger(for: quietTime) {
      run.judge(run.conversation.session.conclude(aftermath))
      run.wasWatched = watches
      return run
    }
    let outcome = confirmer.stop()
    if let farewell = confirmer.farewell { run.conversation.receive(farewell: farewell) }
    // It was quick, but there may be more to come.
    if !watches, run.lateness.isOfOwnSteps { return try alone(summary, watching: true) }
    var ending = Ending.answered
    if case .deadBefore(let death) = outcome {
      ending = .crashed(death, step: run.judged.findings.map(\.step).max() ?? 0)
    }
    run.judge(run.conversation.session.conclude(ending))
    run.wasWatched = watches
    return run
  }
}
