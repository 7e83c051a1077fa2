package import AdapterProtocol
package import Conformance
package import JSONText

/// The state machine of a dual-mode app, row by row as the source has it.
package struct DualModeModel: ProposingModel {
  /// The app is configured by nothing.
  package struct Setup: Hashable, Sendable {
    package init() {}
  }

  package struct State: Hashable, Sendable {
    /// As persisted; nil before the first launch.
    package var mode: AppMode?
    package var encryption: DataEncryption = .unencrypted
    /// Whether the encryption state has been written for certain. Until then nothing in storage says Unencrypted, too.
    package var encryptionIsStored = false
    package var isRunning = false
    /// Whether the library is started in this run of the app.
    package var libraryRuns = false
    /// What the app died in, as long as that is not over.
    package var interruption: Interruption?
    /// Whether nothing can happen before the app is started anew: it died, or was to die.
    package var awaitsStart = false
  }

  /// A transition that the app did not survive.
  package struct Interruption: Hashable, Sendable {
    /// Where it leads.
    package var mode: AppMode
    package var encryption: DataEncryption
    /// Whether the data was encrypted when it began.
    package var encryptionBefore: DataEncryption
    /// Whether data has to be erased yet.
    package var owesErasing: Bool
    /// Whether the app may not have come to retire and stop the library.
    package var owesRetiring: Bool
  }

  package typealias Event = DualModeEvent
  package typealias Observation = DualModeObservation
  package typealias Branch = Expectation<State, Observation>.Branch

  package init() {}

  package func begin(_ setup: Setup, persisted: State?) -> State {
    guard let persisted else { return State() }
    var state = persisted
    state.isRunning = false
    state.libraryRuns = false
    state.awaitsStart = false
    return state
  }

  /// The source lays down nothing for the rest: a launch of an app that runs, anything else in one that does not, a notification
  /// without the library, a wish for a mode in which the app is already or is about to be, and, in AppConnectMode, a launch at
  /// which shouldStartAppConnect would answer NO ("API call sequence when the app launches", step 3).
  package func permits(
    _ event: DualModeEvent, in state: State, of situation: Situation<Setup>
  ) -> Bool {
    if state.awaitsStart { return false }
    return switch event {
    case .launch(let shouldStart, _):
      !state.isRunning && (shouldStart || state.mode != .appConnect)
    case .managedPolicy: state.isRunning && state.libraryRuns
    case .userRequests(.nonAppConnect):
      state.isRunning && state.libraryRuns && state.mode == .appConnect
    case .userRequests(.appConnect): state.isRunning && state.mode == .nonAppConnect
    case .userRequests: false
    case .terminate: state.isRunning
    case .killed(.terminate, _), .killed(.killed, _): false
    case .killed(let event, let writes):
      writes >= 0 && permits(event, in: state, of: situation)
    }
  }

  package func expect(
    _ event: DualModeEvent, in state: State, of situation: Situation<Setup>
  ) -> Expectation<State, DualModeObservation> {
    if case .killed(let event, let writes) = event {
      return killed(event, afterWrites: writes, in: state, of: situation)
    }
    let branches: [Branch] =
      switch event {
      case .launch(let shouldStart, let options):
        relaunch(shouldStart: shouldStart, options: options, in: state)
      case .managedPolicy(.managed, let policies): managed(policies, in: state)
      case .managedPolicy(.unmanaged, let policies): unmanaged(policies, in: state)
      case .userRequests(.appConnect): [requestAppConnect(in: state)]
      case .userRequests: [requestNonAppConnect(in: state)]
      case .terminate: [terminate(in: state)]
      case .killed: []
      }
    return Expectation(
      branches: branches, invariants: [Self.retireThenStop], choices: choices(event, in: state))
  }

  /// "API call sequence when the app launches", steps 1 to 4.
  ///
  /// - Parameter retiring: how a regular app ends the library that it left without an end when it died.
  package func launch(
    shouldStart: Bool, options: [String: String], in state: State, retiring: [LibraryCall] = []
  ) -> Branch {
    var next = state
    next.isRunning = true
    next.libraryRuns = false
    let firstLaunch = state.mode == nil
    let mode = state.mode ?? .undecided
    next.mode = mode
    var demands: [Demand<Observation>] = []
    switch (mode, shouldStart) {
    case (.nonAppConnect, _):
      demands += [
        .calls(retiring, asking: .forbidden, ["ACC-DM-02"]),
        .mode(mode, "ACC-DM-02", "ACC-DM-16"),
      ]
    case (_, true):
      next.libraryRuns = true
      // Another launch is what the choice was left to.
      let rules: [Clause.ID] =
        mode == .notAvailable ? ["ACC-DM-03", "ACC-DM-05"] : ["ACC-DM-03"]
      demands += [
        .calls([.initialise, .start(options)], asking: .allowed, rules),
        .mode(mode, firstLaunch ? "ACC-DM-01" : "ACC-DM-03", "ACC-DM-16"),
      ]
    case (.undecided, false):
      next.mode = .notAvailable
      demands += [
        .calls([], asking: .allowed, ["ACC-DM-03", "ACC-DM-04"]), .mode(.notAvailable, "ACC-DM-04"),
      ]
    case (.notAvailable, false):
      demands += [
        .calls([], asking: .allowed, ["ACC-DM-03", "ACC-DM-05"]),
        .mode(mode, "ACC-DM-05", "ACC-DM-16"),
      ]
    case (.pending, false), (.appConnect, false):
      demands += [
        .calls([], asking: .allowed, ["ACC-DM-03"]), .mode(mode, "ACC-DM-03", "ACC-DM-16"),
      ]
    }
    demands.append(encryption(next, firstLaunch ? "ACC-DM-01" : "ACC-DM-16"))
    return Branch("launched", demands: demands, next: next)
  }

  /// "API call sequence when the app launches", step 5, and "… when user requests AppConnect Mode", step 3.
  private func managed(_ policies: DualModeEvent.Policies, in state: State) -> [Branch] {
    guard state.mode != .appConnect else { return inAppConnectMode(.managed, policies, in: state) }
    var next = state
    next.mode = .appConnect
    next.interruption = nil
    next.encryption = policies.encryption
    // Where an app died before it entered the mode, its data may be thought to be encrypted already.
    if next.encryption == .encrypted || state.encryption == .encrypted {
      next.encryptionIsStored = true
    }
    let entering: Clause.ID = state.mode == .pending ? "ACC-DM-11" : "ACC-DM-06"
    var demands: [Demand<Observation>] = [
      .mode(.appConnect, "ACC-DM-06", entering),
      .calls([], asking: .allowed, ["ACC-DM-06", entering]),
      encryption(next, "ACC-DM-12"),
    ]
    if state.mode == .pending { demands.append(.userIsTold(success: true, "ACC-DM-11")) }
    switch policies.authorization {
    case .retired: demands.append(.erased("ACC-DM-13"))
    // "The app decides what to do with existing data", where it becomes encrypted.
    case .authorized where policies.encryption == .unencrypted:
      demands.append(.notErased("ACC-DM-13"))
    case .authorized, .unauthorized: break
    }
    return [Branch("AppConnectMode", demands: demands, next: next)]
  }

  private func unmanaged(_ policies: DualModeEvent.Policies, in state: State) -> [Branch] {
    guard state.mode != .appConnect else {
      return inAppConnectMode(.unmanaged, policies, in: state)
    }
    var next = state
    next.mode = .nonAppConnect
    next.libraryRuns = false
    next.interruption = nil
    next.encryption = .unencrypted
    if state.encryption == .encrypted { next.encryptionIsStored = true }
    let rule: Clause.ID = state.mode == .pending ? "ACC-DM-10" : "ACC-DM-07"
    var demands: [Demand<Observation>] = [
      .mode(.nonAppConnect, rule),
      .calls([.retire, .stop], asking: .allowed, [rule, "ACC-DM-14"]),
      encryption(next, "ACC-DM-16"),
    ]
    if state.mode == .pending { demands.append(.userIsTold(success: false, "ACC-DM-10")) }
    return [Branch("NonAppConnectMode", demands: demands, next: next)]
  }

  /// A notification in AppConnectMode leaves the mode alone. What it does to the encryption state is laid
  /// down for *entering* the mode only, so both answers are allowed where it asks for another one than there is.
  private func inAppConnectMode(
    _ policy: ManagedPolicy, _ policies: DualModeEvent.Policies, in state: State
  ) -> [Branch] {
    let states = encryptions(after: policies, policy, in: state)
    // What the app does about being retired in this mode is not laid down.
    let methods =
      ["initWithDelegate", "startWithLaunchOptions"]
      + (policies.authorization == .retired ? [] : ["retire", "stop"])
    return states.map { encryption in
      var next = state
      next.interruption = nil
      next.encryption = encryption
      next.encryptionIsStored = state.encryptionIsStored || encryption != state.encryption
      return Branch(
        "still AppConnectMode, \(encryption.rawValue)",
        demands: [
          .mode(.appConnect, "ACC-DM-15"),
          self.encryption(
            next,
            states.count > 1 ? "ACC-DM-15" : state.interruption == nil ? "ACC-DM-12" : "ACC-DM-16"),
          .neverCalled(methods, "ACC-DM-15"),
        ] + erasing(after: policies, in: state), next: next)
    }
  }

  /// "API call sequence when user requests AppConnect Mode", steps 1 and 2.
  private func requestAppConnect(in state: State) -> Branch {
    var next = state
    next.mode = .pending
    next.libraryRuns = true
    next.interruption = nil
    return Branch(
      "PendingAppConnectMode",
      demands: [
        .mode(.pending, "ACC-DM-09"),
        .calls([.initialise, .restart], asking: .forbidden, ["ACC-DM-09"]),
        encryption(next, "ACC-DM-16"),
      ], next: next)
  }

  /// "API call sequence when user requests Non-AppConnect Mode".
  private func requestNonAppConnect(in state: State) -> Branch {
    var next = state
    next.mode = .nonAppConnect
    next.encryption = .unencrypted
    if state.encryption == .encrypted { next.encryptionIsStored = true }
    next.libraryRuns = false
    next.interruption = nil
    return Branch(
      "NonAppConnectMode",
      demands: [
        .erased("ACC-DM-08"), encryption(next, "ACC-DM-08"), .mode(.nonAppConnect, "ACC-DM-08"),
        .calls([.retire, .stop], asking: .allowed, ["ACC-DM-08", "ACC-DM-14"]),
      ], next: next)
  }

  /// A kill changes nothing: what was persisted before it stays.
  private func terminate(in state: State) -> Branch {
    var next = state
    next.isRunning = false
    next.libraryRuns = false
    var demands = [encryption(next, "ACC-DM-16")]
    if let mode = state.mode { demands.append(.mode(mode, "ACC-DM-16")) }
    return Branch("terminated", demands: demands, next: next)
  }

  package func encryption(_ state: State, _ clauses: Clause.ID...) -> Demand<Observation> {
    .encryption(state.encryption, orNothing: !state.encryptionIsStored, clauses)
  }

  package var keepsState: Bool { true }

  package func simplest(
    _ variant: Variant, _ choices: inout Choices
  ) throws(HarnessFault) -> Script<Self>? {
    Script(setup: Setup(), events: [.launch(shouldStart: false, options: [:])])
  }

  package var parts: [String] { ["event"] }

  package func simpler(
    than event: DualModeEvent, in part: String, of setup: Setup,
    _ body: (DualModeEvent) throws(HarnessFault) -> Bool
  ) throws(HarnessFault) {
    var simpler: [DualModeEvent] = []
    switch event {
    case .launch(let shouldStart, let options):
      if !options.isEmpty { simpler.append(.launch(shouldStart: shouldStart, options: [:])) }
    case .managedPolicy(let policy, let policies):
      let changes: [(inout DualModeEvent.Policies) -> Void] = [
        { $0 = .init() }, { $0.secureServices = false }, { $0.secureFileIORequired = false },
        { $0.authorization = .authorized },
      ]
      for change in changes {
        var fewer = policies
        change(&fewer)
        if fewer != policies { simpler.append(.managedPolicy(policy, fewer)) }
      }
    case .killed(let whole, let writes):
      for fewer in [0, writes / 2, writes - 1] where (0..<writes).contains(fewer) {
        simpler.append(.killed(whole, afterWrites: fewer))
      }
      var goesOn = true
      try self.simpler(than: whole, in: part, of: setup) { (event) throws(HarnessFault) in
        goesOn = try body(.killed(event, afterWrites: writes))
        return goesOn
      }
      guard goesOn else { return }
    case .userRequests, .terminate: break
    }
    for event in simpler { guard try body(event) else { return } }
  }

  package func propose(
    in state: State, of situation: Situation<Setup>, _ choices: inout Choices
  ) -> DualModeEvent {
    let options = choices.once(in: 2) ? ["reason": choices.hexadecimal(6)] : [:]
    let policies = DualModeEvent.Policies(
      secureServices: choices.once(in: 2), secureFileIORequired: choices.once(in: 2),
      authorization: choices.pick(AuthorizationState.allCases))
    let events: [DualModeEvent] = [
      .launch(shouldStart: true, options: options), .launch(shouldStart: false, options: options),
      .managedPolicy(.managed, policies), .managedPolicy(.unmanaged, policies),
      .userRequests(.nonAppConnect), .userRequests(.appConnect), .terminate,
    ]
    // An app that runs can be killed, and one that does not can be launched, if need be after a start.
    var state = state
    state.awaitsStart = false
    return choices.pick(events.filter { permits($0, in: state, of: situation) })
  }

  package func startFrame(_ setup: Setup, keep: Bool) -> Frame {
    .start(suite: DualMode.name, configuration: .object([]), keep: keep)
  }

  package func frame(
    _ event: DualModeEvent, of setup: Setup, after history: [Observation]
  ) -> Frame? {
    .step(action: event.action) { writer in event.writeMembers(to: &writer) }
  }

  package static func json(_ options: [String: String]) -> JSONValue {
    .object(
      options.sorted { $0.key < $1.key }.map { JSONMember(key: $0.key, value: .string($0.value)) })
  }
}
