import AdapterDriver
import AdapterProtocol
import Conformance

// Cases in processes of their own.
extension BatchRunner {
  /// What fails is seen again, alone in a fresh process, before it is reported.
  ///
  /// Where the first run may lack what the library did after its last reply, the run alone decides, which is watched for it: no
  /// case fails only for want of something late.
  func confirmed(_ first: CaseRun, _ item: Case) throws(HarnessFault) -> CaseRun {
    // A deadline that was missed on a busy machine is given a second chance without us.
    let second =
      first.lackedProcessor
      ? try turnstile.alone { () throws(HarnessFault) in
        try alone(item, watching: first.mayLackLate)
      }
      : try turnstile.together { () throws(HarnessFault) in
        try alone(item, watching: first.mayLackLate)
      }
    let isIncomplete = first.mayLackLate || second.lateness.isOfOwnSteps
    if Confirmation.isReplaced(first.judged, by: second.judged, isIncomplete: isIncomplete) {
      guard Confirmation.isNeeded(for: second.judged) else { return second }
      return second.combined(with: try alone(item, watching: second.wasWatched))
    }
    return first.combined(with: second)
  }

  /// What a case comes to where all that it does late is judged; what fails is seen twice.
  func watched(_ item: Case) throws(HarnessFault) -> CaseRun {
    let first = try alone(item, watching: true)
    guard Confirmation.isNeeded(for: first.judged) else { return first }
    return first.combined(with: try alone(item, watching: true))
  }

  /// The case in a process of its own.
  ///
  /// - Parameter watching: whether the adapter is given time after its last reply. It is in any case where the case did
  ///   something late, or where something against it may be lacking only.
  func alone(_ item: Case, watching: Bool) throws(HarnessFault) -> CaseRun {
    guard let run = try alone(item, after: [], watching: watching) else {
      throw HarnessFault("\(item.id) did not run, though no case came before it")
    }
    return run
  }

  /// The case in a process that runs some others first, and nothing else.
  ///
  /// - Returns: nil where the adapter did not survive the others, so that no process has seen them all.
  func alone(
    _ item: Case, after earlier: [Case], watching: Bool
  ) throws(HarnessFault) -> CaseRun? {
    defer { confirmer.stop() }
    for before in earlier {
      var conversation = CaseConversation(session: try open(before))
      let ending = confirmer.converse(&conversation)
      guard confirmer.aftermath == nil, ending.leavesAdapter else { return nil }
    }
    var run = CaseRun(try open(item), on: confirmer, confirmerRecorder)
    if !earlier.isEmpty, confirmer.aftermath != nil { return nil }
    guard run.isAnswered else { return run }
    let watches = watching || (run.mayLackLate && run.judged.verdict != .passed)
    let quietTime = watches ? QuietTime.afterLastReply(plan.limits) : .zero
    if let aftermath = confirmer.linger(for: quietTime) {
      run.judge(run.conversation.session.conclude(aftermath))
      run.wasWatched = watches
      return run
    }
    let outcome = confirmer.stop()
    if let farewell = confirmer.farewell { run.conversation.receive(farewell: farewell) }
    // It was quick, but there may be more to come.
    if !watches, run.lateness.isOfOwnSteps {
      return try alone(item, after: earlier, watching: true)
    }
    var ending = Ending.answered
    if case .deadBefore(let death) = outcome {
      ending = .crashed(death, step: run.judged.findings.map(\.step).max() ?? 0)
    }
    run.judge(run.conversation.session.conclude(ending))
    run.wasWatched = watches
    return run
  }
}

extension Ending {
  /// Whether the adapter lives on, as far as the conversation tells.
  fileprivate var leavesAdapter: Bool {
    switch self {
    case .answered, .unsupported, .unsendable: true
    case .adapterFailure(_, let step): step != nil
    case .crashed, .hung, .overran, .garbled, .abandoned, .cutShort: false
    }
  }
}

// Memory beside a benign request (ABT-ROB-03).
extension BatchRunner {
  /// Whether the memory of a case is measured, which costs some 10 µs.
  func watchesMemory(of item: Case) -> Bool {
    suites[item.suite]?.watchesMemory(of: item) ?? false
  }

