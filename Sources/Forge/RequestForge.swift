package import WireFormat

/// A request as a value of layers: what the manager means to say, and for each layer of the wire whether it is canonical,
/// legally unusual, or damaged in one named way.
///
/// `dictionary → property list → magic → zlib → cipher → chunking → Base64 → parameters → URL`: rendering re-wraps
/// everything outside the damaged layer, so lengths, checksums, compression and encryption around it stay right.
package struct RequestForge: Codable, Hashable, Sendable {
  package var scheme: SchemeLayer = .canonical
  package var action: Action
  package var verb: VerbLayer = .canonical
  package var token: TokenLayer = .canonical
  package var profile: String
  package var payload: String
  package var dictionary: DictionaryLayer
  package var propertyList: PropertyListLayer = .canonical
  package var magic: MagicLayer = .canonical
  package var compression: CompressionLayer = .canonical
  package var encryption: EncryptionLayer = .none
  /// Which parameter carries the data; nil: none does.
  package var parameter: DataParameter? = .data
  package var chunk: ChunkLayer?
  package var base64: Base64Layer = .canonical
  package var escaping: EscapingLayer = .canonical
  /// Parameters that are left out altogether.
  package var omitted: Set<Identifier> = []

  package init(_ action: Action, profile: String, payload: String, dictionary: DictionaryLayer) {
    self.action = action
    self.profile = profile
    self.payload = payload
    self.dictionary = dictionary
  }

  package enum Action: String, Codable, Hashable, Sendable, CaseIterable { case apply, reset }

  /// The parameters that say what the request is about (ABT-URL-12).
  package enum Identifier: String, Codable, Hashable, Sendable, CaseIterable {
    case profile, payload
  }

  package enum DataParameter: String, Codable, Hashable, Sendable, CaseIterable {
    /// `data`: not encrypted.
    case data
    /// `data-x`: encrypted.
    case dataX = "data-x"
  }
}

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
