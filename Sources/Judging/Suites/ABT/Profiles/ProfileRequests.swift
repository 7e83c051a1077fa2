package import Forge
package import Profiles
import SuiteModels
import WireFormat

/// The requests that a manager opens for the payloads of a profile (sections 1, 2 and 4.10 of the `abt` document).
package struct ProfileRequests {
  /// Into how many requests the data of a payload is cut.
  package enum Pieces: Hashable, Sendable {
    case whole
    /// So many pieces.
    case exactly(Int)
    /// As few pieces as it takes for URLs of at most so many bytes.
    case ofURLs(maxBytes: Int)
  }

  /// One request of a payload.
  package struct Request: Hashable, Sendable {
    package let url: [UInt8]
    /// Which piece it carries; nil for a whole request.
    package let piece: (index: Int, total: Int)?

    package static func == (left: Self, right: Self) -> Bool { left.url == right.url }

    package func hash(into hasher: inout Hasher) { hasher.combine(url) }
  }

  package let profile: ConfigurationProfile
  package let dialect: SharedDialect
  private let renderer = RequestRenderer()

  package init(_ profile: ConfigurationProfile, dialect: SharedDialect = .profile1) {
    self.profile = profile
    self.dialect = dialect
  }

  /// The requests that apply a payload, or that reset keys of it, in the order in which they are opened.
  ///
  /// - Parameters:
  ///   - keys: what is reset; nil: the payload is applied.
  ///   - apiKey: the API key of the app, from which the token is made.
  ///   - secret: what the cipher's key is made of, beside the bundle identifier; not used for a payload that is not encrypted.
  ///   - initialisationVector: 8 random bytes for encrypted data.
  package func requests(
    for payload: ConfigurationProfile.Payload, resetting keys: [String]? = nil, apiKey: String,
    secret: String, initialisationVector: [UInt8], in pieces: Pieces = .whole
  ) throws(ProfileRequestFault) -> [Request] {
    var forge = forge(payload, keys)
    if payload.encrypted, dialect.value.cipher != .none {
      forge.encryption = .canonical(iv: initialisationVector)
    }
    let context = ForgeContext(
      bundleIdentifier: payload.bundleIdentifier, apiKey: apiKey, urlScheme: payload.urlScheme,
      encryptionSecret: secret, dialect: dialect)
    switch pieces {
    case .whole: return [Request(url: renderer.render(forge, for: context), piece: nil)]
    case .exactly(let total): return try cut(forge, into: total, context)
    case .ofURLs(let maxBytes):
      let whole = renderer.render(forge, for: context)
      if whole.count <= maxBytes { return [Request(url: whole, piece: nil)] }
      var total = max(2, whole.count / maxBytes)
      while true {
        let requests = try cut(forge, into: total, context)
        guard let longest = requests.map(\.url.count).max(), longest > maxBytes else {
          return requests
        }
        // Each piece repeats what is not data. Where that alone is too long, the pieces run out.
        total += max(1, total * (longest - maxBytes) / longest)
      }
    }
  }

  private func cut(
    _ forge: RequestForge, into total: Int, _ context: ForgeContext
  ) throws(ProfileRequestFault) -> [Request] {
    let limits = dialect.value.limits
    let count = renderer.packed(forge, for: context).count
    guard total <= limits.maxChunks else {
      throw .tooManyPieces(total, limit: limits.maxChunks)
    }
    guard count <= limits.maxPackedBytes else {
      throw .tooManyPackedBytes(count, limit: limits.maxPackedBytes)
    }
    guard total <= count else { throw .emptyPieces(total, bytes: count) }
    return (1...max(1, total)).map { index in
      var piece = forge
      piece.chunk = ChunkLayer(index: index, of: total)
      return Request(url: renderer.render(piece, for: context), piece: (index, total))
    }
  }

  private func forge(
    _ payload: ConfigurationProfile.Payload, _ keys: [String]?
  ) -> RequestForge {
    let dictionary: DictionaryLayer =
      if let keys {
        .keys(category: payload.category, keys)
      } else if case .dictionary(let members) = payload.configuration {
        .configuration(category: payload.category, members)
      } else {
        .configuration(category: payload.category, [])
      }
    var forge = RequestForge(
      keys == nil ? .apply : .reset, profile: profile.uuid, payload: payload.uuid,
      dictionary: dictionary)
    forge.parameter = payload.encrypted ? .dataX : .data
    return forge
  }

  // MARK: Bounds

  /// In what a payload goes beyond the bounds within which a library has to accept it (section 2): a sentence each.
  ///
  /// Complexity: linear in the payload.
  package func excesses(of payload: ConfigurationProfile.Payload) -> [PayloadExcess] {
    let limits = dialect.value.limits
    let value = payload.requestDictionary(keys: dialect.value.keys)
    var excesses: [PayloadExcess] = []
    var writer = PropertyListWriter()
    let unpacked = dialect.value.magic.count + writer.write(value).count
    if unpacked > limits.maxInflatedBytes {
      excesses.append(.unpackedBytes(unpacked, limit: limits.maxInflatedBytes))
    }
    let levels = value.levels
    if levels > limits.maxDepth { excesses.append(.levels(levels, limit: limits.maxDepth)) }
    // Base64 makes four bytes of three, and each of them may take an escape of three.
    if unpacked > (limits.maxURLBytes - min(limits.maxURLBytes, 4_096)) / 5 {
      var forge = forge(payload, nil)
      forge.token = .absent
      let context = ForgeContext(
        bundleIdentifier: payload.bundleIdentifier, apiKey: "", urlScheme: payload.urlScheme,
        encryptionSecret: "", dialect: dialect)
      // A token and its name, and what encrypting adds, in Base64.
      let count = renderer.render(forge, for: context).count + 96
      if count > limits.maxURLBytes {
        excesses.append(.urlBytes(count, limit: limits.maxURLBytes))
      }
    }
    return excesses
  }
}

