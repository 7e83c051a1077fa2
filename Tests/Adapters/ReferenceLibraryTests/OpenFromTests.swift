import ReferenceLibrary
import Testing

private final class App: OpenFromApp {
  struct Attempt: Equatable {
    var policy: OpenFromPolicy
    var source: BundleIdentifier
  }

  var implementedMethods = Set(OpenFromMethod.allCases)
  var acknowledgement: OpenFromAcknowledgement? = .init(state: .applied, message: "")
  /// What can be read while the app hears of a change.
  var read: () -> OpenFromProperties? = { nil }
  private(set) var changes: [(told: OpenFromProperties, read: OpenFromProperties?)] = []
  private(set) var attempts: [Attempt] = []

  func openFromPolicyChanged(to properties: OpenFromProperties) -> OpenFromAcknowledgement? {
    changes.append((properties, read()))
    return acknowledgement
  }

  func openFromAttemptedWhenBlocked(policy: OpenFromPolicy, source: BundleIdentifier) {
    attempts.append(Attempt(policy: policy, source: source))
  }
}

private func list(_ texts: String...) -> Set<BundleIdentifier> { Set(texts.map { .init($0) }) }

/// The policy says from which apps documents are received.
@Suite("Open From") struct OpenFromPolicyTests {
  private final class Device {
    let app = App()
    var reports: [OpenFromAcknowledgement] = []
    private(set) var library: OpenFrom!

    init(_ setting: OpenFromSetting) {
      library = OpenFrom(setting: setting, app: app) { [unowned self] in reports.append($0) }
      app.read = { [unowned self] in library.properties }
    }

    func receives(_ source: String) -> Bool { library.receives(from: BundleIdentifier(source)) }
  }

  private func ready(_ policy: OpenFromPolicy, _ whitelist: Set<BundleIdentifier> = []) -> Device {
    let device = Device(.policy(policy, whitelist: whitelist))
    device.library.becomeReady()
    return device
  }

  @Test("each policy lets in whom it names")
  func policies() {
    let open = ready(.authorized)
    #expect(open.receives("com.acme.a") && open.receives("") && open.app.attempts.isEmpty)

    let shut = ready(.unauthorized, list("com.acme.a"))
    #expect(!shut.receives("com.acme.a"))
    #expect(
      shut.app.attempts == [.init(policy: .unauthorized, source: .init("com.acme.a"))])
    #expect(shut.library.properties == OpenFromProperties(policy: .unauthorized))

    let some = ready(.whitelist, list("com.acme.a", "com.acme.caf\u{E9}"))
    #expect(some.receives("com.acme.a") && some.receives("com.acme.caf\u{E9}"))
    let refused = [
      "com.acme.A", "com.acme", "com.acme.a.share", "com.acme.cafe\u{301}", "com.acme.a ", "",
    ]
    for source in refused { #expect(!some.receives(source), "\(source)") }
    #expect(some.app.attempts.map(\.source.text) == refused)
    #expect(some.app.attempts.allSatisfy { $0.policy == .whitelist })
  }

  @Test(
    "mail comes in where both of its names are listed",
    arguments: [
      ([], false), (["com.apple.mobilemail"], false), (["com.apple.UIKit.activity.Mail"], false),
      (["com.apple.mobilemail", "com.apple.UIKit.activity.Mail"], true),
    ] as [([String], Bool)])
  func mail(listed: [String], isAllowed: Bool) {
    let device = ready(.whitelist, Set(listed.map { .init($0) }))
    #expect(device.receives("com.apple.mobilemail") == isAllowed)
    #expect(device.receives("com.apple.UIKit.activity.Mail") == isAllowed)
  }

