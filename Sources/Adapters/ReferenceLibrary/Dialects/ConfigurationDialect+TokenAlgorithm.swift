import WireFormat

extension ConfigurationDialect {
  /// How the token of a request is made from bundle identifier and API key (section 2, ABT-TOK).
  public enum TokenAlgorithm: Hashable, Sendable {
    /// Lower-case hexadecimal HMAC-SHA256 of the bundle identifier, with the API key as the key.
    case hmacSHA256Hex
    /// Lower-case hexadecimal HMAC-SHA1 of the bundle identifier, with the API key as the key.
    case hmacSHA1Hex
    /// Lower-case hexadecimal SHA-256 of the bundle identifier followed by the API key.
    case sha256Hex
    /// A token made by a rule of the vendor's own: the text that requests have to carry, compared
    /// byte by byte. The API key is not used. An empty text is not a valid token.
    case external(token: String)

    /// The token that requests to an app have to carry.
    package func token(for app: AppRegistration) -> String {
      let (bundleIdentifier, apiKey) = (app.bundleIdentifier, app.apiKey)
      return switch self {
      case .hmacSHA256Hex:
        Token.hmacSHA256Hex(bundleIdentifier: bundleIdentifier, apiKey: apiKey)
      case .hmacSHA1Hex: Token.hmacSHA1Hex(bundleIdentifier: bundleIdentifier, apiKey: apiKey)
      case .sha256Hex: Token.sha256Hex(bundleIdentifier: bundleIdentifier, apiKey: apiKey)
      case .external(let token): token
      }
    }
  }
}
