import AdapterProtocol
import JSONText

/// A script being run: sends its events, keeps what was observed, and judges it when the conversation is over (only then is it
/// known what came late).
final class ScriptSession<M: Model>: CaseSession {
  let model: M
  let script: Script<M>
  let capabilities: Set<String>
  let targets: [Clause.ID]
  let clauses: ClauseTable
  private let robustness: RobustnessClauses
  private let persistence: [Clause.ID]
  /// Of how many requests each of the two series is that the script consists of; nil for the script of a case.
  private let requestsOfSeries: Int?
  /// Frames handed out so far, the start included.
  private var sent = 0
  /// What was observed on each step that was answered, and nil for a restart.
  private(set) var observations: [M.Observation?] = []
  /// The number of the request of each.
  private var requests: [Int64] = []
  /// The number of the start; nil until a reply has come.
  private var firstRequest: Int64?
  private(set) var lateness = Lateness()
  /// What steps that take longer than their deadline break, where that is no hang yet.
  private let slowness: [Clause.ID]
  /// The steps that did, each with that deadline.
  private var slowSteps: [(step: Int, deadline: Duration)] = []
  private var tellsAnswers = false

  init(
    _ model: M, script: Script<M>, capabilities: Set<String>, targets: [Clause.ID],
    clauses: ClauseTable, robustness: RobustnessClauses, persistence: [Clause.ID] = [],
    requestsOfSeries: Int? = nil
  ) {
    self.persistence = persistence
    self.requestsOfSeries = requestsOfSeries
    self.model = model
    self.script = script
    self.capabilities = capabilities
    self.targets = targets
    self.clauses = clauses
    self.robustness = robustness
    slowness = clauses.withoutLater(model.clausesOfSlowSteps(in: script))
    observations.reserveCapacity(script.steps.count)
    requests.reserveCapacity(script.steps.count)
  }

  var needsStorage: Bool { script.keepsSomething }

  var killsAtRestart: Bool { needsStorage && targets.contains(where: persistence.contains) }

  var memoryMarks: [Int] {
    if let requestsOfSeries { return Soak.marks(series: 2, of: requestsOfSeries) }
    return isSoak ? Soak.marks(series: 1, of: Soak.last) : []
  }

  /// Two series in a row are as long as one of them took before, and have no other bound.
  var stepDeadlinesInAll: Int? {
    isSoak && requestsOfSeries == nil ? Soak.stepDeadlines : nil
  }

  var deadlinesOfStep: Int { slowness.isEmpty ? 1 : Self.patience }

  /// How many deadlines a step has where missing one is no hang: 10 s where a step has 2.
  private static var patience: Int { 5 }

  func exceeded(_ deadline: Duration, frame: Int) { slowSteps.append((frame, deadline)) }

  private var isSoak: Bool { targets.contains(where: robustness.lasting.contains) }

  func appendReadyFrames(to frames: inout [Frame]) {
    if sent == 0 {
      frames.append(model.startFrame(script.setup, keep: false))
      sent = 1
    }
    guard sent <= script.steps.count else { return }
    let history = observations.compactMap { $0 }
    while sent <= script.steps.count {
      // Each step that was written has been answered, or the next one would be made from less than there is to know.
      if model.answersReplies, observations.count < sent - 1 { return }
      switch script.steps[sent - 1] {
      case .restart(let keep): frames.append(model.startFrame(script.setup, keep: keep))
      case .event(let event):
        guard let frame = model.frame(event, of: script.setup, after: history) else { return }
        frames.append(frame)
      }
      sent += 1
    }
  }

  func receive(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) throws(JSONError) {
    firstRequest = firstRequest ?? envelope.id &- Int64(frame)
    let before = observations.count
    if frame > 0 {
      if case .restart = script.steps[frame - 1] {
        observations.append(nil)
      } else {
        var reader = try JSONReader(line, limits: .adapterLine)
        observations.append(try M.Observation.read(&reader))
      }
      requests.append(envelope.id)
    }
    if envelope.hasLate { try absorbLate(line, before: before) }
  }

  func receiveLate(
    _ envelope: ReplyEnvelope, line: UnsafeRawBufferPointer, frame: Int
  ) throws(JSONError) {
    firstRequest = firstRequest ?? envelope.id &- Int64(frame)
    try absorbLate(line, before: observations.count)
  }

  /// - Parameter before: how many steps had been answered before this reply.
  private func absorbLate(
    _ line: UnsafeRawBufferPointer, before: Int
  ) throws(JSONError) {
    try LateEntry.forEach(in: line) { (request, entry) throws(JSONError) in
      let index: Int
      if let request {
        guard let own = requests.lastIndex(of: request) else {
          // Of another case, whatever it says: it must not be held against this one.
          if request < firstRequest ?? request { lateness.earlierRequests.append(request) }
          return
        }
        index = own
      } else {
        guard before > 0 else { return lateness.isOfConversationBefore = true }
        index = before - 1
      }
      lateness.isOfOwnSteps = true
      // What a start does late has no event to be judged by.
      try observations[index]?.absorb(late: entry)
    }
  }

  var shapes: [String] { observations.map { $0?.shape ?? "" } }

  var isTaken: Bool { observations.allSatisfy { $0?.isTaken ?? true } }

  var shownTexts: [String] { observations.flatMap { $0?.shownTexts ?? [] } }

  func tellAnswers() { tellsAnswers = true }

  private var answers: CaseAnswers {
    var answers = CaseAnswers()
    for (index, observation) in observations.enumerated() {
      guard let observation else { continue }
      answers.add(model.answer(observation, of: script.setup), step: index + 1)
    }
    return answers
  }

  func conclude(_ ending: Ending) -> JudgedCase {
    var judged = judged(ending)
    if tellsAnswers { judged.answers = answers }
    return judged
  }

