package import AdapterProtocol
package import Conformance

/// What an app makes of its managed configuration and its feedback, rule by rule as the source has it.
package struct ManagedConfigModel: ProposingModel {
  package typealias Setup = ManagedSchema
  package typealias Event = ManagedConfigEvent
  package typealias Observation = ManagedConfigObservation
  package typealias Branch = Expectation<State, Observation>.Branch

  package struct State: Hashable, Sendable {
    package var isRunning = false
    /// What the server wrote last; nil: there is none.
    package var configuration: ManagedDictionary?
    /// Whether it was written while the app was not running, and no launch has come since.
    package var hasChangedUnseen = false
    /// The settings in effect, in the order of the schema; after the end of the app those that were. Nil before the first launch.
    package var settings: [TypedValue]?
    /// What brought them into effect.
    package var cause: Cause = .launch
    /// The places of the keys that were set in the configuration that was in effect before.
    package var setBefore: Set<Int> = []
    /// What was counted since the last collection, in the order of the schema's counters.
    package var counts: [Int]
    /// The last collection.
    package var collection: Collection = .none
    /// What was configured under secret keys since the first start.
    package var secrets: Set<String> = []
  }

  /// What brings settings into effect.
  package enum Cause: Hashable, Sendable {
    /// A launch (MC-01).
    case launch
    /// A launch after a change that the app did not live to see (MC-04).
    case launchAfterChange
    /// A change while the app was running (MC-03).
    case change
  }

  package enum Collection: Hashable, Sendable {
    /// There was none.
    case none
    case whileRunning
    case whileNotRunning
  }

  package init() {}

  /// User defaults are persistent: what a start keeps is all of them.
  package func begin(_ setup: Setup, persisted: State?) -> State {
    guard var state = persisted else {
      return State(counts: Array(repeating: 0, count: setup.counters.count))
    }
    state.isRunning = false
    return state
  }

  /// What is counted at most. The source speaks of 100,000 events.
  package static let maxCount = 1_000_000
  /// What is counted at most in one step: a library that counts one event at a time, and stores each, has to be done before the deadline.
  package static let maxTimes = 1_000

  /// An app that runs is not launched, and one that does not neither counts nor has settings. What the source does not document is
  /// not counted, and no value is written of which it does not say whether it is good.
  package func permits(
    _ event: Event, in state: State, of situation: Situation<Setup>
  ) -> Bool {
    switch event {
    case .launch: !state.isRunning
    case .terminate, .settings: state.isRunning
    case .configure(let dictionary): dictionary.map(situation.setup.isClear) ?? true
    case .count(let counter, let times):
      state.isRunning && (1...Self.maxTimes).contains(times)
        && (place(of: counter, in: situation.setup).map {
          state.counts[$0] + times <= Self.maxCount
        } ?? false)
    case .collectFeedback: true
    }
  }

  package func place(of counter: String, in setup: Setup) -> Int? {
    setup.counters.firstIndex { $0.hasSameUTF8(as: counter) }
  }

  package func expect(
    _ event: Event, in state: State, of situation: Situation<Setup>
  ) -> Expectation<State, Observation> {
    let setup = situation.setup
    var next = state
    var demands: [Demand<Observation>] = []
    var branches: [Branch] = []
    switch event {
    case .launch:
      // MC-01, 02, 04.
      next.isRunning = true
      next.cause = state.hasChangedUnseen ? .launchAfterChange : .launch
      next.hasChangedUnseen = false
      demands = [
        .readsConfiguration("MC-01"), .observesFirst("MC-02"), .feedback(next, setup, "launch"),
      ]
      branches = readings(next, from: state, of: setup)
    case .terminate:
      next.isRunning = false
      demands = [.feedback(next, setup, "end")]
      branches = [Branch("terminated", demands: [], next: next)]
    case .configure(let dictionary):
      next.configuration = dictionary
      for secret in secrets(in: dictionary, of: setup) { next.secrets.insert(secret) }
      demands = [.feedback(next, setup, "change")]
      if state.isRunning {
        // MC-03, 08.
        next.cause = .change
        branches = readings(next, from: state, of: setup)
      } else {
        next.hasChangedUnseen = true
        branches = [Branch("written", demands: [], next: next)]
      }
    case .count(let counter, let times):
      // MC-10, 13.
      let place = place(of: counter, in: setup)
      if let place { next.counts[place] += times }
      let isFirst = place.map { state.counts[$0] == 0 } ?? false
      demands = [.feedback(next, setup, isFirst ? "first count" : "count")]
      branches = [same("counted", next, of: setup)]
    case .collectFeedback:
      // MC-11, 12.
      next.counts = state.counts.map { _ in 0 }
      next.collection = state.isRunning ? .whileRunning : .whileNotRunning
      demands = [.collected(state, setup), .feedback(next, setup, "collection")]
      branches = [same("collected", next, of: setup)]
    case .settings:
      demands = [.feedback(next, setup, "question")]
      branches = [same("told", next, of: setup, isAsked: true)]
    }
    demands.append(.configurationStays(next.configuration))
    for index in branches.indices { branches[index].demands += demands }
    return Expectation(
      branches: branches, invariants: invariants(next, of: setup),
      choices: choices(event, in: state, of: setup))
  }

  /// What holds on every event, whatever came before: MC-13, 14, 16.
  private func invariants(_ next: State, of setup: Setup) -> [Demand<Observation>] {
    [
      .neverWritesConfiguration, .staysSmall, .documentedKeysOnly(setup.counters),
      .noSecrets(next.secrets),
    ]
  }

  /// A configuration that may be refused as a whole should be survived within the time of a step; only who takes much longer hangs.
  package func clausesOfSlowSteps(in script: Script<Self>) -> [Clause.ID] {
    let isLarge = script.events.contains { event in
      guard case .configure(let dictionary?) = event else { return false }
      return dictionary.mostBytes > Self.maxBytes
    }
    return isLarge ? ["MC-15"] : []
  }

  package var keepsState: Bool { true }

  package var changesSetups: Bool { true }

  package func startFrame(_ setup: Setup, keep: Bool) -> Frame {
    .start(suite: ManagedConfig.name, keep: keep) { setup.write(to: &$0) }
  }

  package func frame(
    _ event: Event, of setup: Setup, after history: [Observation]
  ) -> Frame? {
    .step(action: event.action) { event.writeMembers(to: &$0) }
  }
}
