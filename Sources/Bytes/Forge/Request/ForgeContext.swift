package import WireFormat

/// Whose request it is: what the layers are rendered with. Cheap to copy.
package struct ForgeContext: Hashable, Sendable {
  package var bundleIdentifier: String
  package var apiKey: String
  /// The app's own scheme, nil where it has the default one.
  package var urlScheme: String?
  package var encryptionSecret: String
  private let shared: SharedDialect

  /// A dialect has dozens of names; contexts are made for each request and share it.
  private final class SharedDialect: Sendable {
    let value: Dialect

    init(_ value: Dialect) { self.value = value }

    static let profile1 = SharedDialect(.profile1)
  }

  /// - Parameter dialect: nil for profile 1.
  package init(
    bundleIdentifier: String, apiKey: String, urlScheme: String?, encryptionSecret: String,
    dialect: Dialect? = nil
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.apiKey = apiKey
    self.urlScheme = urlScheme
    self.encryptionSecret = encryptionSecret
    shared = dialect.map(SharedDialect.init) ?? .profile1
  }

  package var dialect: Dialect { shared.value }
  package var isProfile1: Bool { shared === SharedDialect.profile1 }

  // Parts of the dialect, for those who need only these: the whole is large to copy.

  package var parameterNames: Dialect.Parameters { shared.value.parameters }
  package var statuses: Dialect.Statuses { shared.value.statuses }
  package var errorCodes: Dialect.ErrorCodes { shared.value.errorCodes }
  package var callbackPrefix: String { shared.value.callbackPrefix }

  /// Whose key requests to this app are encrypted under, and in which mode.
  package var recipient: CipherRecipient {
    CipherRecipient(
      bundleIdentifier: bundleIdentifier, secret: encryptionSecret, hash: shared.value.keyHash,
      mode: shared.value.cipher)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.bundleIdentifier == right.bundleIdentifier && left.apiKey == right.apiKey
      && left.urlScheme == right.urlScheme && left.encryptionSecret == right.encryptionSecret
      && (left.shared === right.shared || left.dialect == right.dialect)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(bundleIdentifier)
    hasher.combine(apiKey)
    hasher.combine(urlScheme)
    hasher.combine(encryptionSecret)
  }
}
