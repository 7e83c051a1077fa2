extension ScriptSession {
  func trace(of findings: [Finding]) -> Trace {
    let findings = findings.filter { $0.level != .info }
    let window = Trace.window(
      around: Trace.firstDifference(in: findings), of: script.steps.count)
    var trace = Trace()
    trace.setup = model.words(script.setup).map {
      Trace.Setting(name: $0.name, value: Trace.bounded($0.value))
    }
    if let start = Trace.Step(start: findings) { trace.steps.append(start) }
    var judge = Judge(
      model, Situation(script.setup, capabilities: capabilities), clauses: clauses,
      targets: targets)
    for (index, step) in script.steps.prefix(window.upperBound).enumerated() {
      let isAnswered = observations.indices.contains(index)
      let own = findings.filter { $0.step == index + 1 }
      // What was never asked has nothing to be told of, but the step that killed the implementation has.
      guard isAnswered || !own.isEmpty else { break }
      let observation = isAnswered ? observations[index] : nil
      if window.contains(index + 1) {
        trace.steps.append(told(step, index + 1, observation, by: judge, own))
      }
      switch step {
      case .restart(let keep): judge.restart(keep: keep)
      case .event(let event): if let observation { judge.judge(event, observation) }
      }
    }
    let told = trace.steps.filter { $0.number > 0 }
    trace.stepsBefore = (told.first?.number ?? 1) - 1
    trace.stepsAfter = script.steps.count - (told.last?.number ?? 0)
    return trace
  }

  /// - Parameter judge: as it is before the step.
  private func told(
    _ step: Script<M>.Step, _ number: Int, _ observation: M.Observation?, by judge: Judge<M>,
    _ findings: [Finding]
  ) -> Trace.Step {
    var told = Trace.Step(number: number, words: step.words, standing: .fits)
    told.findings = Array(findings.prefix(Trace.maxFindings))
    told.observed = observation.map { Trace.bounded($0.words) }
    if case .event(let event) = step {
      told.words = Trace.bounded(model.words(event, of: script.setup))
      told.ways = judge.ways(on: event, observation)
    }
    if let worst = findings.map(\.level).max(by: { $0 == .should && $1 == .must }) {
      told.standing = worst == .must ? .differs : .warned
    } else if judge.hasLeft {
      told.standing = .left
    } else if !judge.isOpen, step.event != nil {
      told.standing = .notFollowed
    }
    return told
  }
}

extension Trace.Step {
  /// The start, where something was wrong with it.
  fileprivate init?(start findings: [Finding]) {
    let own = findings.filter { $0.step == 0 }
    guard !own.isEmpty else { return nil }
    self.init(
      number: 0, words: "The app is started.",
      standing: own.contains { $0.level == .must } ? .differs : .warned,
      findings: Array(own.prefix(Trace.maxFindings)))
  }
}

extension Script.Step {
  /// What a restart does, in words; empty for an event.
  var words: String {
    switch self {
    case .event: ""
    case .restart(keep: true): "The app is started again and finds what it kept."
    case .restart(keep: false): "A fresh app is started."
    }
  }
}

extension Judge {
  /// What the model allows on an event, in each world that is still possible.
  fileprivate func ways(on event: M.Event, _ observation: M.Observation?) -> [Trace.Way] {
    var ways: [Trace.Way] = []
    for world in worlds {
      for branch in branches(on: event, in: world) {
        let way = Trace.Way(
          name: branch.name, expected: Trace.bounded(branch.demands.map(\.expected)),
          fits: observation.map { fits($0, branch) } ?? false)
        if !ways.contains(way) { ways.append(way) }
        if ways.count == Trace.maxWays { return ways }
      }
    }
    return ways
  }
}
