/// Everything that wire profile 1 fixes and a vendor's library may name differently (section 3).
///
/// The raw values of the enumerations are the words of dialect files.
package struct Dialect: Hashable, Sendable, Codable {
  /// What a request asks for.
  package var verbs = Verbs()
  /// Names in request and callback URLs.
  package var parameters = Parameters()
  /// Stands in front of the bundle identifier in the default scheme.
  package var schemePrefix = "x-absolutemanageconfig."
  /// Everything of a callback URL in front of its parameters, the `?` included.
  package var callbackPrefix = "absoluteapps://thirdpartyprofilestatus?"
  /// The bytes in front of the property list inside the zlib stream; empty for none.
  package var magic: [UInt8] = Array("ABTC".utf8)
  /// How the token is made.
  package var token = TokenAlgorithm.hmacSHA256Hex
  /// How the cipher's key is made.
  package var keyHash = KeyHash.sha256
  /// How `data-x` is encrypted.
  package var cipher = CipherMode.blowfishCBCWithIV
  /// Names in the unpacked dictionary.
  package var keys = Keys()
  /// The words of a callback's status.
  package var statuses = Statuses()
  /// The numbers of a callback's errors.
  package var errorCodes = ErrorCodes()
  /// What must be processed, and what need not.
  package var limits = Limits()
  /// Whether `changedValues` carries the magic in front of its property list.
  package var changedValuesCarryMagic = false

  /// The dialect with every field as profile 1 has it.
  package init() {}

  /// Wire profile 1.
  package static let profile1 = Dialect()

  /// The scheme of an app that registered none of its own.
  package func defaultScheme(bundleIdentifier: String) -> String {
    schemePrefix + bundleIdentifier
  }
}

extension Dialect {
  /// The host of a request URL.
  package struct Verbs: Hashable, Sendable, Codable {
    /// Configures.
    package var apply = "apply"
    /// Takes keys back.
    package var reset = "reset"
    /// As profile 1 has it.
    package init() {}
  }

  /// The parameters of request and callback URLs.
  package struct Parameters: Hashable, Sendable, Codable {
    /// Proof of the API key, echoed.
    package var token = "token"
    /// PayloadUUID of the profile, echoed.
    package var profile = "profile"
    /// PayloadUUID of the payload, echoed.
    package var payload = "payload"
    /// The packed dictionary in Base64.
    package var data = "data"
    /// The same, encrypted.
    package var encryptedData = "data-x"
    /// 1-based index of a piece.
    package var chunk = "chunk"
    /// Number of pieces.
    package var chunks = "chunks"
    /// Callback: one of `Statuses`.
    package var status = "status"
    /// Callback: the keys that an apply changed.
    package var changedValues = "changedValues"
    /// Callback: one of `ErrorCodes`, or the delegate's own.
    package var errorCode = "errorCode"
    /// Callback: a short text.
    package var errorMessage = "errorMessage"
    /// As profile 1 has it.
    package init() {}
  }

  /// The words of the callback's status.
  package struct Statuses: Hashable, Sendable, Codable {
    /// The delegate answered YES, or a piece is not the last.
    package var success = "Success"
    /// The request was refused, or the delegate answered NO.
    package var error = "Error"
    /// The delegate canceled.
    package var canceled = "Canceled"
    /// As profile 1 has it.
    package init() {}
  }

  /// The keys of the unpacked dictionary.
  package struct Keys: Hashable, Sendable, Codable {
    /// An integer, 1.
    package var version = "Version"
    /// A string, optional.
    package var category = "Category"
    /// Apply: a dictionary.
    package var configuration = "Configuration"
    /// Reset: an array of strings.
    package var keys = "Keys"
    /// As profile 1 has it.
    package init() {}
  }

  /// The bounds within which a request must be processed.
  package struct Limits: Hashable, Sendable, Codable {
    /// Of a request URL, escapes included.
    package var maxURLBytes = 1_048_576
    /// Of the unpacked bytes, magic included.
    package var maxInflatedBytes = 1_048_576
    /// Containers around a value, the dictionary itself included.
    package var maxDepth = 32
    /// Of one assembly.
    package var maxChunks = 256
    /// Open at once; the oldest is dropped for one more.
    package var maxAssemblies = 16
    /// Over all chunks of one assembly, before Base64.
    package var maxPackedBytes = 1_048_576
    /// As profile 1 has it.
    package init() {}
  }
}
