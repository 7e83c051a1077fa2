/// Everything that wire profile 1 fixes and a vendor's library may name differently (section 3).
///
/// The raw values of the enumerations are the words of dialect files.
package struct Dialect: Hashable, Sendable {
  /// What a request asks for.
  package var verbs = Verbs()
  /// Names in request and callback URLs.
  package var parameters = Parameters()
  /// Precedes the bundle identifier in the default scheme.
  package var schemePrefix = "x-absolutemanageconfig."
  /// The part of a callback URL before its parameters, including the `?`.
  package var callbackPrefix = "absoluteapps://thirdpartyprofilestatus?"
  /// The bytes before the property list inside the zlib stream. May be empty.
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
  /// The bounds within which a request must be processed.
  package var limits = Limits()
  /// Whether `changedValues` has the magic before its property list.
  package var changedValuesCarryMagic = false

  /// Profile 1: every field has its default.
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
  package struct Verbs: Hashable, Sendable {
    /// Configures.
    package var apply = "apply"
    /// Takes keys back.
    package var reset = "reset"
    /// The values of profile 1.
    package init() {}
  }

  /// The parameters of request and callback URLs.
  package struct Parameters: Hashable, Sendable {
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
    /// The values of profile 1.
    package init() {}
  }

  /// The words of the callback's status.
  package struct Statuses: Hashable, Sendable {
    /// The delegate answered YES, or a piece is not the last.
    package var success = "Success"
    /// The request was refused, or the delegate answered NO.
    package var error = "Error"
    /// The delegate canceled.
    package var canceled = "Canceled"
    /// The values of profile 1.
    package init() {}
  }

  /// The keys of the unpacked dictionary.
  package struct Keys: Hashable, Sendable {
    /// An integer, 1.
    package var version = "Version"
    /// A string, optional.
    package var category = "Category"
    /// Apply: a dictionary.
    package var configuration = "Configuration"
    /// Reset: an array of strings.
    package var keys = "Keys"
    /// The values of profile 1.
    package init() {}
  }

  /// The bounds within which a request must be processed.
  package struct Limits: Hashable, Sendable {
    /// The length of a request URL, including escapes.
    package var maxURLBytes = 1_048_576
    /// The number of unpacked bytes, including the magic.
    package var maxInflatedBytes = 1_048_576
    /// The number of containers around a value, including the dictionary itself.
    package var maxDepth = 32
    /// The number of pieces of one assembly.
    package var maxChunks = 256
    /// The number of open assemblies. One more drops the oldest.
    package var maxAssemblies = 16
    /// The size of all pieces of one assembly together, before Base64.
    package var maxPackedBytes = 1_048_576
    /// The values of profile 1.
    package init() {}
  }
}
