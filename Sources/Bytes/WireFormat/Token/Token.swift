/// The token of a request: proof that the sender knows the app's API key (ABT-TOK, section 2).
package enum Token {
  /// Profile 1: lower-case hexadecimal HMAC-SHA256 with the API key as the key.
  package static func hmacSHA256Hex(bundleIdentifier: String, apiKey: String) -> String {
    Digest.hexadecimal(Digest.hmac(.sha256, key: Array(apiKey.utf8), Array(bundleIdentifier.utf8)))
  }

  /// Lower-case hexadecimal HMAC-SHA1 with the API key as the key.
  package static func hmacSHA1Hex(bundleIdentifier: String, apiKey: String) -> String {
    Digest.hexadecimal(Digest.hmac(.sha1, key: Array(apiKey.utf8), Array(bundleIdentifier.utf8)))
  }

  /// Lower-case hexadecimal SHA-256 of the bundle identifier followed by the API key.
  package static func sha256Hex(bundleIdentifier: String, apiKey: String) -> String {
    Digest.hexadecimal(Digest.hash(.sha256, Array(bundleIdentifier.utf8) + Array(apiKey.utf8)))
  }

  /// The token by a dialect's algorithm, or nil for an external one, whose command only the caller
  /// can run.
  package static func make(
    _ algorithm: Dialect.TokenAlgorithm, bundleIdentifier: String, apiKey: String
  ) -> String? {
    switch algorithm {
    case .hmacSHA256Hex: hmacSHA256Hex(bundleIdentifier: bundleIdentifier, apiKey: apiKey)
    case .hmacSHA1Hex: hmacSHA1Hex(bundleIdentifier: bundleIdentifier, apiKey: apiKey)
    case .sha256Hex: sha256Hex(bundleIdentifier: bundleIdentifier, apiKey: apiKey)
    case .external: nil
    }
  }

  /// Whether both are the same bytes. Takes a time that does not reveal where they differ.
  package static func matches(_ token: some Collection<UInt8>, _ expected: String) -> Bool {
    let expected = expected.utf8
    guard token.count == expected.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(token, expected) { difference |= left ^ right }
    return difference == 0
  }
}