/// A bound that the request of a payload exceeds.
package enum PayloadExcess: Hashable, Sendable, CustomStringConvertible {
  /// The data unpacks to so many bytes (ABT-DATA-08).
  case unpackedBytes(Int, limit: Int)
  /// So many containers stand in each other (ABT-DATA-11).
  case levels(Int, limit: Int)
  /// The URL has about so many bytes (ABT-URL-16).
  case urlBytes(Int, limit: Int)

  /// Whether every right library refuses the request.
  package var mustBeRefused: Bool {
    if case .unpackedBytes = self { true } else { false }
  }

  package var description: String {
    switch self {
    case .unpackedBytes(let count, let limit):
      "it unpacks to \(count) bytes, more than \(limit): a library has to refuse it (ABT-DATA-08)"
    case .levels(let count, let limit):
      "its values are nested \(count) deep, more than \(limit): a library may refuse it (ABT-DATA-11)"
    case .urlBytes(let count, let limit):
      "its URL has some \(count) bytes, more than \(limit): a library need not process it (ABT-URL-16)"
    }
  }
}

/// Why a payload cannot be cut as it should be.
package enum ProfileRequestFault: Error, Hashable, CustomStringConvertible {
  case tooManyPieces(Int, limit: Int)
  case tooManyPackedBytes(Int, limit: Int)
  case emptyPieces(Int, bytes: Int)

  package var description: String {
    switch self {
    case .tooManyPieces(let total, let limit):
      "it would take \(total) pieces, and a library need not take more than \(limit)"
    case .tooManyPackedBytes(let count, let limit):
      "it packs to \(count) bytes, and a library need not take more than \(limit) in pieces"
    case .emptyPieces(let total, let bytes):
      "it packs to \(bytes) bytes, too few for \(total) pieces"
    }
  }
}

extension PropertyList {
  /// How many containers stand in each other at most, itself included. A profile has at most 256 (`ProfileLimits.deepest`).
  fileprivate var levels: Int {
    switch self {
    case .array(let elements): 1 + (elements.map(\.levels).max() ?? 0)
    case .dictionary(let members): 1 + (members.map(\.value.levels).max() ?? 0)
    default: 0
    }
  }
}
