package import AdapterProtocol
package import Conformance
import JSONText

/// The library of a dual-mode app, method by method as the source has it.
package struct LifecycleModel: ProposingModel {
  package struct Setup: Hashable, Sendable {
    /// Whether the app has `managedPolicyChangedTo`.
    package var hearsPolicy: Bool

    package init(hearsPolicy: Bool = true) { self.hearsPolicy = hearsPolicy }
  }

  package struct State: Hashable, Sendable {
    // What outlives the process.

    package var clientInstalled = false
    package var clientWasInstalled = false
    package var ranInAppConnectMode: Past = .no
    /// Whether the library keeps something about the app: once MANAGED, until retire.
    package var keepsData = false

    // What does not.

    package var phase: Phase = .absent
    /// Whether the library was stopped in this process, so that its next start is a restart.
    package var wasStopped = false
    /// Nil until it is determined after a start.
    package var policy: PolicyValue?
    /// Nil where nobody says what it is.
    package var logLevel: LogLevel?
  }

  /// Where an instance of the library is.
  package enum Phase: Hashable, Sendable {
    /// There is none.
    case absent
    case initialised
    case started
    case ready
    /// The app is about to stop it.
    case retired
  }

  package enum Past: Hashable, Sendable {
    case no, yes
    /// Retire has erased what the library keeps, or the app cannot know its mode.
    case unclear
  }

  package typealias Event = LifecycleEvent
  package typealias Observation = LifecycleObservation
  typealias Branch = Expectation<State, Observation>.Branch

  package init() {}

  package func begin(_ setup: Setup, persisted: State?) -> State {
    persisted.map(afterDeath) ?? State()
  }

  /// What the device and the app did before survives.
  private func afterDeath(_ state: State) -> State {
    State(
      clientInstalled: state.clientInstalled, clientWasInstalled: state.clientWasInstalled,
      ranInAppConnectMode: state.ranInAppConnectMode, keepsData: state.keepsData,
      logLevel: .status)
  }

  /// The source lays down nothing for other orders than init, start, ready, then retire and immediately stop. What has no client
  /// app is not managed. A policy or a log level that comes when the library is stopped comes too late.
  package func permits(
    _ event: Event, in state: State, of situation: Situation<Setup>
  ) -> Bool {
    let isStopped = state.phase == .absent && state.wasStopped
    return switch event {
    case .device, .shouldStart, .properties, .log, .terminate: true
    case .initialise: state.phase == .absent
    case .start(let options):
      state.phase == .initialised && (options == nil) == state.wasStopped
    case .ready(let policy): state.phase == .started && mayBe(policy, in: state)
    case .policy(let policy): (state.phase == .ready || isStopped) && mayBe(policy, in: state)
    case .retire: state.phase == .ready
    case .stop: [.started, .ready, .retired].contains(state.phase)
    case .logLevel: state.phase == .started || state.phase == .ready || isStopped
    }
  }

  private func mayBe(_ policy: ManagedPolicy, in state: State) -> Bool {
    policy == .unmanaged || state.clientInstalled
      || state.clientWasInstalled && state.ranInAppConnectMode == .yes
  }

  package func expect(
    _ event: Event, in state: State, of situation: Situation<Setup>
  ) -> Expectation<State, Observation> {
    let setup = situation.setup
    var next = state
    var demands: [Demand<Observation>] = []
    var quiet: Clause.ID? = state.phase == .absent && state.wasStopped ? "ACC-LC-07" : "ACC-LC-06"
    var branches: [Branch]?
    switch event {
    case .device(let clientInstalled):
      next.clientInstalled = clientInstalled
      if clientInstalled { next.clientWasInstalled = true }
    case .shouldStart:
      if let (answer, clause) = answer(in: state) { demands.append(.answers(answer, clause)) }
    case .initialise:
      next.phase = .initialised
      // The level is laid down for a library that is not there. With which one the next instance begins is left open.
      next.logLevel = nil
    case .start:
      next.phase = .started
      next.policy = nil
      next.logLevel = nil
    case .ready(let policy):
      next.phase = .ready
      determine(policy, in: &next, setup)
      quiet = nil
      let isRestart = state.wasStopped
      demands += [
        .becomesReady(isRestart ? ["ACC-LC-05", "ACC-LC-10"] : ["ACC-LC-05"]),
        .unknownUntilDetermined(policy.value, "ACC-LC-04"),
        .tells(
          [policy.value], setup.hearsPolicy,
          isRestart ? ["ACC-LC-11", "ACC-LC-10"] : ["ACC-LC-11"]),
      ]
    case .policy(let policy) where state.phase == .ready:
      determine(policy, in: &next, setup)
      quiet = nil
      demands.append(
        policy.value == state.policy
          ? .tells([], setup.hearsPolicy, ["ACC-LC-11"])
          : .tells([policy.value], setup.hearsPolicy, ["ACC-LC-06"]))
    case .policy, .properties, .log: break
    case .retire:
      next.phase = .retired
      next.policy = .unknown
      // The server's level holds while the library runs; whether it does after retire is left open.
      next.logLevel = nil
      next.keepsData = false
      next.ranInAppConnectMode = .unclear
      quiet = nil
      // Whether the app hears of it is left open.
      branches = [[], [PolicyValue.unknown]].filter { setup.hearsPolicy || $0.isEmpty }.map {
        Branch(
          $0.isEmpty ? "retired" : "retired, and told",
          demands: [.tells($0, setup.hearsPolicy, ["ACC-LC-09"])], next: next)
      }
    case .stop:
      next.phase = .absent
      next.wasStopped = true
      next.policy = nil
      next.logLevel = .status
      quiet = "ACC-LC-07"
    // Whether one that comes before ready counts at once is left open.
    case .logLevel(let level): if state.phase == .ready { next.logLevel = level }
    case .terminate:
      next = afterDeath(state)
      // Nothing runs that could be asked.
      return Expectation(branches: [
        Branch("terminated", demands: [.keepsData(next.keepsData, event)], next: next)
      ])
    }
    if let quiet { demands.append(.callsNothing(quiet)) }
    demands += properties(next, after: event, of: setup)
    var result = branches ?? [Branch(event.action, demands: [], next: next)]
    for index in result.indices {
      result[index].demands += demands
      result[index].next = next
    }
    return Expectation(
      branches: result, invariants: [Self.setBeforeTold(isReady: state.phase != .started)],
      choices: choices(event, in: state, of: setup))
  }

  /// "The +shouldStartAppConnect: class method"; nil where the source is silent.
  package func answer(in state: State) -> (answer: Bool, clause: Clause.ID)? {
    if state.clientInstalled { return (true, "ACC-LC-01") }
    guard state.clientWasInstalled else { return (false, "ACC-LC-03") }
    return switch state.ranInAppConnectMode {
    case .yes: (true, "ACC-LC-02")
    case .no: (false, "ACC-LC-03")
    case .unclear: nil
    }
  }

  private func determine(_ policy: ManagedPolicy, in state: inout State, _ setup: Setup) {
    state.policy = policy.value
    guard policy == .managed else { return }
    state.keepsData = true
    state.ranInAppConnectMode = setup.hearsPolicy ? .yes : .unclear
  }

  /// What the app sees of the library at any time.
  private func properties(
    _ next: State, after event: Event, of setup: Setup
  ) -> [Demand<Observation>] {
    var demands: [Demand<Observation>] = [.keepsData(next.keepsData, event)]
    let isStopped = next.phase == .absent && next.wasStopped
    switch next.phase {
    case .absent, .initialised, .started:
      demands.append(.notReadable(isStopped ? ["ACC-LC-07", "ACC-LC-05"] : ["ACC-LC-05"]))
    case .ready, .retired:
      var clauses: [Clause.ID] =
        switch event {
        case .ready: ["ACC-LC-04", "ACC-LC-05"]
        case .retire: ["ACC-LC-09", "ACC-LC-04"]
        default: next.phase == .retired ? ["ACC-LC-09", "ACC-LC-04"] : ["ACC-LC-06", "ACC-LC-04"]
        }
      if next.wasStopped { clauses.append("ACC-LC-10") }
      demands += [
        .managedPolicy(next.policy ?? .unknown, clauses),
        .number(next.policy ?? .unknown, "ACC-LC-04"),
      ]
      // Whether a library that is retired is still ready is left open.
      if next.phase == .ready {
        demands.append(.isReady(next.wasStopped ? ["ACC-LC-05", "ACC-LC-10"] : ["ACC-LC-05"]))
      }
    }
    if isStopped {
      demands.append(.sharedInstance(false, "ACC-LC-07"))
    } else if [.ready, .retired].contains(next.phase) {
      // What stop drops has been there, and what is started again is there again. Whether init or start makes it is left open.
      demands.append(.sharedInstance(true, next.wasStopped ? "ACC-LC-10" : "ACC-LC-07"))
    }
    if let level = next.logLevel { demands.append(.logLevel(level, "ACC-LC-08")) }
    return demands
  }

  package var keepsState: Bool { true }

  package var changesSetups: Bool { true }

  package func startFrame(_ setup: Setup, keep: Bool) -> Frame {
    .start(
      suite: Lifecycle.name,
      configuration: [
        "implements": .array(setup.hearsPolicy ? ["managedPolicyChangedTo"] : [])
      ], keep: keep)
  }

  package func frame(
    _ event: Event, of setup: Setup, after history: [Observation]
  ) -> Frame? {
    .step(action: event.action) { event.writeMembers(to: &$0) }
  }
}

extension ManagedPolicy {
  package var value: PolicyValue { self == .managed ? .managed : .unmanaged }
}
