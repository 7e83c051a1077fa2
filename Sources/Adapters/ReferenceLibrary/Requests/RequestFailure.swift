/// Why a request is answered with an error.
package enum RequestFailure: Error, Hashable, Sendable {
  /// Unreadable parameters, `profile` or `payload` missing, or a parameter repeated.
  case malformedRequest
  /// The verb is neither apply nor reset.
  case unknownAction
  /// The token is missing or not valid.
  case invalidToken
  /// Nothing to unpack.
  case missingData
  /// Only encrypted data, which the plain edition cannot read.
  case encryptionUnsupported
  /// Data that should have been encrypted.
  case encryptionRequired
  /// Base64, cipher, zlib, magic or property list: one case for all, so that nobody can learn from
  /// the answer how far a forged message came (ABT-ENC-10).
  case undecodableData
  /// The data unpacks to more than is allowed.
  case dataTooLarge
  /// A member of the dictionary is missing or of the wrong type.
  case invalidDictionary
  /// The dictionary is of a version to come.
  case unsupportedVersion
  /// The delegate failed; with its own code and message where it gave any.
  case delegateFailed(code: Int32?, message: String?)
  /// Number, order or content of a piece are wrong.
  case invalidChunk
  /// A limit on pieces is exceeded.
  case tooManyChunks
}
