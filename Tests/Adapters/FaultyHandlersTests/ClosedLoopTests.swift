import ReferenceLibrary
import ReferenceLibraryEncrypting
import Testing
import WireFormat

@testable import FaultyHandlers

/// The reference manager on one side, the reference library in every app on the other: a profile goes in, configurations are applied,
/// and the removal reverts exactly what was applied.
@Suite("A profile goes through manager and apps and back")
struct ClosedLoopTests {
  private static let profile = ProfileText.profile(
    "All of Acme",
    [
      ProfileText.payload("mail", "com.acme.mail", ["host": "mail.acme.com", "user": "ann"]),
      ProfileText.payload(
        "notes & more", "com.acme.notes", scheme: "acme-notes", ["font": "serif", "theme": "dark"]),
      ProfileText.payload("vault", "com.acme.vault", encrypted: true, ["pin": "needed"]),
      ProfileText.payload("absent", "com.acme.absent", ["host": "nowhere"]),
    ])

  private static let before: [String: [String: String]] = [
    "com.acme.mail": ["user": "guest", "sound": "on"], "com.acme.notes": ["theme": "light"],
    "com.acme.vault": [:],
  ]

  @Test(
    "what is applied is exactly what the profile has, and what is reverted exactly what was applied"
  )
  func wholeLoop() throws {
    let device = LoopDevice(before: Self.before)
    let uuid = try device.manager.install(Self.profile)
    #expect(device.manager.status(of: uuid) == .installed)
    #expect(
      device.app("com.acme.mail").values == ["host": "mail.acme.com", "user": "ann", "sound": "on"])
    #expect(device.app("com.acme.notes").values == ["font": "serif", "theme": "dark"])
    #expect(device.app("com.acme.vault").values == ["pin": "needed"])
    #expect(
      device.manager.changedKeys(of: uuid).mapValues { $0.sorted() } == [
        "mail": ["host", "user"], "notes & more": ["font", "theme"], "vault": ["pin"],
      ])
    device.manager.remove(profile: uuid)
    #expect(device.manager.status(of: uuid) == .removed)
    #expect(device.manager.changedKeys(of: uuid).isEmpty)
    for (name, values) in Self.before { #expect(device.app(name).values == values, "\(name)") }
    // One apply and one revert for each app that is there, in either direction.
    #expect(device.requests == 6 && device.callbacks == 6)
  }

  @Test("an app that applies a part is reverted in that part, and one that refuses in none")
  func partly() throws {
    let device = LoopDevice(before: Self.before)
    device.app("com.acme.mail").takesOnly = ["host"]
    device.app("com.acme.vault").refuses = true
    let uuid = try device.manager.install(Self.profile)
    #expect(device.manager.status(of: uuid) == .partial)
    #expect(device.manager.changedKeys(of: uuid)["mail"] == ["host"])
    #expect(device.manager.changedKeys(of: uuid)["vault"] == nil)
    // The user changes a value that the profile has not set.
    device.app("com.acme.mail").values["user"] = "eve"
    device.manager.remove(profile: uuid)
    #expect(device.app("com.acme.mail").values == ["user": "eve", "sound": "on"])
    #expect(device.app("com.acme.vault").values.isEmpty)
    #expect(!device.app("com.acme.vault").wasReverted)
  }

  @Test(
    "a fault of the manager leaves the apps in another state",
    arguments: [
      "token-of-the-first-app", "never-encrypted", "scheme-with-prefix", "all-keys-reset",
      "first-key-reset", "configurations-of-all-payloads", "latest-list-only",
    ])
  func faultyManager(name: String) throws {
    let fault = try #require(Catalog.faults.first { $0.name == name })
    let choice = Choice(faults: [fault])
    #expect(try Self.stories { LoopDevice(before: Self.before) } == Self.right)
    let seen = try Self.stories {
      LoopDevice(before: Self.before, managing: choice.managerDecisions)
    }
    #expect(seen != Self.right)
  }

  @Test(
    "a fault of the library leaves the apps in another state",
    arguments: [
      "changed-only-recorded", "changed-ignores-not-applied", "changed-with-magic",
      "changed-values-as-json", "reset-applies-nothing",
    ])
  func faultyLibrary(name: String) throws {
    let fault = try #require(Catalog.faults.first { $0.name == name })
    let choice = Choice(faults: [fault])
    let seen = try Self.stories {
      LoopDevice(before: Self.before, decisions: { choice.decisions })
    }
    #expect(seen != Self.right)
  }

  private typealias Values = [String: [String: String]]

  /// What the apps have at the end of both stories.
  private static let right: [Values] = {
    var left = before
    left["com.acme.mail"]?["user"] = "eve"
    return [before, left]
  }()

  private static func stories(_ device: () -> LoopDevice) throws -> [Values] {
    [try wholeStory(device()), try partStory(device())]
  }

  /// Two installations, the second with one app that takes a part, and a removal.
  private static func wholeStory(_ device: LoopDevice) throws -> Values {
    let uuid = try device.manager.install(profile)
    device.app("com.acme.mail").takesOnly = ["host"]
    try device.manager.install(profile)
    let applied = device.values
    device.manager.remove(profile: uuid)
    // What was applied in between has to be right, too.
    return applied == Self.applied ? device.values : applied
  }

  private static let applied: Values = [
    "com.acme.mail": ["host": "mail.acme.com", "user": "ann", "sound": "on"],
    "com.acme.notes": ["font": "serif", "theme": "dark"], "com.acme.vault": ["pin": "needed"],
  ]

  /// One app takes a part of its payload, and its user changes the rest.
  private static func partStory(_ device: LoopDevice) throws -> Values {
    device.app("com.acme.mail").takesOnly = ["host"]
    let uuid = try device.manager.install(profile)
    device.app("com.acme.mail").values["user"] = "eve"
    device.manager.remove(profile: uuid)
    return device.values
  }
}

