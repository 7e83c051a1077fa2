import ReferenceLibrary

/// An app that runs with AppConnect or without it.
final class NotesApp {
  /// Where the mode is kept from one launch to the next; a real app has a file.
  final class Record: DualModeStorage {
    private var record: DualModeRecord?

    func load() -> DualModeRecord? { record }
    func store(_ record: DualModeRecord) { self.record = record }
  }

  /// The AppConnect library, which here only notes what it is asked, and what happens to the notes.
  final class Bridge: DualModeHost {
    var isClientInstalled = true
    private(set) var events: [String] = []

    func shouldStartAppConnect() -> Bool { isClientInstalled }
    func initWithDelegate() { events.append("init") }
    func startWithLaunchOptions(_ options: [String: String]?) { events.append("start") }
    func retire() { events.append("retire") }
    func stop() { events.append("stop") }
    func eraseSensitiveData() { events.append("erase") }
    func encryptExistingData() { events.append("encrypt") }
    func notifyModeChange(success: Bool) { events.append(success ? "welcome" : "sorry") }
  }

  let bridge = Bridge()
  let mode: DualModeApp<Bridge>

  /// The app is launched with what an earlier launch has left.
  init(record: Record, options: [String: String] = [:]) throws {
    mode = try DualModeApp(storage: record, host: bridge)
    try mode.launch(options: options)
  }

  /// `-appConnect:managedPolicyChangedTo:`
  func appConnect(isManaged: Bool, encrypts: Bool) throws {
    try mode.managedPolicyChanged(
      to: ManagedPolicyNotice(
        policy: isManaged ? .managed : .unmanaged, secureServices: true,
        secureFileIORequired: encrypts))
  }

  /// The switch in the app's settings.
  func userSwitchedAppConnect(on: Bool) throws {
    try mode.userRequests(appConnectMode: on)
  }
}
