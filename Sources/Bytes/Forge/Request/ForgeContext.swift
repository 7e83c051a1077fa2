package import WireFormat

/// Whose request it is: what the layers are rendered with. Cheap to copy.
package struct ForgeContext: Hashable, Sendable {
  package var bundleIdentifier: String
  package var apiKey: String
  /// The app's own scheme, nil where it has the default one.
  package var urlScheme: String?
  package var encryptionSecret: String
  /// In which dialect.
  package let shared: SharedDialect

  package init(
    bundleIdentifier: String, apiKey: String, urlScheme: String?, encryptionSecret: String,
    dialect: SharedDialect = .profile1
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.apiKey = apiKey
    self.urlScheme = urlScheme
    self.encryptionSecret = encryptionSecret
    shared = dialect
  }

  package var dialect: Dialect { shared.value }
  package var isProfile1: Bool { shared.isProfile1 }

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

  /// By bytes: keys that look alike are equal texts, and make other requests.
  package static func == (left: Self, right: Self) -> Bool {
    left.bundleIdentifier.hasSameBytes(as: right.bundleIdentifier)
      && left.apiKey.hasSameBytes(as: right.apiKey)
      && left.encryptionSecret.hasSameBytes(as: right.encryptionSecret)
      && left.urlScheme == right.urlScheme && left.shared == right.shared
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(bundleIdentifier)
    hasher.combine(apiKey)
    hasher.combine(urlScheme)
    hasher.combine(encryptionSecret)
  }
}