  /// The case, over the limit where it made the adapter grow a lot and processes of its own, in which it stands beside valid
  /// requests of the same size, say that these do not. After a few such trials, what grows a lot counts as sampled.
  ///
  /// - Parameter memoryGrowth: by how many bytes the adapter grew during the case, where that was measured.
  func weighed(
    _ run: CaseRun, _ item: Case, memoryGrowth: Int?, _ budget: inout ConfirmationBudget
  ) throws(HarnessFault) -> CaseRun {
    guard let memoryGrowth, memoryGrowth > plan.memoryMargin, isOpenToTrial(run.judged),
      let suite = suites[item.suite]
    else { return run }
    // Making it may take longer than running it.
    let item = try suite.prepared(item)
    guard let control = try suite.control(for: item) else { return run }
    let sampled = run.over(memory: memoryGrowth, limit: plan.memoryMargin, step: 0, .sampled)
    if budget.covers(sampled.judged) { return sampled }
    let trial = MemoryTrial(
      command: plan.command, limits: plan.limits, harnessVersion: plan.harnessVersion,
      margin: plan.memoryMargin)
    let excess = try trial.excess(
      control: { () throws(HarnessFault) in
        CaseConversation(session: control())
      }, suspect: { () throws(HarnessFault) in CaseConversation(session: try open(item)) })
    guard let excess else { return run }
    let weighed = run.over(
      memory: excess.bytes, limit: trial.margin, step: excess.step, .deterministic)
    budget.count(weighed.judged)
    return weighed
  }

  /// The case, over the limit where memory was kept over its requests (ABT-ROB-05), and is kept over as many others in two processes of
  /// their own. After a few such trials, what was kept counts as sampled.
  ///
  /// - Parameters:
  ///   - memoryAtMarks: what was resident at the session's marks.
  ///   - lastStep: the last step that was answered.
  func soaked(
    _ run: CaseRun, _ item: Case, memoryAtMarks: [Int], lastStep: Int,
    _ budget: inout ConfirmationBudget
  ) throws(HarnessFault) -> CaseRun {
    let requests = min(lastStep, Soak.last)
    guard requests >= Soak.least, let growth = Soak.growths(memoryAtMarks).first,
      growth > Soak.margin, isOpenToTrial(run.judged), let suite = suites[item.suite]
    else { return run }
    let sampled = run.over(kept: growth, requests: requests, .sampled)
    if budget.covers(sampled.judged) { return sampled }
    var smallest = growth
    for _ in 0..<2 {
      let worker = AdapterWorker(
        command: plan.command.withoutQuarantine, limits: plan.limits,
        harnessVersion: plan.harnessVersion)
      defer { worker.stop() }
      guard let session = try suite.prolonged(item, requests: requests) else { return run }
      var conversation = CaseConversation(session: session)
      guard worker.converse(&conversation) == .answered else { return run }
      let growths = Soak.growths(worker.memoryAtMarks)
      guard growths.count == 2, let least = growths.min(), least > Soak.margin else { return run }
      smallest = min(smallest, least)
    }
    let soaked = run.over(kept: smallest, requests: requests, .deterministic)
    budget.count(soaked.judged)
    return soaked
  }

  /// A case that crashed, hung or was over a limit has its verdict already.
  private func isOpenToTrial(_ judged: JudgedCase) -> Bool {
    switch judged.verdict {
    case .passed, .warned, .failed: true
    default: false
    }
  }
}

extension CaseRun {
  /// The same run with the verdict that it used too much memory, beside what was found already.
  fileprivate func over(
    memory bytes: Int, limit: Int, step: Int, _ confirmation: Finding.Confirmation
  ) -> CaseRun {
    // Whole MiB, so that two runs report the same.
    over(.memory(bytes: (bytes >> 20) << 20, limit: limit), step: step, confirmation)
  }

  /// The same run with the verdict that it kept so many bytes of memory over a series.
  fileprivate func over(
    kept bytes: Int, requests: Int, _ confirmation: Finding.Confirmation
  ) -> CaseRun {
    over(.keptMemory(bytes: (bytes >> 20) << 20, limit: Soak.margin), step: requests, confirmation)
  }

  private func over(
    _ resource: Resource, step: Int, _ confirmation: Finding.Confirmation
  ) -> CaseRun {
    let over = conversation.session.conclude(.overran(resource, step: step))
    var all = judged
    all.verdict = over.verdict
    let known = Set(judged.findings.map(\.signature))
    for var finding in over.findings where !known.contains(finding.signature) {
      finding.confirmation = confirmation
      all.findings.append(finding)
    }
    var run = self
    run.judge(all)
    return run
  }
}
