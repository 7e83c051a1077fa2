import WireFormat

/// An app on the device that a ``ProfileManager`` can configure.
///
/// Printing an app shows neither its API key nor its secret.
///
/// Source: section 5 of the `abt` document.
public struct ManagedApp: Hashable, Sendable {
  /// The app's bundle identifier, by which profiles name it.
  public var bundleIdentifier: String
  /// The URL scheme that the app registered instead of the default one, without the colon, or nil.
  public var urlScheme: String?
  /// The key that tokens are made with (MGR-05).
  public var apiKey: String
  /// The fixed secret of the app's encrypting library; of no use for a plain one.
  public var encryptionSecret: String
  /// Whether the app's library takes data in pieces (MGR-12).
  public var takesChunks: Bool

  /// An app. Without a scheme of its own it has the default one.
  public init(
    bundleIdentifier: String, urlScheme: String? = nil, apiKey: String,
    encryptionSecret: String = "", takesChunks: Bool = false
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.urlScheme = urlScheme
    self.apiKey = apiKey
    self.encryptionSecret = encryptionSecret
    self.takesChunks = takesChunks
  }
}

extension ManagedApp: CustomStringConvertible, CustomDebugStringConvertible {
  /// Bundle identifier and scheme: without key and secret.
  public var description: String {
    "\(bundleIdentifier) (\(urlScheme.map { "scheme \($0)" } ?? "default scheme"))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

/// How a profile stands, as ``ProfileManager/status(of:)`` tells it.
public enum ProfileStatus: String, Hashable, Sendable, CaseIterable {
  /// A request waits for its callback, or for its turn.
  case pending
  /// Every app that is installed has taken its payload.
  case installed
  /// Some apps have taken their payload, and others have not.
  case partial
  /// No app has taken its payload.
  case failed
  /// The profile was removed, and what apps had reported is reset.
  case removed
}

/// Encrypts what a request carries.
package protocol PayloadEncryptor: Sendable {
  /// The ciphertext of packed bytes, behind its initialization vector.
  ///
  /// - Parameter vector: eight bytes, other ones for each message.
  func encrypt(_ bytes: [UInt8], vector: [UInt8]) -> [UInt8]
}

/// Why a profile is not installed.
public struct ProfileRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with it, and where.
  public let description: String
}
