import ReferenceLibrary

/// Launches, notices and requests in which every fault of the mode logic shows.
enum DualModeBattery {
  static let standard = try? run { .standard }

  /// What an app with these decisions does, one line each.
  static func run(_ decisions: () -> DualModeDecisions) throws -> [String] {
    var lines: [String] = []
    for state in [nil] + DualModeState.allCases.map(Optional.some) {
      for shouldStart in [true, false] {
        for notice in notices {
          lines += try run(decisions, state, shouldStart, notice)
        }
      }
    }
    return lines
  }

  private static let notices: [ManagedPolicyNotice] = [
    ManagedPolicyNotice(policy: .unmanaged),
    ManagedPolicyNotice(policy: .managed, secureFileIORequired: true, authorization: .retired),
    ManagedPolicyNotice(policy: .managed, secureServices: true, secureFileIORequired: true),
  ]

  private static func run(
    _ decisions: () -> DualModeDecisions, _ state: DualModeState?, _ shouldStart: Bool,
    _ notice: ManagedPolicyNotice
  ) throws -> [String] {
    let host = NotingHost(state, shouldStart)
    func launch() throws -> DualModeApp<NotingHost> {
      let app = try DualModeApp(storage: host, host: host, decisions: decisions())
      try app.launch(options: "options")
      host.noteRecord()
      return app
    }
    var app = try launch()
    try app.managedPolicyChanged(to: notice)
    host.noteRecord()
    app = try launch()
    try app.managedPolicyChanged(to: ManagedPolicyNotice(policy: .unmanaged))
    host.noteRecord()
    try app.userRequests(appConnectMode: app.state != .appConnectMode)
    host.noteRecord()
    app = try launch()
    try app.userRequests(appConnectMode: app.state != .appConnectMode)
    try app.managedPolicyChanged(to: ManagedPolicyNotice(policy: .unmanaged))
    host.noteRecord()
    // The same run goes on to the other mode.
    try app.userRequests(appConnectMode: app.state != .appConnectMode)
    try app.managedPolicyChanged(to: notice)
    host.noteRecord()
    return host.lines
  }
}

/// Notes what the mode logic does.
private final class NotingHost: DualModeHost, DualModeStorage {
  private(set) var lines: [String] = []
  private var record: DualModeRecord?
  private let shouldStart: Bool

  init(_ state: DualModeState?, _ shouldStart: Bool) {
    record = state.map {
      DualModeRecord(state: $0, encryption: $0 == .appConnectMode ? .encrypted : .unencrypted)
    }
    self.shouldStart = shouldStart
  }

  func noteRecord() {
    lines.append("\(record?.state.rawValue ?? "-") \(record?.encryption.rawValue ?? "-")")
  }
  func load() -> DualModeRecord? { record }
  func store(_ record: DualModeRecord) {
    lines.append("store \(record.state.rawValue) \(record.encryption.rawValue)")
    self.record = record
  }
  func shouldStartAppConnect() -> Bool {
    lines.append("ask")
    return shouldStart
  }
  func initWithDelegate() { lines.append("init") }
  func startWithLaunchOptions(_ options: String?) { lines.append("start \(options ?? "nil")") }
  func retire() { lines.append("retire") }
  func stop() { lines.append("stop") }
  func eraseSensitiveData() { lines.append("erase") }
  func encryptExistingData() { lines.append("encrypt") }
  func notifyModeChange(success: Bool) { lines.append("notify \(success)") }
}