  @Test("before it is ready and after its end nothing can be read and nothing comes in")
  func outsideOfItsLife() {
    let device = Device(.policy(.authorized, whitelist: []))
    #expect(device.library.properties == nil && !device.receives("com.acme.a"))
    // What the server changes now is what counts at ready, and nobody hears of it.
    device.library.serverChanged(to: .policy(.whitelist, whitelist: list("com.acme.b")))
    device.library.becomeReady()
    #expect(
      device.library.properties
        == OpenFromProperties(policy: .whitelist, whitelist: list("com.acme.b")))
    #expect(device.app.changes.isEmpty && device.reports.isEmpty && device.receives("com.acme.b"))
    device.library.stop()
    #expect(device.library.properties == nil && !device.receives("com.acme.b"))
    device.library.serverChanged(to: .policy(.authorized, whitelist: []))
    device.library.authorizedAppsChanged(to: list("com.acme.c"))
    #expect(device.app.changes.isEmpty && device.app.attempts.isEmpty && device.reports.isEmpty)
  }

  @Test("the properties are new before the app hears of them")
  func order() throws {
    let device = ready(.unauthorized)
    device.library.serverChanged(to: .policy(.whitelist, whitelist: list("com.acme.a")))
    let change = try #require(device.app.changes.first)
    let new = OpenFromProperties(policy: .whitelist, whitelist: list("com.acme.a"))
    #expect(change.told == new && change.read == new && device.app.changes.count == 1)
  }

  @Test("what comes to the same is no change, and another list is one")
  func sameAgain() {
    let device = ready(.whitelist, list("com.acme.a", "com.acme.b"))
    device.library.serverChanged(
      to: .policy(.whitelist, whitelist: list("com.acme.b", "com.acme.a")))
    #expect(device.app.changes.isEmpty && device.reports.isEmpty)
    device.library.serverChanged(to: .policy(.whitelist, whitelist: list("com.acme.b")))
    device.library.serverChanged(to: .policy(.unauthorized, whitelist: []))
    // A list under another policy counts for nothing.
    device.library.serverChanged(to: .policy(.unauthorized, whitelist: list("com.acme.a")))
    #expect(device.app.changes.map(\.told.policy) == [.whitelist, .unauthorized])
    #expect(device.reports.count == 2)
  }

  @Test("all AppConnect apps are a list that follows")
  func allApps() {
    let device = Device(.allAppConnectApps)
    device.library.authorizedAppsChanged(to: list("com.acme.a"))
    device.library.becomeReady()
    #expect(device.receives("com.acme.a") && !device.receives("com.acme.b"))
    device.library.authorizedAppsChanged(to: list("com.acme.b"))
    #expect(!device.receives("com.acme.a") && device.receives("com.acme.b"))
    #expect(
      device.app.changes.map(\.told)
        == [OpenFromProperties(policy: .whitelist, whitelist: list("com.acme.b"))])
    // Where the server names the same apps, nothing is new.
    device.library.serverChanged(to: .policy(.whitelist, whitelist: list("com.acme.b")))
    #expect(device.app.changes.count == 1)
    device.library.authorizedAppsChanged(to: list("com.acme.z"))
    #expect(device.app.changes.count == 1 && device.receives("com.acme.b"))
  }

  @Test("what the app says of a policy is reported, and changes nothing in what it lets in")
  func acknowledgements() {
    let device = ready(.authorized)
    let error = OpenFromAcknowledgement(state: .error, message: "cannot \u{0}e\u{301}")
    device.app.acknowledgement = error
    device.library.serverChanged(to: .policy(.whitelist, whitelist: list("com.acme.a")))
    #expect(device.reports == [error])
    #expect(device.receives("com.acme.a") && !device.receives("com.acme.b"))
    device.app.acknowledgement = nil
    device.library.serverChanged(to: .policy(.unauthorized, whitelist: []))
    #expect(device.reports.map(\.state) == [.error, .unsupported])
    #expect(!device.receives("com.acme.a"))
  }

  @Test("an app without the methods is not called, and its policy counts all the same")
  func withoutMethods() {
    let device = Device(.policy(.authorized, whitelist: []))
    device.app.implementedMethods = []
    device.library.becomeReady()
    device.library.serverChanged(to: .policy(.unauthorized, whitelist: []))
    #expect(!device.receives("com.acme.a"))
    #expect(device.app.changes.isEmpty && device.app.attempts.isEmpty)
    #expect(device.reports.map(\.state) == [.unsupported])
    device.app.implementedMethods = [.blocked]
    #expect(!device.receives("com.acme.a") && device.app.attempts.count == 1)
  }
}
