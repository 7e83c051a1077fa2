/// How an app is known to its profile manager.
public struct AppRegistration: Sendable {
  /// The bundle identifier, from which the default URL scheme and the token follow.
  public var bundleIdentifier: String
  /// The key with which tokens are validated. It leaves the library in no form.
  public var apiKey: String
  /// The scheme that the app registered in the place of the default one.
  public var urlScheme: String?

  /// An app; without a scheme of its own it has the default one.
  public init(bundleIdentifier: String, apiKey: String, urlScheme: String? = nil) {
    self.bundleIdentifier = bundleIdentifier
    self.apiKey = apiKey
    self.urlScheme = urlScheme
  }
}
