import ReferenceLibrary
import Testing

@Suite("An app with the library, from URL to settings and callback")
@MainActor
struct ExampleAppTests {
  /// What `RequestVectors.applied` configures.
  private static let applied: [String: ConfigurationValue] = [
    "host": .string("imap.acme.com"), "port": .integer(1_993), "tls": .boolean(false),
  ]

  private func launched(_ launch: (MailApp) -> Void = { $0.launch() }) -> MailApp {
    let app = MailApp()
    launch(app)
    return app
  }

  @Test("applies what it is sent, and the manager hears of all keys")
  func applies() throws {
    let app = launched()
    try RequestVectors.applied.open(in: app)
    #expect(app.calls == ["apply Mail: host port tls"])
    #expect(app.settings.managed == Self.applied)
    #expect(app.system.log.isEmpty)
  }

  @Test("applies a part, and the manager hears of that part")
  func appliesPart() throws {
    let app = launched()
    try RequestVectors.partlyApplied.open(in: app)
    let managed: [String: ConfigurationValue] = [
      "host": .string("imap.acme.com"), "signature": .string("Sent by Acme \u{1F4EC}"),
    ]
    #expect(app.settings.managed == managed)
    #expect(app.settings["port"] == .integer(993))
  }

  @Test("gives managed settings back on a reset, and what the user chose shows again")
  func reverts() throws {
    let app = launched()
    app.settings.chosen["host"] = .string("imap.home.example")
    try RequestVectors.applied.open(in: app)
    #expect(app.settings["host"] == .string("imap.acme.com"))
    try RequestVectors.reverted.open(in: app)
    #expect(app.calls.last == "revert -: host port")
    #expect(app.settings["host"] == .string("imap.home.example"))
    #expect(app.settings["port"] == .integer(993))
    #expect(app.settings["tls"] == .boolean(false))
  }

  @Test("is rolled back to what was managed before when it fails")
  func rollsBack() throws {
    let app = launched()
    app.settings.managed["host"] = .string("imap.before.example")
    try RequestVectors.unusable.open(in: app)
    #expect(app.calls == ["apply Mail: host port", "apply Mail: host port"])
    #expect(app.settings.managed == ["host": .string("imap.before.example")])
  }

  @Test("is rolled back when its user cancels")
  func cancels() throws {
    let app = launched()
    app.userAgrees = { settings in
      #expect(settings["host"] == .string("imap.acme.com"))
      return false
    }
    try RequestVectors.canceled.open(in: app)
    #expect(app.calls.count == 2)
    #expect(app.settings.managed.isEmpty)
  }

  @Test("keeps its own URLs, and gets none before the library is configured")
  func ownURLs() {
    let app = MailApp()
    #expect(!app.open(url: RequestVectors.applied.url))
    app.launch()
    #expect(app.open(url: "acme-mail:inbox"))
    #expect(!app.open(url: "https://acme.com/"))
    #expect(!app.open(url: RequestVectors.ownScheme.url))
    #expect(app.pages == ["acme-mail:inbox"])
    #expect(app.calls.isEmpty && app.system.opened.isEmpty && app.system.log.isEmpty)
  }

  @Test("is reached by a scheme of its own")
  func ownScheme() throws {
    let app = launched { $0.launchWithOwnScheme() }
    try RequestVectors.ownScheme.open(in: app)
    #expect(app.settings.managed == Self.applied)
    #expect(!app.open(url: RequestVectors.applied.url))
  }

  @Test("is asked nothing without the right token, and says so in its log")
  func wrongToken() throws {
    let app = launched()
    try RequestVectors.wrongToken.open(in: app)
    #expect(app.calls.isEmpty && app.settings.managed.isEmpty)
    #expect(
      app.system.log == ["a configuration request was refused: its token is not valid"])
  }

  @Test("is asked once when the last piece is there, not before")
  func pieces() throws {
    let app = launched()
    try RequestVectors.piece1.open(in: app)
    try RequestVectors.piece2.open(in: app)
    #expect(app.calls.isEmpty)
    try RequestVectors.piece3.open(in: app)
    #expect(app.calls == ["apply Mail: host port tls"])
    #expect(app.settings.managed == Self.applied)
  }

  @Test("echoes whatever identifies the profile without being led astray")
  func hostileProfile() throws {
    let app = launched()
    try RequestVectors.hostileProfile.open(in: app)
    #expect(app.settings.managed == Self.applied)
  }

  @Test("reads encrypted data in the encrypting edition, and plain data where that is allowed")
  func editions() throws {
    let plain = launched()
    try RequestVectors.encryptedForPlain.open(in: plain)
    let strict = launched { $0.launchEncrypting() }
    try RequestVectors.plainForEncrypting.open(in: strict)
    try RequestVectors.otherKey.open(in: strict)
    #expect(plain.calls.isEmpty && strict.calls.isEmpty)
    let lenient = launched { $0.launchEncryptingLeniently() }
    try RequestVectors.applied.open(in: lenient)
    for app in [strict, lenient] {
      try RequestVectors.encrypted.open(in: app)
      #expect(app.settings.managed == Self.applied)
    }
  }

  @Test("runs with AppConnect or without it, from one launch to the next")
  func twoModes() throws {
    let record = NotesApp.Record()
    let first = try NotesApp(record: record)
    try first.appConnect(isManaged: true, encrypts: true)
    #expect(first.mode.state == .appConnectMode && first.mode.encryption == .encrypted)
    #expect(first.bridge.events == ["init", "start"])
    let second = try NotesApp(record: record)
    #expect(second.mode.state == .appConnectMode)
    try second.userSwitchedAppConnect(on: false)
    #expect(second.bridge.events == ["init", "start", "erase", "retire", "stop"])
    let third = try NotesApp(record: record)
    #expect(third.mode.state == .nonAppConnectMode && third.mode.encryption == .unencrypted)
    #expect(third.bridge.events.isEmpty)
    try third.userSwitchedAppConnect(on: true)
    try third.appConnect(isManaged: true, encrypts: true)
    #expect(third.bridge.events == ["init", "start", "encrypt", "welcome"])
  }

  @Test("speaks the patent's first names")
  func firstNames() throws {
    let app = launched { $0.launchWithFirstNames() }
    try RequestVectors.firstNamesApplied.open(in: app)
    #expect(app.settings.managed == Self.applied)
    try RequestVectors.firstNamesReverted.open(in: app)
    #expect(app.settings.managed == ["tls": .boolean(false)])
  }

  @Test("speaks a dialect in which everything is different")
  func anotherHouse() throws {
    let app = launched { $0.launchInAnotherHouse() }
    func open(_ vector: RequestVector) throws { try vector.open(in: app, changedValues: "changed") }
    try open(RequestVectors.anotherHouseApplied)
    #expect(app.settings.managed == Self.applied)
    try open(RequestVectors.anotherHouseReverted)
    #expect(app.settings.managed == ["tls": .boolean(false)])
    try open(RequestVectors.anotherHousePiece1)
    try open(RequestVectors.anotherHouseTooManyPieces)
    try open(RequestVectors.anotherHousePiece2)
    #expect(app.settings.managed == Self.applied)
    app.settings.managed = [:]
    try open(RequestVectors.anotherHouseEncrypted)
    #expect(app.settings.managed == Self.applied)
    app.settings.managed = [:]
    app.userAgrees = { _ in false }
    try open(RequestVectors.anotherHouseCanceled)
    #expect(app.settings.managed.isEmpty)
    let calls = app.calls.count
    try open(RequestVectors.anotherHouseWrongToken)
    #expect(app.calls.count == calls)
  }
}
