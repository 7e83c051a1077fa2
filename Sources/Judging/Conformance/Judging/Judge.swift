/// Holds what an implementation does against a model, event by event.
///
/// The judge keeps the *set* of states that are still possible: where the specification leaves a liberty, later
/// events are judged in each world that the liberty leads to. When no world is left, the event is a failure, reported against
/// the nearest branch. The events behind it are judged on where every branch leads to one and the same fresh start, and by the
/// invariants alone where what they should lead to is unknown: consequences are not held against other requirements.
package struct Judge<M: Model>: Sendable {
  /// A state that the implementation may be in, and what it gave up to get there.
  struct World: Sendable {
    var state: M.State
    var concessions: [Finding]
  }

  private let model: M
  private let setup: M.Setup
  private let clauses: ClauseTable
  private let targets: [Clause.ID]
  private(set) var worlds: [World]
  private var settled: [Finding] = []
  /// A state from before the event that fitted nothing: what holds on every event is asked of the model in it.
  private var lostState: M.State?
  private var step = 0

  /// - Parameter targets: the clauses that the case is about; see `Demand.clauses`.
  package init(_ model: M, setup: M.Setup, clauses: ClauseTable, targets: [Clause.ID]) {
    self.model = model
    self.setup = setup
    self.clauses = clauses
    self.targets = targets
    worlds = [World(state: model.begin(setup, persisted: nil), concessions: [])]
  }

  /// Whether some state is still possible.
  package var isOpen: Bool { !worlds.isEmpty }

  /// The findings so far: what was wrong for certain, and what the most favourable world has conceded.
  package var findings: [Finding] {
    settled + (worlds.min { $0.concessions.count < $1.concessions.count }?.concessions ?? [])
  }

  /// Judges the next event. Costs the branches of each possible world, each with its demands.
  package mutating func judge(_ event: M.Event, _ observation: M.Observation) {
    step += 1
    var survivors: [World] = []
    var nearest: (brokenDemands: Int, findings: [Finding])?
    var missed: [M.State] = []
    var invariants: [Demand<M.Observation>]?
    for world in worlds {
      let expectation = model.expect(event, in: world.state, of: setup)
      invariants = invariants ?? expectation.invariants
      for branch in expectation.branches {
        var against: [Finding] = []
        var brokenDemands = 0
        var conceded = world.concessions
        for clause in branch.concedes {
          conceded.append(concession(clause, branch.name))
        }
        for demand in branch.demands {
          guard let discrepancy = demand.check(observation) else { continue }
          let found = findings(of: demand, discrepancy)
          if found.contains(where: { $0.level == .must }) {
            brokenDemands += 1
            against += found
          } else {
            conceded += found
          }
        }
        if against.isEmpty {
          merge(World(state: branch.next, concessions: conceded), into: &survivors)
        } else {
          missed.append(branch.next)
          if brokenDemands < (nearest?.brokenDemands ?? .max) {
            nearest = (brokenDemands, conceded + against)
          }
        }
      }
    }
    if worlds.isEmpty, let lostState {
      invariants = model.expect(event, in: lostState, of: setup).invariants
    } else if survivors.isEmpty {
      settled += nearest?.findings ?? []
      lostState = worlds.first?.state
      if let next = missed.first, missed.allSatisfy({ $0 == next }), model.isFreshStart(next) {
        survivors = [World(state: next, concessions: [])]
      }
    }
    worlds = survivors
    for demand in invariants ?? [] {
      guard let discrepancy = demand.check(observation) else { continue }
      settled += findings(of: demand, discrepancy)
    }
  }

  private func merge(_ world: World, into survivors: inout [World]) {
    // Most events lead to one world.
    if survivors.isEmpty { return survivors = [world] }
    guard let index = survivors.firstIndex(where: { $0.state == world.state }) else {
      survivors.append(world)
      return
    }
    if world.concessions.count < survivors[index].concessions.count { survivors[index] = world }
  }

  private func findings(of demand: Demand<M.Observation>, _ discrepancy: Discrepancy) -> [Finding] {
    let own = demand.clauses.filter(targets.contains)
    return (own.isEmpty ? Array(demand.clauses.prefix(1)) : own).map { clause in
      Finding(
        clause: clause, level: clauses.level(of: clause), step: step, message: discrepancy.message,
        expected: discrepancy.expected, observed: discrepancy.observed)
    }
  }

  private func concession(_ clause: Clause.ID, _ branch: String) -> Finding {
    Finding(
      clause: clause, level: clauses.level(of: clause), step: step,
      message: "the implementation takes the liberty to answer: \(branch)",
      expected: clauses[clause]?.sentence ?? clause.path, observed: branch)
  }
}
