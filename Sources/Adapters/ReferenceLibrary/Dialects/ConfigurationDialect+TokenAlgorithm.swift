import WireFormat

extension ConfigurationDialect {
  /// How the token of a request follows from bundle identifier and API key (section 2, ABT-TOK).
  public enum TokenAlgorithm: Hashable, Sendable {
    /// Lower-case hexadecimal HMAC-SHA256 of the bundle identifier, the key being the API key.
    case hmacSHA256Hex
    /// The same with SHA-1.
    case hmacSHA1Hex
    /// Lower-case hexadecimal SHA-256 of the bundle identifier followed by the API key.
    case sha256Hex
    /// A token that is made by a rule of the vendor's own: the text that requests have to bring,
    /// compared byte by byte. The API key then is not used. An empty text is no valid token.
    case external(token: String)

    /// The token that requests to an app have to bring.
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
