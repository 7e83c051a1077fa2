/// The mode logic of an app that runs as an AppConnect app or as a regular one.
///
/// One instance is one run of the app, from its launch to its end. Every change is stored before
/// anybody hears of it, so that the app may end at any point: what comes before the store can be
/// repeated, what comes after it is not needed for a consistent launch (ACC-DM-16).
public final class DualModeApp<Host: DualModeHost> {
  private let storage: any DualModeStorage
  private let host: Host
  private let decisions: DualModeDecisions
  private var record: DualModeRecord
  private var launchOptions: Host.LaunchOptions?

  /// An app that is about to be launched.
  ///
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

  /// The mode.
  public var state: DualModeState { record.state }

  /// Whether data is encrypted.
  public var encryption: DataEncryption { record.encryption }

  /// The app is launched: starts the library where the mode and the library want it.
  ///
  /// - Throws: what the storage throws, as all methods do.
  public func launch(options: Host.LaunchOptions) throws {
    launchOptions = options
    if try storage.load() == nil { try store(record) }
    var answer: Bool?
    for _ in 0..<decisions.questionsAtLaunch(record.state) {
      answer = host.shouldStartAppConnect()
    }
    if decisions.startsAtLaunch(record.state, answer) {
      start(options)
    } else {
      let next = decisions.stateWithoutLibrary(record.state)
      if next != record.state {
        try store(DualModeRecord(state: next, encryption: record.encryption))
      }
    }
  }

  /// The library knows whether the app is managed.
  public func managedPolicyChanged(to notice: ManagedPolicyNotice) throws {
    let before = record.state
    guard let next = decisions.modeAfterNotice(before, notice) else { return }
    let isManaged = next == .appConnectMode
    if isManaged {
      try enter(notice)
    } else {
      try leave(.unmanaged)
    }
    if decisions.tellsUser(before, isManaged) { host.notifyModeChange(success: isManaged) }
  }

  /// The user asks for the other mode, in the app's own user interface.
  ///
  /// Nothing happens where the app is not in the opposite mode.
  public func userRequests(appConnectMode: Bool) throws {
    switch record.state {
    case .appConnectMode where !appConnectMode:
      try leave(.user)
    case .nonAppConnectMode where appConnectMode:
      try store(DualModeRecord(state: .pendingAppConnectMode, encryption: record.encryption))
      if decisions.asksOnUserRequest(), !host.shouldStartAppConnect() { return }
      start(decisions.reusesLaunchOptions() ? launchOptions : nil)
    default: break
    }
  }

  private func start(_ options: Host.LaunchOptions?) {
    host.initWithDelegate()
    host.startWithLaunchOptions(options)
  }

  private func enter(_ notice: ManagedPolicyNotice) throws {
    let before = record.state
    if decisions.erasesOnEntering(notice) { host.eraseSensitiveData() }
    let encryption = decisions.encryptionOnEntering(notice)
    try store(DualModeRecord(state: .appConnectMode, encryption: encryption))
    if decisions.encryptsExisting(before, encryption) { host.encryptExistingData() }
  }

  private func leave(_ reason: DualModeDecisions.Leaving) throws {
    for step in decisions.leavingSteps(reason) {
      switch step {
      case .erase: host.eraseSensitiveData()
      case .persist:
        try store(
          DualModeRecord(
            state: .nonAppConnectMode, encryption: decisions.encryptionOnLeaving(record)))
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
