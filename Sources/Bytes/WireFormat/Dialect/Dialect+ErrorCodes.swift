extension Dialect {
  /// The number of each error of section 2.
  package struct ErrorCodes: Hashable, Sendable {
    /// Unreadable URL, missing or repeated `profile`/`payload`, repeated parameter.
    package var malformedRequest = 1
    /// The verb is neither apply nor reset.
    package var unknownAction = 2
    /// The token is missing or not valid.
    package var invalidToken = 3
    /// Neither `data` nor `data-x` that this edition reads.
    package var missingData = 4
    /// The plain edition was sent only `data-x`.
    package var encryptionUnsupported = 5
    /// The encrypting edition was sent `data` and is not configured to allow it.
    package var encryptionRequired = 6
    /// Base64, decryption, zlib, magic or property list failed.
    package var undecodableData = 7
    /// The data unpacks to more than the limit.
    package var dataTooLarge = 8
    /// A key of the dictionary is missing or of the wrong type.
    package var invalidDictionary = 9
    /// `Version` is an integer other than 1.
    package var unsupportedVersion = 10
    /// The delegate answered NO and gave no code of its own.
    package var delegateFailed = 11
    /// Bad index, total or order rule, or contradicting chunks.
    package var invalidChunk = 12
    /// A chunk limit is exceeded.
    package var tooManyChunks = 13
    /// The values of profile 1.
    package init() {}
  }
}
