package import Conformance

/// What an app may have stored when it died in the midst of a transition, and what it has to do then (ACC-DM-16).
///
/// A transition has two states to store, in any number of writes and any order. So the persisted pair is the one before, the one
/// after, or has one state of each, unless that is what the requirement rules out. What was not done is owed. Where the user asks for
/// the other mode, the library hears of it once the mode is stored ("Pending (persisted), then init and start").
extension DualModeModel {
  package func killed(
    _ event: DualModeEvent, afterWrites writes: Int, in state: State, of situation: Situation<Setup>
  ) -> Expectation<State, Observation> {
    let calls = callsBegin(event, in: state)
    let beforeStoring = callsBeforeStoring(event)
    func branch(_ mode: AppMode?, _ encryption: DataEncryption, _ name: String) -> Branch {
      var next = state
      next.mode = mode
      next.encryption = encryption
      if encryption != state.encryption { next.encryptionIsStored = true }
      next.isRunning = false
      next.libraryRuns = false
      next.awaitsStart = true
      return Branch(
        name,
        demands: [.mode(mode ?? .undecided, "ACC-DM-16"), self.encryption(next, "ACC-DM-16")]
          + calls + (mode == state.mode ? beforeStoring : []), next: next)
    }
    var branches = [branch(state.mode, state.encryption, "nothing stored")]
    // What was not written cannot have changed.
    guard writes > 0 else {
      return Expectation(branches: branches, invariants: [Self.retireThenStopOrDeath])
    }
    for final in expect(event, in: state, of: situation).branches.map(\.next) {
      let mode = final.mode ?? .undecided
      let erases = self.erases(event, in: state)
      func add(_ stored: AppMode?, _ encryption: DataEncryption, erased: Bool) {
        var new = branch(
          stored, encryption,
          "\((stored ?? .undecided).rawValue), \(encryption.rawValue)" + (erased ? ", erased" : ""))
        if erased { new.demands.append(.erased("ACC-DM-16")) }
        // What the library has heard is not known: a regular app may still owe it the end.
        let retires = stored == .nonAppConnect && state.libraryRuns && !final.libraryRuns
        let isDone =
          stored == mode && encryption == final.encryption && (erased || !erases) && !retires
        new.next.interruption =
          isDone
          ? nil
          : Interruption(
            mode: mode, encryption: final.encryption, encryptionBefore: state.encryption,
            owesErasing: erases && !erased, owesRetiring: retires)
        if stored == mode, encryption == final.encryption {
          new.next.encryptionIsStored =
            final.encryptionIsStored && state.encryptionIsStored
            || encryption != state.encryption
        }
        branches.append(new)
      }
      let modes = mode == state.mode ? [state.mode] : [mode, state.mode]
      let encryptions =
        final.encryption == state.encryption
        ? [state.encryption] : [final.encryption, state.encryption]
      for stored in modes {
        for encryption in encryptions where stored != .nonAppConnect || encryption != .encrypted {
          if erases { add(stored, encryption, erased: true) }
          add(stored, encryption, erased: false)
        }
      }
    }
    return Expectation(branches: branches, invariants: [Self.retireThenStopOrDeath])
  }

  /// Whether sensitive data is erased on the way (ACC-DM-08, 13).
  private func erases(_ event: DualModeEvent, in state: State) -> Bool {
    switch event {
    case .userRequests(.nonAppConnect): true
    case .managedPolicy(.managed, let policies):
      state.mode != .appConnect && policies.authorization == .retired
    default: false
    }
  }

  /// "Pending (persisted), then init and start", and "NonAppConnectMode (persisted), retire, stop".
  private func callsBeforeStoring(_ event: DualModeEvent) -> [Demand<Observation>] {
    switch event {
    case .userRequests(.appConnect): [.callsBegin([], asking: .forbidden, "ACC-DM-09")]
    case .userRequests(.nonAppConnect): [.callsBegin([], asking: .allowed, "ACC-DM-08")]
    default: []
    }
  }

  /// The calls of the whole transition, as far as the app got.
  private func callsBegin(_ event: DualModeEvent, in state: State) -> [Demand<Observation>] {
    let calls: [LibraryCall]
    var asking = Asking.allowed
    switch event {
    case .launch(let shouldStart, let options):
      calls = shouldStart && state.mode != .nonAppConnect ? [.initialise, .start(options)] : []
      if state.mode == .nonAppConnect { asking = .forbidden }
    case .managedPolicy where state.mode == .appConnect: return []
    case .managedPolicy(.managed, _): calls = []
    case .managedPolicy(.unmanaged, _), .userRequests(.nonAppConnect): calls = [.retire, .stop]
    case .userRequests:
      calls = [.initialise, .restart]
      asking = .forbidden
    case .terminate, .killed: return []
    }
    return [.callsBegin(calls, asking: asking, "ACC-DM-16")]
  }

