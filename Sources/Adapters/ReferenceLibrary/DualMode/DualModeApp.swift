/// The mode logic of an app that runs as an AppConnect app or as a regular one.
///
/// One instance is one run of the app, from its launch to its end. Every change is stored before
/// anybody hears of it, so that the app may end at any point: what comes before the store can be
/// repeated, and what comes after it is not needed for a consistent launch (ACC-DM-16).
///
/// The app passes on what happens to it: first ``launch(options:)``, once, then
/// ``managedPolicyChanged(to:)`` and ``userRequests(appConnectMode:)`` as they come. The instance
/// then calls ``DualModeHost``, synchronously and in the order of the rules. All of this belongs on
/// one thread, usually the main one.
///
/// ```swift
/// mode = try DualModeApp(storage: record, host: bridge)
/// try mode.launch(options: options)
/// ```
///
/// An error of the storage stops a transition where it is. The mode is then still the one that was
/// last stored, and the same call may be repeated.
///
/// Source: the guide to dual mode of AppConnect for iOS; section 3 of the `appconnect` document.
public final class DualModeApp<Host: DualModeHost> {
  private let storage: any DualModeStorage
  private let host: Host
  private let decisions: DualModeDecisions
  private var record: DualModeRecord
  private var launchOptions: Host.LaunchOptions?

  /// An app that is about to launch, in the mode in which it was left.
  ///
  /// - Parameters:
  ///   - storage: asked for the record at once, and kept alive.
  ///   - host: the AppConnect library and the app's own actions; kept alive. Nothing is asked of it
  ///     before ``launch(options:)``.
  /// - Throws: what the storage throws.
  public convenience init(storage: any DualModeStorage, host: Host) throws {
    try self.init(storage: storage, host: host, decisions: .standard)
  }

  package init(
    storage: any DualModeStorage, host: Host, decisions: DualModeDecisions
  ) throws {
    self.storage = storage
    self.host = host
    self.decisions = decisions
    record = try storage.load() ?? decisions.firstRecord()
  }

  /// The mode that was last stored (ACC-DM-01: undecided before the first launch).
  public var state: DualModeState { record.state }

  /// Whether the app's data is encrypted, as last stored (ACC-DM-01, 12).
  public var encryption: DataEncryption { record.encryption }

  /// The app launches. Starts the library if the mode and the library want it (ACC-DM-02 to 05).
  ///
  /// - Parameter options: what the system gave the app, for the library.
  /// - Throws: what the storage throws, as all methods do.
  public func launch(options: Host.LaunchOptions) throws {
    launchOptions = options
    if try storage.load() == nil { try store(record) }
    if decisions.initialisesBeforeAsking(record.state) { host.initWithDelegate() }
    var answer: Bool?
    for _ in 0..<decisions.questionsAtLaunch(record.state) {
      answer = host.shouldStartAppConnect()
    }
    let isStarted = decisions.startsAtLaunch(record.state, answer)
    if isStarted { start(options, isRestart: false) }
    let next =
      isStarted
      ? decisions.stateWithLibrary(record.state) : decisions.stateWithoutLibrary(record.state)
    if next != record.state {
      try store(DualModeRecord(state: next, encryption: record.encryption))
    }
  }

  /// The library knows whether the app is managed: `-appConnect:managedPolicyChangedTo:`.
  ///
  /// ```swift
  /// try mode.managedPolicyChanged(
  ///   to: ManagedPolicyNotice(
  ///     policy: isManaged ? .managed : .unmanaged, secureServices: true,
  ///     secureFileIORequired: encrypts))
  /// ```
  ///
  /// This decides for an app that is undecided, waits or could not know before (ACC-DM-06, 07, 10
  /// to 13). Once a mode has been reached, it changes nothing (ACC-DM-15).
  ///
  /// - Throws: what the storage throws.
  public func managedPolicyChanged(to notice: ManagedPolicyNotice) throws {
    let before = record.state
    guard let next = decisions.modeAfterNotice(before, notice) else { return }
    let isManaged = next == .appConnectMode
    if isManaged {
      try enter(notice)
    } else {
      try leave(.unmanaged, to: next)
    }
    if let success = decisions.outcomeTold(before, isManaged) {
      host.notifyModeChange(success: success)
    }
  }

  /// The user asks for the other mode, in the app's own user interface.
  ///
  /// Nothing happens unless the app is in the opposite mode. Leaving AppConnect mode takes effect
  /// at once (ACC-DM-08); entering it has to wait for the library's answer (ACC-DM-09).
  ///
  /// - Parameter appConnectMode: true for AppConnect mode, false for the regular one.
  /// - Throws: what the storage throws.
  public func userRequests(appConnectMode: Bool) throws {
    switch record.state {
    case .appConnectMode where !appConnectMode:
      try leave(.user, to: .nonAppConnectMode)
    case .nonAppConnectMode where appConnectMode:
      let pending = DualModeRecord(
        state: .pendingAppConnectMode, encryption: record.encryption)
      let storesFirst = decisions.storesBeforeRestarting()
      if storesFirst { try store(pending) }
      if decisions.asksOnUserRequest(), !host.shouldStartAppConnect() { return }
      start(decisions.reusesLaunchOptions() ? launchOptions : nil, isRestart: true)
      if !storesFirst { try store(pending) }
    default: break
    }
  }

  private func start(_ options: Host.LaunchOptions?, isRestart: Bool) {
    for step in decisions.startingSteps(record.state, isRestart) {
      switch step {
      case .initialise: host.initWithDelegate()
      case .start: host.startWithLaunchOptions(options)
      }
    }
  }

  private func enter(_ notice: ManagedPolicyNotice) throws {
    let before = record.state
    let encryption = decisions.encryptionOnEntering(before, notice)
    for step in decisions.enteringSteps(before) {
      switch step {
      case .erase: if decisions.erasesOnEntering(notice) { host.eraseSensitiveData() }
      case .persist: try store(DualModeRecord(state: .appConnectMode, encryption: encryption))
      case .persistMode:
        try store(DualModeRecord(state: .appConnectMode, encryption: record.encryption))
      case .persistEncryption:
        try store(DualModeRecord(state: record.state, encryption: encryption))
      case .encrypt:
        if decisions.encryptsExisting(before, encryption) { host.encryptExistingData() }
      }
    }
  }

  private func leave(_ reason: DualModeDecisions.Leaving, to next: DualModeState) throws {
    let encryption = decisions.encryptionOnLeaving(record)
    for step in decisions.leavingSteps(record.state, reason) {
      switch step {
      case .erase: host.eraseSensitiveData()
      case .persist: try store(DualModeRecord(state: next, encryption: encryption))
      case .persistMode: try store(DualModeRecord(state: next, encryption: record.encryption))
      case .persistEncryption:
        try store(DualModeRecord(state: record.state, encryption: encryption))
      case .retire: host.retire()
      case .stop: host.stop()
      }
    }
  }

  private func store(_ next: DualModeRecord) throws {
    if let written = decisions.persisted(next) { try storage.store(written) }
    record = next
  }
}
