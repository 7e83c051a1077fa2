/// Holds what an implementation does against a model, event by event.
///
/// The judge keeps the *set* of states that are still possible: where the specification leaves a liberty, later
/// events are judged in each world that the liberty leads to. When no world is left, the event is a failure, reported against
/// the nearest branch that can have been meant. The events after it are judged on where every branch leads to one and the same fresh start, and by the
/// invariants alone where it is unknown what they should lead to: consequences are not held against other requirements.
package struct Judge<M: Model>: Sendable {
  /// A state that the implementation may be in, and what it gave up to get there.
  struct World: Sendable {
    var state: M.State
    var concessions: [Finding]
    /// What it chose in free places to get there, each choice once, as far as it is not certain yet.
    var choices: [FreeChoice] = []

    /// Whether less is held against the implementation than in another world. Of equally many SHOULDs, a liberty that the model knows of
    /// explains more than a demand that was not met.
    func isMoreFavourable(than other: World) -> Bool {
      guard concessions.count == other.concessions.count else {
        return concessions.count < other.concessions.count
      }
      return !concessions.isEmpty && brokenCount < other.brokenCount
    }

    /// How many of its concessions are demands that were not met.
    private var brokenCount: Int { concessions.count { $0.kind != Judge.libertyTaken } }
  }

  /// The kind of a finding about a SHOULD that a branch gives up.
  static var libertyTaken: String { "liberty-taken" }

  /// Liberties multiply. Where there are more worlds than these, nobody follows them: as long as nothing starts anew, only what holds on
  /// every event is judged, and nothing is held against the implementation for what it gave up.
  package static var maxWorlds: Int { 256 }

  private let model: M
  private let situation: Situation<M.Setup>
  private let clauses: ClauseTable
  private let targets: [Clause.ID]
  private(set) var worlds: [World]
  private var settled: [Finding] = []
  private var certainChoices: [FreeChoice] = []
  /// A state from before the event that fitted nothing: what holds on every event is asked of the model in it.
  private var lostState: M.State?
  /// Whether the implementation may be where the source does not let the script go on: nothing is asked of it any more.
  private(set) var hasLeft = false
  private var step = 0

  /// - Parameter targets: the clauses that the case is about; see `Demand.clauses`.
  package init(
    _ model: M, _ situation: Situation<M.Setup>, clauses: ClauseTable, targets: [Clause.ID]
  ) {
    self.model = model
    self.situation = situation
    self.clauses = clauses
    self.targets = targets
    worlds = [World(state: model.begin(situation.setup, persisted: nil), concessions: [])]
  }

  /// Whether some state is still possible.
  package var isOpen: Bool { !worlds.isEmpty }

  /// The states that are still possible.
  package var states: [M.State] { worlds.map(\.state) }

  /// The findings so far: what was wrong for certain, and what the most favourable world has conceded.
  package var findings: [Finding] {
    settled + (worlds.min { $0.isMoreFavourable(than: $1) }?.concessions ?? [])
  }

  /// What the implementation chose in free places, each choice once: what holds in every world that is still possible. An event on
  /// which a MUST is not met says nothing.
  package var choices: [FreeChoice] {
    guard let first = worlds.first else { return certainChoices }
    return certainChoices
      + first.choices.filter { choice in
        !certainChoices.contains(choice) && worlds.allSatisfy { $0.choices.contains(choice) }
      }
  }

  /// Starts the implementation anew.
  ///
  /// Where nothing is kept, all that came before is forgotten, so that a world that was lost is found again.
  package mutating func restart(keep: Bool) {
    step += 1
    if hasLeft, !keep {
      hasLeft = false
      worlds = []
    }
    if worlds.isEmpty, !keep { worlds = [World(state: fresh, concessions: [])] }
    var next = Worlds()
    for world in worlds {
      let state = keep ? model.begin(situation.setup, persisted: world.state) : fresh
      next.merge(
        World(state: state, concessions: world.concessions, choices: world.choices))
    }
    worlds = next.all
    lostState = lostState.map { keep ? model.begin(situation.setup, persisted: $0) : fresh }
  }

  private var fresh: M.State { model.begin(situation.setup, persisted: nil) }

  /// Judges the next event. Costs the branches of each possible world, each with its demands.
  package mutating func judge(_ event: M.Event, _ observation: M.Observation) {
    step += 1
    // A script is written for what most implementations do. One that has taken another way may come to where the source says nothing.
    if !hasLeft, !model.permitsEverything {
      hasLeft = worlds.contains { !model.permits(event, in: $0.state, of: situation) }
    }
    if hasLeft { return }
    guard let lostState, worlds.isEmpty else { return judge(event, observation, in: worlds) }
    let expectation = model.expect(event, in: lostState, of: situation)
    settled += broken(expectation.invariants, observation)
  }

  private mutating func judge(
    _ event: M.Event, _ observation: M.Observation, in worlds: [World]
  ) {
    var survivors = Worlds()
    var nearest: (distance: (Int, Int), findings: [Finding])?
    var missed: [M.State] = []
    // What is wrong whichever branch was taken, in the world where the least is. Worlds in which more is wrong are not the one
    // that the implementation is in, unless nothing else is left.
    var least: (mustCount: Int, findings: [Finding])?
    var isLost = false
    following: for world in worlds {
      let expectation = model.expect(event, in: world.state, of: situation)
      let wrong = broken(expectation.invariants, observation)
      let mustCount = wrong.count { $0.level == .must }
      if let least, mustCount > least.mustCount { continue }
      if mustCount < least?.mustCount ?? .max {
        (survivors, nearest, missed) = (Worlds(), nil, [])
        least = (mustCount, wrong)
      } else if wrong.count < least?.findings.count ?? .max {
        least = (mustCount, wrong)
      }
      for branch in expectation.branches {
        let outcome = outcome(of: branch, observation)
        let conceded = world.concessions + outcome.conceded
        if outcome.against.isEmpty {
          var next = World(state: branch.next, concessions: conceded, choices: world.choices)
          if mustCount == 0 {
            Self.read(expectation.choices, observation, into: &next.choices)
            Self.read(branch.choices, observation, into: &next.choices)
          }
          survivors.merge(next)
          isLost = survivors.all.count > Self.maxWorlds
          if isLost { break following }
        } else {
          missed.append(branch.next)
          let isMeant = branch.isMeant?(observation) ?? true
          let distance = (isMeant ? 0 : 1, outcome.brokenDemands)
          if distance < nearest?.distance ?? (.max, .max) {
            nearest = (distance, conceded + outcome.against)
          }
        }
      }
    }
    if isLost {
      lostState = worlds.first?.state
      self.worlds = []
      return
    }
    if survivors.all.isEmpty {
      settled += nearest?.findings ?? []
      lostState = worlds.first?.state
      if let next = missed.first, missed.allSatisfy({ $0 == next }), model.isFreshStart(next) {
        survivors.merge(World(state: next, concessions: []))
      }
    }
    self.worlds = survivors.all
    settled += least?.findings ?? []
    if self.worlds.count == 1, !self.worlds[0].choices.isEmpty {
      for choice in self.worlds[0].choices where !certainChoices.contains(choice) {
        certainChoices.append(choice)
      }
      self.worlds[0].choices = []
    }
  }

  private static func read(
    _ readings: [ChoiceReading<M.Observation>], _ observation: M.Observation,
    into choices: inout [FreeChoice]
  ) {
    for reading in readings {
      guard let outcome = reading.outcome(observation) else { continue }
      let choice = FreeChoice(reading.place, outcome)
      if !choices.contains(choice) { choices.append(choice) }
    }
  }

  private struct Outcome {
    /// What closes the branch.
    var against: [Finding] = []
    var brokenDemands = 0
    var conceded: [Finding] = []
  }

  private func outcome(
    of branch: Expectation<M.State, M.Observation>.Branch, _ observation: M.Observation
  ) -> Outcome {
    var outcome = Outcome()
    for clause in branch.concedes where !clauses.isLater(clause) {
      outcome.conceded.append(concession(clause, branch.name))
    }
    for demand in branch.demands {
      guard let discrepancy = demand.check(observation) else { continue }
      let found = findings(of: demand, discrepancy)
      if found.contains(where: { $0.level == .must }) {
        outcome.brokenDemands += 1
        outcome.against += found
      } else {
        outcome.conceded += found
      }
    }
    return outcome
  }

  private func broken(
    _ demands: [Demand<M.Observation>], _ observation: M.Observation
  ) -> [Finding] {
    var found: [Finding] = []
    for demand in demands {
      if let discrepancy = demand.check(observation) { found += findings(of: demand, discrepancy) }
    }
    return found
  }

  /// Judges what is asked of several events together, once all of them are over.
  ///
  /// - Parameters:
  ///   - events: the events between two starts, with what was observed on each.
  ///   - steps: the number of each event's step, from 1.
  package mutating func compare(
    _ events: [(event: M.Event, observation: M.Observation)], steps: [Int]
  ) {
    // A closure: in generic code a key path is made anew at each call, which took 2 % of a run.
    for comparison in model.comparisons(of: events.map { $0.event }, in: situation) {
      let observations = comparison.events.map { events[$0].observation }
      guard let last = comparison.events.last,
        let discrepancy = comparison.demand.check(observations)
      else { continue }
      settled += findings(of: comparison.demand, discrepancy, step: steps[last])
    }
  }

  private func findings(of demand: Demand<M.Observation>, _ discrepancy: Discrepancy) -> [Finding] {
    findings(of: demand, discrepancy, step: step)
  }

  private func findings<Seen>(
    of demand: Demand<Seen>, _ discrepancy: Discrepancy, step: Int
  ) -> [Finding] {
    let own =
      demand.clauses.filter(targets.contains)
      + targets.filter { target in
        !demand.clauses.contains(target)
          && clauses[target]?.shownBy.contains(where: demand.clauses.contains) == true
      }
    // What no clause demanded yet in the version that the run is held to is no finding.
    let general = own.isEmpty ? demand.clauses.first { !clauses.isLater($0) } : nil
    return (general.map { [$0] } ?? own).map { clause in
      Finding(
        clause: clause, level: clauses.level(of: clause),
        kind: discrepancy.aspect.map { "\(demand.kind)/\($0)" } ?? demand.kind, step: step,
        message: discrepancy.message, expected: discrepancy.expected ?? demand.expected,
        observed: discrepancy.observed)
    }
  }

  private func concession(_ clause: Clause.ID, _ branch: String) -> Finding {
    Finding(
      clause: clause, level: clauses.level(of: clause), kind: Self.libertyTaken, step: step,
      message: "the implementation takes the liberty to answer: \(branch)",
      expected: clauses[clause]?.sentence ?? clause.path, observed: branch)
  }
}

// For those who tell what was judged.
extension Judge {
  /// What may happen on an event in a world; nothing where the source does not let the event happen.
  func branches(
    on event: M.Event, in world: World
  ) -> [Expectation<M.State, M.Observation>.Branch] {
    guard model.permits(event, in: world.state, of: situation) else { return [] }
    return model.expect(event, in: world.state, of: situation).branches
  }

  /// Whether no MUST of a branch is broken.
  func fits(
    _ observation: M.Observation, _ branch: Expectation<M.State, M.Observation>.Branch
  ) -> Bool {
    outcome(of: branch, observation).against.isEmpty
  }
}
