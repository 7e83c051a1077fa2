import ReferenceLibrary
import Testing

/// Storage and surroundings of an app under test; dies at a given write.
private final class Device: DualModeStorage, DualModeHost {
  struct Died: Error {}

  var record: DualModeRecord?
  var shouldStart = true
  var writesUntilDeath: Int?
  var done: [String] = []

  func load() -> DualModeRecord? { record }

  func store(_ record: DualModeRecord) throws {
    if writesUntilDeath == 0 { throw Died() }
    self.record = record
    writesUntilDeath = writesUntilDeath.map { $0 - 1 }
    if writesUntilDeath == 0 { throw Died() }
  }

  func shouldStartAppConnect() -> Bool {
    done.append("ask")
    return shouldStart
  }

  func initWithDelegate() { done.append("init") }
  func startWithLaunchOptions(_ options: String?) { done.append("start \(options ?? "nil")") }
  func retire() { done.append("retire") }
  func stop() { done.append("stop") }
  func eraseSensitiveData() { done.append("erase") }
  func encryptExistingData() { done.append("encrypt") }
  func notifyModeChange(success: Bool) { done.append("notify \(success)") }

  init(_ state: DualModeState? = nil, _ encryption: DataEncryption = .unencrypted) {
    record = state.map { DualModeRecord(state: $0, encryption: encryption) }
  }

  /// Launches the app and forgets what that led to, unless it is asked for.
  func launch(_ options: String = "options") throws -> DualModeApp<Device> {
    done = []
    let app = try DualModeApp(storage: self, host: self)
    try app.launch(options: options)
    return app
  }
}

@Suite("The mode logic of a dual-mode app (ACC-DM)")
struct DualModeTests {
  private let managed = ManagedPolicyNotice(policy: .managed)
  private let unmanaged = ManagedPolicyNotice(policy: .unmanaged)

  @Test("a first launch begins undecided, and is not available without the library")
  func firstLaunch() throws {
    let device = Device()
    let app = try device.launch()
    #expect(device.record == DualModeRecord(state: .undecided, encryption: .unencrypted))
    #expect(device.done == ["ask", "init", "start options"])
    #expect(app.state == .undecided && app.encryption == .unencrypted)
    let other = Device()
    other.shouldStart = false
    _ = try other.launch()
    #expect(other.record?.state == .appConnectNotAvailable)
    #expect(other.done == ["ask"])
  }

  @Test("launches by state and answer", arguments: DualModeState.allCases, [true, false])
  func launches(state: DualModeState, answer: Bool) throws {
    let device = Device(state)
    device.shouldStart = answer
    _ = try device.launch()
    let isRegular = state == .nonAppConnectMode
    let isGone = state == .undecided && !answer
    #expect(device.record?.state == (isGone ? .appConnectNotAvailable : state))
    #expect(
      device.done
        == (isRegular ? [] : answer ? ["ask", "init", "start options"] : ["ask"]))
  }

  @Test(
    "notices decide what is not decided",
    arguments: [DualModeState.undecided, .appConnectNotAvailable, .pendingAppConnectMode])
  func notices(state: DualModeState) throws {
    let isPending = state == .pendingAppConnectMode
    let device = Device(state)
    try device.launch().managedPolicyChanged(to: managed)
    #expect(device.record?.state == .appConnectMode)
    #expect(device.done.dropFirst(3) == (isPending ? ["notify true"] : []))
    let other = Device(state)
    try other.launch().managedPolicyChanged(to: unmanaged)
    #expect(other.record?.state == .nonAppConnectMode)
    #expect(
      other.done.dropFirst(3) == ["retire", "stop"] + (isPending ? ["notify false"] : []))
  }

  @Test("encryption and erasing on the way into AppConnect mode")
  func entering() throws {
    for (services, required) in [(true, true), (true, false), (false, true), (false, false)] {
      let device = Device(.undecided)
      try device.launch().managedPolicyChanged(
        to: ManagedPolicyNotice(
          policy: .managed, secureServices: services, secureFileIORequired: required,
          authorization: services ? .retired : .authorized))
      #expect(device.record?.encryption == (services && required ? .encrypted : .unencrypted))
      #expect(device.done.contains("erase") == services)
    }
  }

  @Test("a notice alone never ends a mode", arguments: [true, false])
  func settledModes(isManaged: Bool) throws {
    for state in [DualModeState.appConnectMode, .nonAppConnectMode] {
      let device = Device(state)
      let app = try device.launch()
      device.done = []
      try app.managedPolicyChanged(to: isManaged ? managed : unmanaged)
      #expect(device.record?.state == state && device.done.isEmpty)
    }
  }

  @Test("the user goes back and forth")
  func requests() throws {
    let device = Device(.appConnectMode, .encrypted)
    let app = try device.launch()
    device.done = []
    try app.userRequests(appConnectMode: false)
    #expect(device.record == DualModeRecord(state: .nonAppConnectMode, encryption: .unencrypted))
    #expect(device.done == ["erase", "retire", "stop"])
    device.done = []
    try app.userRequests(appConnectMode: true)
    #expect(device.record?.state == .pendingAppConnectMode)
    #expect(device.done == ["init", "start nil"])
    device.shouldStart = false
    _ = try device.launch()
    #expect(device.record?.state == .pendingAppConnectMode)
    #expect(device.done == ["ask"])
  }

  @Test("a death at any write leaves a consistent record", arguments: [0, 1])
  func deaths(writes: Int) throws {
    let leaving = Device(.appConnectMode, .encrypted)
    let app = try leaving.launch()
    leaving.done = []
    leaving.writesUntilDeath = writes
    #expect(throws: Device.Died.self) { try app.userRequests(appConnectMode: false) }
    #expect(leaving.done == ["erase"])
    let before = DualModeRecord(state: .appConnectMode, encryption: .encrypted)
    let after = DualModeRecord(state: .nonAppConnectMode)
    #expect(leaving.record == (writes == 0 ? before : after))

    let entering = Device(.pendingAppConnectMode)
    let other = try entering.launch()
    entering.writesUntilDeath = writes
    let notice = ManagedPolicyNotice(
      policy: .managed, secureServices: true, secureFileIORequired: true)
    #expect(throws: Device.Died.self) { try other.managedPolicyChanged(to: notice) }
    let pending = DualModeRecord(state: .pendingAppConnectMode)
    #expect(entering.record == (writes == 0 ? pending : before))
  }
}
