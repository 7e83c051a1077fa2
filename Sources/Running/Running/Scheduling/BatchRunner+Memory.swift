import AdapterDriver
import AdapterProtocol
import Conformance

// Memory beside a benign request (ABT-ROB-03).
extension BatchRunner {
  /// Whether the memory of a case is measured, which costs some 10 µs.
  func watchesMemory(of summary: Case) -> Bool {
    suites[summary.suite]?.watchesMemory(of: summary) ?? false
  }

  /// The case, over the limit where it made the adapter grow a lot and processes of its own, in which it stands beside valid
  /// requests of the same size, say that these do not.
  ///
  /// - Parameter memoryGrowth: by how many bytes the adapter grew during the case, where that was measured.
  func weighed(
    _ run: CaseRun, _ summary: Case, memoryGrowth: Int?
  ) throws(HarnessFault) -> CaseRun {
    guard let memoryGrowth, memoryGrowth > plan.memoryMargin, isOpenToTrial(run.judged),
      let suite = suites[summary.suite],
      try suite.control(for: summary) != nil
    else { return run }
    let trial = MemoryTrial(
      command: plan.command, limits: plan.limits, harnessVersion: plan.harnessVersion,
      margin: plan.memoryMargin)
    let excess = try trial.excess(
      control: { () throws(HarnessFault) in
        guard let control = try suite.control(for: summary) else {
          throw HarnessFault("\(summary.id) has a control at times only")
        }
        return CaseConversation(session: control)
      }, suspect: { () throws(HarnessFault) in CaseConversation(session: try open(summary)) })
    guard let excess else { return run }
    // Whole MiB, so that two runs report the same.
    let bytes = (excess.bytes >> 20) << 20
    let over = run.conversation.session.conclude(
      .overran(.memory(bytes: bytes, limit: trial.margin), step: excess.step))
    var weighed = run
    var judged = run.judged
    judged.verdict = over.verdict
    let known = Set(run.judged.findings.map(\.signature))
    judged.findings += over.findings.filter { !known.contains($0.signature) }
    weighed.judge(judged)
    return weighed
  }

  /// A case that crashed, hung or was over a limit has its verdict already.
  private func isOpenToTrial(_ judged: JudgedCase) -> Bool {
    switch judged.verdict {
    case .passed, .warned, .failed: true
    default: false
    }
  }
}
