extension Dialect {
  /// How the token is made.
  package enum TokenAlgorithm: Hashable, Sendable {
    /// Lower-case hexadecimal HMAC-SHA256 of the bundle identifier under the API key.
    case hmacSHA256Hex
    /// Lower-case hexadecimal HMAC-SHA1 of the bundle identifier under the API key.
    case hmacSHA1Hex
    /// Lower-case hexadecimal SHA-256 of the bundle identifier followed by the API key.
    case sha256Hex
    /// A command and its arguments, followed by bundle identifier and API key. Its standard output
    /// is the token.
    case external(command: [String])

    /// The word of dialect files.
    package var word: String {
      switch self {
      case .hmacSHA256Hex: "hmac-sha256-hex"
      case .hmacSHA1Hex: "hmac-sha1-hex"
      case .sha256Hex: "sha256-hex"
      case .external: "external"
      }
    }

    /// The algorithms that need only their word: all but `external`.
    private static let named: [TokenAlgorithm] = [.hmacSHA256Hex, .hmacSHA1Hex, .sha256Hex]

    /// The words of all algorithms but `external`.
    package static var namedWords: [String] { named.map(\.word) }

    /// The algorithm with this word, or nil for `external` and for unknown words.
    package init?(word: String) {
      guard let algorithm = Self.named.first(where: { $0.word == word }) else { return nil }
      self = algorithm
    }
  }

  /// Which hash of bundle identifier and secret is the cipher's key: 32, 20 or 16 bytes.
  package enum KeyHash: String, Hashable, Sendable, CaseIterable {
    case sha256, sha1, md5
  }

  /// How `data-x` is encrypted.
  package enum CipherMode: String, Hashable, Sendable, CaseIterable {
    /// CBC with a vector of eight random bytes, sent before the ciphertext.
    case blowfishCBCWithIV = "blowfish-cbc-iv"
    /// CBC with a vector of eight zero bytes, which is not sent.
    case blowfishCBCZeroIV = "blowfish-cbc-zero-iv"
    /// ECB: every block by itself.
    case blowfishECB = "blowfish-ecb"
    /// The library has no encrypted form.
    case none
  }
}