  /// A launch, also one after a transition that the app did not survive: it goes on from what is stored, or completes the
  /// transition.
  package func relaunch(
    shouldStart: Bool, options: [String: String], in state: State
  ) -> [Branch] {
    guard let interruption = state.interruption else {
      return [launch(shouldStart: shouldStart, options: options, in: state)]
    }
    func launched(
      _ mode: AppMode?, _ encryption: DataEncryption, erased: Bool, retiring: [LibraryCall] = []
    ) -> Branch {
      var stored = state
      stored.mode = mode
      stored.encryption = encryption
      if encryption != state.encryption { stored.encryptionIsStored = true }
      if erased { stored.interruption?.owesErasing = false }
      stored.interruption?.owesRetiring = false
      if mode == interruption.mode, encryption == interruption.encryption,
        erased || !interruption.owesErasing
      {
        stored.interruption = nil
      }
      var branch = launch(
        shouldStart: shouldStart, options: options, in: stored, retiring: retiring)
      if erased { branch.demands.append(.erased("ACC-DM-16")) }
      return branch
    }
    var encryptions = [state.encryption]
    if state.mode != .nonAppConnect, interruption.encryption != state.encryption {
      encryptions.append(interruption.encryption)
    }
    // Half of the way into the mode may be taken back.
    if state.mode != interruption.mode, interruption.mode == .appConnect,
      !encryptions.contains(interruption.encryptionBefore)
    {
      encryptions.append(interruption.encryptionBefore)
    }
    // A regular app has no time left: nothing will lead it back to the data that it must not have. Nor has an app whose encrypted data
    // counts as unencrypted: nobody can read it.
    let isLate =
      interruption.owesErasing
      && (state.mode == .nonAppConnect
        || interruption.mode == .nonAppConnect && state.encryption != interruption.encryptionBefore)
    let endings: [[LibraryCall]] =
      state.mode == .nonAppConnect && interruption.owesRetiring
      ? [[], [.retire, .stop], [.initialise, .retire, .stop]] : [[]]
    var branches = encryptions.flatMap { encryption in
      (isLate ? [true] : interruption.owesErasing ? [false, true] : [false]).flatMap { erased in
        endings.map { launched(state.mode, encryption, erased: erased, retiring: $0) }
      }
    }
    if isLate, state.mode != .nonAppConnect {
      branches.append(launched(state.mode, interruption.encryptionBefore, erased: false))
    }
    guard state.mode != interruption.mode else { return branches }
    var completed = launched(
      interruption.mode, interruption.encryption, erased: interruption.owesErasing)
    completed.name = "completed at the launch"
    if interruption.mode == .nonAppConnect {
      completed.demands = [
        .mode(.nonAppConnect, "ACC-DM-16"), encryption(completed.next, "ACC-DM-16"),
        .libraryIsOver("ACC-DM-16"),
      ]
      if interruption.owesErasing { completed.demands.append(.erased("ACC-DM-16")) }
    }
    branches.append(completed)
    return branches
  }

  /// The encryption states in which a notification may leave an app that is in AppConnectMode: both, unless it asks for the one that
  /// there is and the user is not retired, or the app died on its way into the mode and now hears the same again.
  func encryptions(
    after policies: DualModeEvent.Policies, _ policy: ManagedPolicy, in state: State
  ) -> [DataEncryption] {
    if let interruption = state.interruption, interruption.mode == .appConnect,
      interruption.encryption == policies.encryption
    {
      return [interruption.encryption]
    }
    if policy == .managed, policies.authorization != .retired,
      policies.encryption == state.encryption
    {
      return [state.encryption]
    }
    return [state.encryption] + DataEncryption.allCases.filter { $0 != state.encryption }
  }

  /// An app that died on its way into AppConnectMode, before it erased data, erases it when it hears again that it is retired.
  func erasing(
    after policies: DualModeEvent.Policies, in state: State
  ) -> [Demand<Observation>] {
    guard let interruption = state.interruption, interruption.mode == .appConnect,
      interruption.owesErasing, policies.authorization == .retired
    else { return [] }
    return [.erased("ACC-DM-16")]
  }
}
