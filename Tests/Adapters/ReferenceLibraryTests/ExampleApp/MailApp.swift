import ReferenceLibrary
import ReferenceLibraryEncrypting

/// An app that is configured through URLs, as a developer would write it.
@MainActor
final class MailApp {
  /// What the app asks of the system: here it is noted.
  final class System {
    private(set) var opened: [String] = []
    private(set) var log: [String] = []

    func open(_ url: String) { opened.append(url) }
    func note(_ line: String) { log.append(line) }
  }

  let system = System()
  var settings = SettingsStore()
  /// Asked whether a new configuration may stay.
  var userAgrees: (SettingsStore) -> Bool = { _ in true }
  /// Pages of the app's own that URLs have opened.
  private(set) var pages: [String] = []
  /// What the delegate was asked, in words.
  var calls: [String] = []
  private var manager: ConfigurationManager?

  /// The app has been launched.
  func launch() {
    manager = ConfigurationManager(
      AppRegistration(bundleIdentifier: "com.acme.mail", apiKey: "k-5d21"), delegate: self,
      openCallback: { [system] url in system.open(url) },
      log: { [system] line in system.note(line) })
  }

  /// The app's URL handler.
  func open(url: String) -> Bool {
    if let manager, manager.handle(url) { return true }
    return openOwnPage(url)
  }

  private func openOwnPage(_ url: String) -> Bool {
    guard url.hasPrefix("acme-mail:") else { return false }
    pages.append(url)
    return true
  }
}

// MARK: Other ways to configure the library

extension MailApp {
  /// The app has registered a scheme of its own.
  func launchWithOwnScheme() {
    let registration = AppRegistration(
      bundleIdentifier: "com.acme.mail", apiKey: "k-5d21", urlScheme: "acme-mail-setup")
    manager = ConfigurationManager(
      registration, delegate: self,
      openCallback: { [system] url in system.open(url) },
      log: { [system] line in system.note(line) })
  }

  /// The app links the encrypting edition.
  func launchEncrypting() {
    manager = ConfigurationManager(
      AppRegistration(bundleIdentifier: "com.acme.mail", apiKey: "k-5d21"),
      encryptionSecret: "a secret of Acme's", delegate: self,
      openCallback: { [system] url in system.open(url) },
      log: { [system] line in system.note(line) })
  }

  /// The app links the encrypting edition, while not all profiles are encrypted yet.
  func launchEncryptingLeniently() {
    manager = ConfigurationManager(
      AppRegistration(bundleIdentifier: "com.acme.mail", apiKey: "k-5d21"),
      encryptionSecret: "a secret of Acme's", allowUnencrypted: true, delegate: self,
      openCallback: { [system] url in system.open(url) },
      log: { [system] line in system.note(line) })
  }

  /// The app's vendor has a profile manager with the patent's first names.
  func launchWithFirstNames() {
    var dialect = ConfigurationDialect.profile1
    dialect.verbs.apply = "SetConfiguration"
    dialect.verbs.reset = "RemoveConfiguration"
    dialect.magic = Array("ABMC".utf8)
    dialect.token = .hmacSHA1Hex
    manager = ConfigurationManager(
      AppRegistration(bundleIdentifier: "com.acme.mail", apiKey: "k-5d21"), dialect: dialect,
      delegate: self,
      openCallback: { [system] url in system.open(url) },
      log: { [system] line in system.note(line) })
  }

  /// The encrypting edition in a dialect, for a time when not all profiles are encrypted.
  func launch(_ dialect: ConfigurationDialect, _ encryption: EncryptionDialect) {
    manager = ConfigurationManager(
      AppRegistration(bundleIdentifier: "com.acme.mail", apiKey: "k-5d21"),
      encryptionSecret: "a secret of Acme's", allowUnencrypted: true,
      dialect: dialect, encryptionDialect: encryption, delegate: self,
      openCallback: { [system] url in system.open(url) },
      log: { [system] line in system.note(line) })
  }
}
