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
  /// Base64, cipher, zlib, magic or property list. There is one case for all, so that the answer
  /// does not reveal how far a forged message got (ABT-ENC-10).
  case undecodableData
  /// The data unpacks to more than is allowed.
  case dataTooLarge
  /// A member of the dictionary is missing or of the wrong type.
  case invalidDictionary
  /// The dictionary has another version.
  case unsupportedVersion
  /// The delegate failed, perhaps with a code and message of its own.
  case delegateFailed(code: Int32?, message: String?)
  /// The number, order or content of a piece is wrong.
  case invalidChunk
  /// A limit on pieces is exceeded.
  case tooManyChunks
}