/// A device with three apps and a manager, which open each other's URLs at once.
private final class LoopDevice {
  private(set) var manager: ProfileManager!
  private var apps: [String: LoopApp] = [:]
  private(set) var requests = 0
  private(set) var callbacks = 0

  init(
    before: [String: [String: String]], managing: ProfileManagerDecisions = .standard,
    decisions: @escaping () -> Decisions = { .standard(for: .profile1) }
  ) {
    let known = [
      ManagedApp(bundleIdentifier: "com.acme.mail", apiKey: "k-mail"),
      ManagedApp(bundleIdentifier: "com.acme.notes", urlScheme: "acme-notes", apiKey: "k-notes"),
      ManagedApp(
        bundleIdentifier: "com.acme.vault", apiKey: "k-vault", encryptionSecret: "s3cret"),
    ]
    manager = ProfileManager(
      apps: known, allowsChunks: true, decisions: managing,
      encryptor: { BlowfishEncryptor(app: $0) }
    ) { [unowned self] url in
      requests += 1
      for app in apps.values where app.library.handle(url) { return }
    }
    for app in known {
      apps[app.bundleIdentifier] = LoopApp(
        app, values: before[app.bundleIdentifier] ?? [:], decisions: decisions()
      ) { [unowned self] url in
        callbacks += 1
        manager.handleCallback(url)
      }
    }
  }

  var values: [String: [String: String]] { apps.mapValues(\.values) }

  func app(_ name: String) -> LoopApp {
    guard let app = apps[name] else { preconditionFailure("there is no app \(name)") }
    return app
  }
}

/// An app with settings, which links the reference library.
private final class LoopApp: ConfigurationDelegate {
  var values: [String: String]
  /// The values before a profile has set them.
  private var defaults: [String: String]
  /// The keys that it applies; nil: all.
  var takesOnly: Set<String>?
  var refuses = false
  private(set) var wasReverted = false
  private(set) var library: ConfigurationManager!

  init(
    _ app: ManagedApp, values: [String: String], decisions: Decisions,
    openCallback: @escaping (String) -> Void
  ) {
    self.values = values
    defaults = values
    let registration = AppRegistration(
      bundleIdentifier: app.bundleIdentifier, apiKey: app.apiKey, urlScheme: app.urlScheme)
    let edition: Edition =
      app.encryptionSecret.isEmpty
      ? .plain
      : .encrypting(registration, secret: app.encryptionSecret, allowUnencrypted: false)
    library = ConfigurationManager(
      registration, dialect: .profile1, edition: edition, decisions: decisions, delegate: self,
      openCallback: openCallback, log: { _ in })
  }

  func applyConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    if refuses { return .no(nil) }
    for entry in set.entries {
      guard case .string(let text)? = entry.value else { continue }
      guard takesOnly?.contains(entry.key) ?? true else {
        set.didNotApply(entry.key)
        continue
      }
      values[entry.key] = text
    }
    return .yes
  }

  func revertConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer {
    wasReverted = true
    for key in set.keys { values[key] = defaults[key] }
    return .yes
  }
}

/// Profiles as an administrator's console writes them.
private enum ProfileText {
  static func payload(
    _ uuid: String, _ app: String, scheme: String? = nil, encrypted: Bool? = nil,
    _ values: [String: String]
  ) -> PropertyList {
    let key = "com.absolute.thirdpartyconfig."
    var members: [PropertyList.Member] = [
      .init(key: "PayloadUUID", value: .string(uuid)),
      .init(key: key + "BundleIdentifier", value: .string(app)),
      .init(
        key: key + "Configuration",
        value: .dictionary(
          values.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .string($0.value)) })),
    ]
    if let scheme { members.append(.init(key: key + "URLScheme", value: .string(scheme))) }
    if let encrypted {
      members.append(.init(key: key + "DataEncryption", value: .boolean(encrypted)))
    }
    return .dictionary(members)
  }

  static func profile(_ uuid: String, _ payloads: [PropertyList]) -> [UInt8] {
    var writer = PropertyListWriter()
    return writer.write(
      .dictionary([
        .init(key: "PayloadType", value: .string("Configuration")),
        .init(key: "PayloadIdentifier", value: .string("com.acme.all")),
        .init(key: "PayloadUUID", value: .string(uuid)),
        .init(key: "PayloadContent", value: .array(payloads)),
      ]))
  }
}
