import Conformance
package import JSONText
package import PayloadCipher
import Synchronization
import WireFormat

/// An app on the device, as the manager knows it.
package struct InstalledApp: Hashable, Sendable {
  package var bundleIdentifier: String
  /// The scheme that the app registered instead of the default one, or nil.
  package var urlScheme: String?
  package var apiKey: String
  package var encryptionSecret: String
  /// Whether its library takes data in pieces.
  package var chunks: Bool

  package init(
    _ bundleIdentifier: String, apiKey: String, urlScheme: String? = nil,
    encryptionSecret: String = "s3cret", chunks: Bool = false
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.apiKey = apiKey
    self.urlScheme = urlScheme
    self.encryptionSecret = encryptionSecret
    self.chunks = chunks
  }

  /// The scheme under which the system opens it.
  package var scheme: String {
    urlScheme ?? Dialect.profile1.defaultScheme(bundleIdentifier: bundleIdentifier)
  }

  package var token: String {
    Token.hmacSHA256Hex(bundleIdentifier: bundleIdentifier, apiKey: apiKey)
  }
}

/// What a manager is started with: the device.
package struct ManagerSetup: Hashable, Sendable {
  package var installed: [InstalledApp]
  /// Whether data may be sent in pieces at all.
  package var allowChunks: Bool

  package init(installed: [InstalledApp], allowChunks: Bool = true) {
    self.installed = installed
    self.allowChunks = allowChunks
  }

  package func app(_ bundleIdentifier: String) -> InstalledApp? {
    installed.first { $0.bundleIdentifier.hasSameBytes(as: bundleIdentifier) }
  }

  package var json: JSONValue {
    [
      "installed": .array(
        installed.map { app in
          [
            "bundleIdentifier": .string(app.bundleIdentifier),
            "urlScheme": app.urlScheme.map { .string($0) } ?? nil,
            "apiKey": .string(app.apiKey), "encryptionSecret": .string(app.encryptionSecret),
            "chunks": .boolean(app.chunks),
          ]
        }),
      "allowChunks": .boolean(allowChunks),
    ]
  }

  package static func read(_ reader: inout JSONReader) throws(JSONError) -> ManagerSetup {
    let known = KnownMembers.object(
      "the start of \(ABTManager.name)",
      [
        (
          "installed",
          .list(
            .object(
              "an installed app",
              ["bundleIdentifier", "urlScheme", "apiKey", "encryptionSecret", "chunks"]
                .map { ($0, .open) }))
        ), ("allowChunks", .open),
      ])
    var place = reader
    try known.check(&place)
    var setup = ManagerSetup(installed: [])
    var hasApps = false
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      guard key == "installed" else { return setup.allowChunks = try reader.readBoolean() }
      hasApps = true
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        setup.installed.append(try readApp(&reader))
      }
    }
    guard hasApps else { throw place.error(.missingMember("installed")) }
    return setup
  }

  private static func readApp(_ reader: inout JSONReader) throws(JSONError) -> InstalledApp {
    var app = InstalledApp("", apiKey: "")
    var missing: Set = ["bundleIdentifier", "apiKey"]
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      missing.remove(key)
      switch key {
      case "bundleIdentifier": app.bundleIdentifier = try reader.readString()
      case "urlScheme": app.urlScheme = try reader.readIfNull() ? nil : reader.readString()
      case "apiKey": app.apiKey = try reader.readString()
      case "encryptionSecret":
        app.encryptionSecret = try reader.readIfNull() ? "" : reader.readString()
      default: app.chunks = try reader.readBoolean()
      }
    }
    if let member = missing.min() { throw reader.error(.missingMember(member)) }
    return app
  }
}

/// Keeps the ciphers and the tokens of apps: a key schedule takes longer than everything else about a request.
package final class CipherRing: Sendable {
  private struct Keys {
    var cipher: BlowfishCipher?
    var token: String?
  }

  /// By the bytes of what they are made from: texts that look alike are equal, and make other keys.
  private let keys = Mutex<[[ExactText]: Keys]>([:])

  package func cipher(of app: InstalledApp) -> BlowfishCipher {
    keep(\.cipher, of: app) {
      BlowfishCipher(
        key: PayloadKey.derive(
          bundleIdentifier: app.bundleIdentifier, secret: app.encryptionSecret))
    }
  }

  package func token(of app: InstalledApp) -> String { keep(\.token, of: app) { app.token } }

  private func keep<Value: Sendable>(
    _ part: WritableKeyPath<Keys, Value?>, of app: InstalledApp, _ make: () -> Value
  ) -> Value {
    let name = [app.bundleIdentifier, app.apiKey, app.encryptionSecret].map { ExactText($0) }
    return keys.withLock { keys in
      if let known = keys[name]?[keyPath: part] { return known }
      // Apps of cases are few; those of a campaign are not.
      if keys.count >= 64 { keys = [:] }
      let value = make()
      keys[name, default: Keys()][keyPath: part] = value
      return value
    }
  }
}
