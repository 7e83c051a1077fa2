import ReferenceLibrary
import Testing

private final class Device: LifecycleDevice {
  var isClientInstalled = false {
    didSet { if isClientInstalled { record.clientWasInstalled = true } }
  }
  var record = LifecycleRecord()
  var lines: [String] = []

  func write(_ text: String) { lines.append(text) }
}

private final class App: LifecycleDelegate {
  var heard: [String] = []

  func appConnectIsReady(_ library: LifecycleLibrary) { heard.append("ready") }
  func managedPolicyChanged(to policy: LifecyclePolicy, _ library: LifecycleLibrary) {
    heard.append("\(policy) \(library.managedPolicy == policy)")
  }
}

@Suite("The library's life cycle")
struct LifecycleTests {
  private let device = Device()
  private let app = App()

  @Test("started, retired, stopped and started again")
  func whole() {
    device.isClientInstalled = true
    let library = LifecycleLibrary(device: device)
    #expect(library.shouldStartAppConnect() && !library.hasSharedInstance)
    library.initialise(delegate: app)
    library.start(options: [:])
    #expect(library.managedPolicy == nil && library.hasSharedInstance)
    library.becameReady(policy: .managed)
    library.serverDecided(.managed)
    #expect(app.heard == ["ready", "managed true"] && device.record.holdsSecureData)
    library.retire()
    #expect(library.managedPolicy == .unknown && !device.record.holdsSecureData)
    library.stop()
    library.serverDecided(.unmanaged)
    #expect(library.managedPolicy == nil && !library.hasSharedInstance && app.heard.count == 2)
    library.initialise(delegate: app)
    library.start(options: nil)
    library.becameReady(policy: .managed)
    #expect(app.heard.suffix(2) == ["ready", "managed true"])
  }

  @Test("what is logged is what the level asks for, also after stop")
  func logging() {
    let library = LifecycleLibrary(device: device)
    library.initialise(delegate: app)
    library.start(options: [:])
    library.becameReady(policy: .unmanaged)
    library.serverSetLogLevel(.verbose)
    for level in LifecycleLogLevel.allCases { library.log("\(level)", at: level) }
    library.stop()
    library.serverSetLogLevel(.debug)
    for level in LifecycleLogLevel.allCases { library.log("\(level) again", at: level) }
    #expect(device.lines == ["status", "info", "verbose", "status again"])
    #expect(library.logLevel == .status)
  }
}
