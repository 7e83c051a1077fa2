package import AdapterProtocol
package import Conformance
import JSONText

/// When the library calls which method of the app: the table "Details about when each method is called", row by row.
package struct ConfigModel: ProposingModel {
  package struct Setup: Hashable, Sendable {
    /// The methods that the app has.
    package var implements: Set<ConfigCallback>

    package init(implements: Set<ConfigCallback> = Set(ConfigCallback.allCases)) {
      self.implements = implements
    }
  }

  package struct State: Hashable, Sendable {
    /// What the server has now.
    package var server = ConfigPairs.none
    /// Whether the server has said so since the last start. Assay plays the server: after a start that keeps what the library
    /// remembers, it says first what it has.
    package var serverIsHeard = true
    /// What the server had when the app last ran; nil: the app has never run.
    package var lastRun: ConfigPairs?
    /// What else the server had since the app last ran, and has no more.
    package var missed: [ConfigPairs] = []
    package var isRunning = false
    /// Whether a method of the app returned an error at the last delivery.
    package var failed = false
  }

  package typealias Event = ConfigEvent
  package typealias Observation = ConfigObservation
  typealias Branch = Expectation<State, Observation>.Branch

  package init() {}

  /// A start that keeps is a relaunch: what the library remembers is there, and the app does not run.
  package func begin(_ setup: Setup, persisted: State?) -> State {
    guard var state = persisted else { return State() }
    state.isRunning = false
    // Where there never was anything, there is nothing to be said.
    state.serverIsHeard =
      state.server.isEmpty && state.lastRun?.isEmpty != false && state.missed.isEmpty
    return state
  }

  /// An app that runs is not launched, and one that does not is not killed.
  package func permits(
    _ event: ConfigEvent, in state: State, of situation: Situation<Setup>
  ) -> Bool {
    switch event {
    case .launch: !state.isRunning && state.serverIsHeard
    case .terminate: state.isRunning
    case .serverChange: true
    }
  }

  package func expect(
    _ event: ConfigEvent, in state: State, of situation: Situation<Setup>
  ) -> Expectation<State, ConfigObservation> {
    let app = situation.setup.implements
    let branches: [Branch] =
      switch event {
      case .launch(let answers): launch(answers, app, in: state)
      case .terminate: [terminate(in: state)]
      case .serverChange(let pairs, let answers):
        state.isRunning
          ? change(to: pairs ?? .none, answers, app, in: state)
          : [miss(pairs ?? .none, app, in: state)]
      }
    return Expectation(
      branches: branches, invariants: [.onlyImplemented(app)],
      choices: choices(event, app, in: state))
  }

  // MARK: The rows of the table

  /// A row of the table, for a launch.
  enum Row: Hashable, Sendable {
    /// "The app is launched for the first time and the Ivanti server has app-specific configuration."
    case firstLaunch
    /// "The app is launched for the first time and the Ivanti server has no app-specific configuration."
    case firstLaunchWithout
    /// "The app is re-launched after being terminated and the configuration has not changed since the app last ran."
    case unchanged
    /// "The app is re-launched after being terminated and the configuration has changed since the app last ran."
    case changed
    /// The configuration has changed, and changed back, which the table does not tell apart.
    case thereAndBack
    /// A relaunch without any configuration, now or when the app last ran, which the table does not have.
    case stillWithout

    /// The row for what the server had when the app last ran (nil: never) and what it has now.
    package init(lastRun: ConfigPairs?, now: ConfigPairs, missedSome: Bool) {
      self =
        switch lastRun {
        case nil: now.isEmpty ? .firstLaunchWithout : .firstLaunch
        case now? where now.isEmpty: .stillWithout
        case now?: missedSome ? .thereAndBack : .unchanged
        default: .changed
        }
    }

    /// The columns of the table.
    var isCalled: Set<ConfigCallback> {
      switch self {
      case .firstLaunch, .changed: [.changedTo, .configIs]
      case .firstLaunchWithout, .stillWithout: []
      case .unchanged, .thereAndBack: [.configIs]
      }
    }

    /// What may be called, or not.
    package var isFree: Set<ConfigCallback> {
      switch self {
      case .stillWithout: [.changedTo, .configIs]
      case .thereAndBack: [.changedTo]
      default: []
      }
    }

    package var clause: Clause.ID {
      switch self {
      case .firstLaunch: "ACC-CFG-01"
      case .firstLaunchWithout: "ACC-CFG-02"
      case .unchanged, .thereAndBack, .stillWithout: "ACC-CFG-03"
      case .changed: "ACC-CFG-04"
      }
    }

    package var name: String {
      switch self {
      case .firstLaunch: "first launch, with a configuration"
      case .firstLaunchWithout: "first launch, without a configuration"
      case .unchanged: "relaunch, unchanged"
      case .changed: "relaunch, changed"
      case .thereAndBack: "relaunch, changed and changed back"
      case .stillWithout: "relaunch, without a configuration as before"
      }
    }
  }

  /// Rows 1 to 4.
  private func launch(
    _ answers: ConfigAnswers, _ app: Set<ConfigCallback>, in state: State
  ) -> [Branch] {
    let missedSome = !state.missed.isEmpty
    let row = Row(lastRun: state.lastRun, now: state.server, missedSome: missedSome)
    var branches = [launch(row, answers, app, in: state)]
    // A library that loses hostile pairs (ACC-CFG-15) may see another row.
    let seen = Row(
      lastRun: state.lastRun?.withoutHostilePairs, now: state.server.withoutHostilePairs,
      missedSome: missedSome)
    if seen != row {
      var branch = launch(seen, answers, app, in: state)
      branch.name += ", as hostile pairs do not count"
      branch.concedes = ["ACC-CFG-15"]
      branches.append(branch)
    }
    return branches
  }

  private func launch(
    _ row: Row, _ answers: ConfigAnswers, _ app: Set<ConfigCallback>, in state: State
  ) -> Branch {
    let due = row.isCalled.intersection(app)
    // Whether one delivery is several is a matter of its own.
    let mayRepeat = !state.missed.isEmpty
    // What a library that loses hostile pairs delivers of the last set may be what there was before it.
    let missed = state.missed.filter {
      $0.withoutHostilePairs != state.server.withoutHostilePairs
    }
    var demands: [Demand<Observation>] = []
    if row == .changed, state.failed, !due.isEmpty {
      let isHeard = Demand<Observation>.delivered(toAppWith: app, ["ACC-CFG-14"])
      demands = [
        isHeard,
        .called(due, orMore: mayRepeat, toAppWith: app, [row.clause])
          .when { isHeard.check($0) == nil },
      ]
    } else {
      demands = [
        .called(
          due, free: row.isFree.intersection(app), orMore: mayRepeat, toAppWith: app, [row.clause])
      ]
    }
    if mayRepeat { demands.append(.deliveredOnce(notOf: missed, ["ACC-CFG-11"])) }
    demands += delivery(of: state.server, answers, app, exceptIn: missed, ["ACC-CFG-06"])
    var next = state
    next.isRunning = true
    next.lastRun = state.server
    next.missed = []
    if row != .firstLaunchWithout, row != .stillWithout {
      next.failed = app.contains { answers[$0] != nil && row.isCalled.contains($0) }
    }
    return Branch(row.name, demands: demands, next: next)
  }

  /// Row 5: "A change has occurred to the app-specific configuration on the Ivanti server while the app is running."
  private func change(
    to pairs: ConfigPairs, _ answers: ConfigAnswers, _ app: Set<ConfigCallback>, in state: State
  ) -> [Branch] {
    var next = state
    next.server = pairs
    next.lastRun = pairs
    next.serverIsHeard = true
    let unheard: [Demand<Observation>] = [.called([], toAppWith: app, ["ACC-CFG-10"])]
    let change = pairs.change(from: state.server)
    // The same set again is no change (ACC-CFG-10).
    guard change != .none else { return [Branch("the same again", demands: unheard, next: next)] }
    // What shows whether it is seen as a change at all.
    let rule: Clause.ID =
      if pairs.isEmpty { "ACC-CFG-13" } else if state.failed {
        "ACC-CFG-14"
      } else if change == .several { "ACC-CFG-05" } else { "ACC-CFG-10" }
    let isHeard = Demand<Observation>.delivered(toAppWith: app, [rule])
    var heard = next
    heard.failed = app.contains { answers[$0] != nil }
    var branches = [
      Branch(
        "change while the app runs",
        demands: [
          isHeard,
          .called(app, toAppWith: app, ["ACC-CFG-05"]).when { isHeard.check($0) == nil },
        ]
          + delivery(
            of: pairs, answers, app, exceptIn: [],
            pairs.isEmpty ? ["ACC-CFG-13", "ACC-CFG-06"] : ["ACC-CFG-06"]),
        next: heard)
    ]
    if !app.isEmpty, pairs.withoutHostilePairs == state.server.withoutHostilePairs {
      branches.append(
        Branch(
          "the same again, as hostile pairs do not count", demands: unheard, next: next,
          concedes: ["ACC-CFG-15"]))
    }
    return branches
  }

  /// What one delivery carries, and what is reported of it.
  private func delivery(
    of pairs: ConfigPairs, _ answers: ConfigAnswers, _ app: Set<ConfigCallback>,
    exceptIn missed: [ConfigPairs], _ clauses: [Clause.ID]
  ) -> [Demand<Observation>] {
    var demands: [Demand<Observation>] = [.carries(pairs, exceptIn: missed, clauses)]
    if let certificates = Demand.carriesCertificates(of: pairs, exceptIn: missed) {
      demands.append(certificates)
    }
    if let hostile = Demand.carriesHostilePairs(of: pairs, exceptIn: missed) {
      demands.append(hostile)
    }
    return demands
      + ConfigCallback.allCases.filter(app.contains).map { .reported($0, answers[$0]) }
  }

  // MARK: Beside the table

  /// The server has something else while the app does not run: the next launch delivers it (ACC-CFG-11).
  private func miss(_ pairs: ConfigPairs, _ app: Set<ConfigCallback>, in state: State) -> Branch {
    var next = state
    next.server = pairs
    next.serverIsHeard = true
    if pairs != state.server, state.server != state.lastRun,
      !state.server.isEmpty || state.lastRun != nil,
      !next.missed.contains(state.server)
    {
      next.missed.append(state.server)
    }
    next.missed.removeAll { $0 == pairs }
    return Branch(
      "until the next launch", demands: [.called([], toAppWith: app, ["ACC-CFG-11"])], next: next)
  }

  /// A kill changes nothing but that the app does not run. What a dead app is told is not judged: it cannot be told anything.
  private func terminate(in state: State) -> Branch {
    var next = state
    next.isRunning = false
    return Branch("terminated", demands: [], next: next)
  }

  // MARK: Requests

  package var keepsState: Bool { true }

  package func startFrame(_ setup: Setup, keep: Bool) -> Frame {
    .start(
      suite: AppConnectConfig.name,
      configuration: ["implements": .array(setup.names.map { .string($0) })], keep: keep)
  }

  package func frame(
    _ event: ConfigEvent, of setup: Setup, after history: [Observation]
  ) -> Frame? {
    .step(action: event.action) { writer in event.writeMembers(to: &writer) }
  }
}

extension ConfigModel.Setup {
  /// In a fixed order.
  package var names: [String] {
    ConfigCallback.allCases.filter(implements.contains).map(\.rawValue)
  }
}
