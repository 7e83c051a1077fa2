/// How an app is known to its profile manager.
///
/// ```swift
/// let registration = AppRegistration(
///   bundleIdentifier: "com.acme.mail", apiKey: "k-5d21", urlScheme: "acme-mail-setup")
/// ```
///
/// Texts are compared byte by byte: nothing is trimmed or normalised. Printing a registration does
/// not show the API key.
///
/// Source: the patent's description of the library; sections 2, 4.1 and 4.2 of the `abt` document.
public struct AppRegistration: Sendable {
  /// The app's bundle identifier, such as `com.acme.mail`. The default URL scheme and the token
  /// follow from it.
  public var bundleIdentifier: String
  /// The key with which tokens are validated (ABT-TOK-06).
  ///
  /// It is known to the app's vendor and to the profile manager, and appears in no callback and in
  /// no line of the log (ABT-TOK-11).
  public var apiKey: String
  /// The URL scheme that the app registered instead of the default one, without the colon, or nil
  /// for the default one (ABT-URL-01, 02).
  ///
  /// The library takes every URL of this scheme for itself, so it should serve nothing else.
  public var urlScheme: String?

  /// An app. Without a scheme of its own it uses the default one of its dialect.
  public init(bundleIdentifier: String, apiKey: String, urlScheme: String? = nil) {
    self.bundleIdentifier = bundleIdentifier
    self.apiKey = apiKey
    self.urlScheme = urlScheme
  }
}

extension AppRegistration: CustomStringConvertible, CustomDebugStringConvertible {
  /// Bundle identifier and scheme, for logs: without the API key.
  public var description: String {
    "\(bundleIdentifier) (\(urlScheme.map { "scheme \($0)" } ?? "default scheme"))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
