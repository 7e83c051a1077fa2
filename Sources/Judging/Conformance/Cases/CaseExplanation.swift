/// What happens in a case and what is expected, in words: all that can be said before anything runs.
package struct CaseExplanation: Sendable {
  /// How the implementation is configured.
  package var setup: [(name: String, value: String)]
  package var steps: [Step]
  /// How many steps more there are, of a script that is too long to be told.
  package var stepsLeftOut = 0

  /// One step of the script.
  package struct Step: Sendable {
    /// From 1.
    package var number: Int
    /// What happens.
    package var words: String
    /// What the implementation may do. More than one where the specification leaves a choice, or where what it did before
    /// matters.
    package var ways: [Way]
    /// What holds whichever way it takes.
    package var always: [Expected]
  }

  /// One way of behaving.
  package struct Way: Sendable, Hashable {
    package var name: String
    package var expected: [Expected]
    /// SHOULDs that an implementation gives up by it.
    package var concedes: [Clause.ID]
  }

  /// One demand.
  package struct Expected: Sendable, Hashable {
    package var clauses: [Clause.ID]
    package var level: Level
    package var kind: String
    package var words: String
  }
}

extension ModelSuite {
  /// More ways than this are cut off: they differ in what happened before, and say nothing new.
  private static var maxWays: Int { 8 }

  /// More states than this are not followed, for the same reason.
  private static var maxStatesTold: Int { 64 }

  /// More steps than this are left out, and what is asked of them together with the others.
  private static var maxSteps: Int { 256 }

  package func explain(
    _ item: Case, capabilities: Set<String>
  ) throws(HarnessFault) -> CaseExplanation {
    let script = try script(item)
    let situation = Situation(script.setup, capabilities: capabilities.union(item.needs))
    var states = [model.begin(script.setup, persisted: nil)]
    var explanation = CaseExplanation(setup: model.words(script.setup), steps: [])
    explanation.stepsLeftOut = max(0, script.steps.count - Self.maxSteps)
    for (index, step) in script.steps.prefix(Self.maxSteps).enumerated() {
      var told = CaseExplanation.Step(number: index + 1, words: "", ways: [], always: [])
      var next: [M.State] = []
      func reach(_ state: M.State) {
        if next.count < Self.maxStatesTold, !next.contains(state) { next.append(state) }
      }
      switch step {
      case .restart(let keep):
        told.words = step.words
        for state in states { reach(model.begin(script.setup, persisted: keep ? state : nil)) }
      case .event(let event):
        told.words = model.words(event, of: script.setup)
        for state in states where model.permits(event, in: state, of: situation) {
          let expectation = model.expect(event, in: state, of: situation)
          for branch in expectation.branches {
            reach(branch.next)
            let way = CaseExplanation.Way(
              name: branch.name, expected: branch.demands.map(expected),
              concedes: branch.concedes)
            if !told.ways.contains(way), told.ways.count < Self.maxWays { told.ways.append(way) }
          }
          let always = expectation.invariants.map(expected)
          told.always += always.filter { !told.always.contains($0) }
        }
      }
      states = next
      explanation.steps.append(told)
    }
    if explanation.stepsLeftOut == 0 { explainComparisons(of: script, situation, &explanation) }
    return explanation
  }

  /// What is asked of several steps together is told with the last of them.
  private func explainComparisons(
    of script: Script<M>, _ situation: Situation<M.Setup>, _ explanation: inout CaseExplanation
  ) {
    var events: [M.Event] = []
    var steps: [Int] = []
    func tell() {
      for comparison in model.comparisons(of: events, in: situation) {
        guard let last = comparison.events.last else { continue }
        let numbers = comparison.events.map { String(steps[$0] + 1) }.joined(separator: ", ")
        var told = expected(comparison.demand)
        told.words += " (steps \(numbers))"
        explanation.steps[steps[last]].always.append(told)
      }
      events = []
      steps = []
    }
    for (index, step) in script.steps.enumerated() {
      switch step {
      case .restart: tell()
      case .event(let event):
        events.append(event)
        steps.append(index)
      }
    }
    tell()
  }

  private func expected<Seen>(_ demand: Demand<Seen>) -> CaseExplanation.Expected {
    CaseExplanation.Expected(
      clauses: demand.clauses,
      level: demand.clauses.first.map(clauses.level) ?? .must, kind: demand.kind,
      words: demand.expected)
  }
}