  private func judged(_ ending: Ending) -> JudgedCase {
    var judge = Judge(
      model, Situation(script.setup, capabilities: capabilities), clauses: clauses,
      targets: targets)
    // What has not been answered has not been observed.
    /// The places of the events since the latest start. What they are is looked up only where there are several: most scripts have
    /// one or two.
    var together: [Int] = []
    func compare() {
      if together.count > 1 {
        judge.compare(
          together.compactMap { index in
            guard case .event(let event) = script.steps[index] else { return nil }
            return observations[index].map { (event, $0) }
          }, steps: together.map { $0 + 1 })
      }
      together = []
    }
    for index in observations.indices {
      switch script.steps[index] {
      case .restart(let keep):
        compare()
        judge.restart(keep: keep)
      case .event(let event):
        guard let seen = observations[index] else { continue }
        judge.judge(event, seen)
        together.append(index)
      }
    }
    compare()
    let findings = judge.findings + findingsOfSlowness
    let choices = judge.choices
    switch ending {
    case .answered:
      return JudgedCase(verdict(of: findings), findings: findings, choices: choices)
    case .unsupported(let reason, _):
      return JudgedCase(.skipped, reason: "unsupported by the adapter: \(reason)")
    case .adapterFailure(let trouble, _):
      return JudgedCase(.adapterFault, findings: findings, reason: "\(trouble)")
    case .abandoned(let step):
      return JudgedCase(.notRun, reason: "the run ended after step \(step) of the case")
    case .unsendable(let bytes, let step):
      return unsendable(bytes, step, findings, choices)
    case .cutShort(let step, let time):
      return cutShort(step, time, findings, choices)
    case .garbled(let fault, let step):
      return JudgedCase(.adapterFault, findings: findings, reason: "at step \(step): \(fault)")
    case .crashed(let death, let step):
      return ended(
        .crashed, robustness.crash, step, death.kind, "the implementation died", "\(death)",
        findings, choices)
    case .hung(let step):
      return ended(
        .timedOut, robustness.hang, step, "hang", "the implementation did not answer in time",
        "no reply within the deadline", findings, choices, expected: "a reply")
    case .overran(let resource, let step):
      return ended(
        .overLimit, resource.isLasting ? robustness.lasting : robustness.overrun, step,
        "overrun/\(resource.name)",
        "the implementation used more than it may",
        "\(resource)", findings, choices)
    }
  }

  /// Of several slow steps the first one says it all.
  private var findingsOfSlowness: [Finding] {
    guard let (step, deadline) = slowSteps.first else { return [] }
    return slowness.map {
      Finding(
        clause: $0, level: clauses.level(of: $0), kind: Finding.slow, step: step,
        message: "the implementation takes longer for a step than it should",
        expected: "a reply within \(deadline.inSecondsText)",
        observed: "a reply after more than \(deadline.inSecondsText)")
    }
  }

  /// What was answered is judged. Too little of a series says nothing of the memory that is kept over it, which is no pass.
  private func cutShort(
    _ step: Int, _ time: Duration, _ findings: [Finding], _ choices: [FreeChoice]
  ) -> JudgedCase {
    let words =
      "the \(time.inSecondsText) of the series were over after step \(step) of \(script.steps.count)"
    if isSoak, step < Soak.least, verdict(of: findings) != .failed {
      return .notJudged(
        "\(words); memory that is kept is judged from step \(Soak.least) on, and a longer deadline of a step (--timeout) gives the series more time"
      )
    }
    return judgedInPart(words, findings, choices)
  }

  /// What was answered before is judged. Where nothing is wrong with that, the case has not said what it is there to say.
  private func unsendable(
    _ bytes: Int, _ step: Int, _ findings: [Finding], _ choices: [FreeChoice]
  ) -> JudgedCase {
    let words =
      "the request of step \(step) is a line of \(bytes) bytes, and a line of the adapter protocol has at most \(Frame.maxLineBytes)"
    if verdict(of: findings) == .passed { return .notJudged(words) }
    return judgedInPart(words, findings, choices)
  }

  private func judgedInPart(
    _ words: String, _ findings: [Finding], _ choices: [FreeChoice]
  ) -> JudgedCase {
    JudgedCase(
      verdict(of: findings), findings: findings, reason: "judged in part: \(words)",
      choices: choices)
  }

  private func verdict(of findings: [Finding]) -> Verdict {
    if findings.contains(where: { $0.level == .must }) { return .failed }
    return findings.contains { $0.level == .should } ? .warned : .passed
  }

  private func ended(
    _ verdict: Verdict, _ broken: [Clause.ID], _ step: Int, _ kind: String, _ message: String,
    _ observed: String, _ findings: [Finding], _ choices: [FreeChoice],
    expected: String = "an answer, and a library that goes on"
  ) -> JudgedCase {
    // Of the clauses about robustness only the one that was broken; and the case's own.
    let all =
      broken
      + targets.filter { !robustness.all.contains($0) && clauses.level(of: $0) == .must }
    return JudgedCase(
      verdict,
      findings: findings
        + all.map {
          Finding(
            clause: $0, level: clauses.level(of: $0), kind: kind, step: step, message: message,
            expected: expected, observed: observed)
        }, choices: choices)
  }
}

extension Death {
  /// `crash/signal-11`, `crash/exit-1`
  fileprivate var kind: String {
    switch self {
    case .signal(let number): "crash/signal-\(number)"
    case .exit(let status): "crash/exit-\(status)"
    }
  }
}

extension Resource {
  fileprivate var isLasting: Bool { if case .keptMemory = self { true } else { false } }

  fileprivate var name: String {
    switch self {
    case .memory: "memory"
    case .keptMemory: "kept-memory"
    case .output: "output"
    }
  }
}
