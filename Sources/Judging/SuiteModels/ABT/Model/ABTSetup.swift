package import Conformance
package import Forge
import WireFormat

/// The two forms in which a library is delivered.
package enum Edition: String, Hashable, Sendable, CaseIterable {
  case plain, encrypting

  package var variant: Variant { Variant(rawValue) }

  package init?(_ variant: Variant) { self.init(rawValue: variant.name) }
}

/// How the app configures its library.
package struct ABTSetup: Hashable, Sendable {
  package var bundleIdentifier: String
  package var apiKey: String
  /// The app's own scheme, nil where it has the default one.
  package var urlScheme: String?
  package var edition: Edition
  package var encryptionSecret: String
  /// Whether the encrypting edition takes `data` too.
  package var allowUnencrypted: Bool
  /// What profile 1 fixes and this library may have otherwise (section 3).
  package var dialect: SharedDialect

  package init(
    bundleIdentifier: String, apiKey: String, urlScheme: String? = nil, edition: Edition,
    encryptionSecret: String, allowUnencrypted: Bool = false, dialect: SharedDialect = .profile1
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.apiKey = apiKey
    self.urlScheme = urlScheme
    self.edition = edition
    self.encryptionSecret = encryptionSecret
    self.allowUnencrypted = allowUnencrypted
    self.dialect = dialect
  }

  /// What requests to this app are rendered with.
  package var context: ForgeContext {
    ForgeContext(
      bundleIdentifier: bundleIdentifier, apiKey: apiKey, urlScheme: urlScheme,
      encryptionSecret: encryptionSecret, dialect: dialect)
  }
}
