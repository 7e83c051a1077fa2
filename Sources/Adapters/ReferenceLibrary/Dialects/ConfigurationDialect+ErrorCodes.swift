extension ConfigurationDialect {
  /// The number of each error that the library itself reports (section 2 of the `abt` document).
  ///
  /// A delegate's own code replaces ``delegateFailed``.
  public struct ErrorCodes: Hashable, Sendable {
    /// `profile` or `payload` is missing, a parameter cannot be read or occurs twice with different
    /// values, or there is both plain and encrypted data.
    public var malformedRequest = 1
    /// The verb is neither apply nor reset.
    public var unknownAction = 2
    /// The token is missing or not valid.
    public var invalidToken = 3
    /// There is no data, or it is empty.
    public var missingData = 4
    /// The plain edition was sent only encrypted data.
    public var encryptionUnsupported = 5
    /// The encrypting edition was sent plain data and is not configured to take it.
    public var encryptionRequired = 6
    /// Base64, encryption, compression, magic or property list are broken. Nothing says which
    /// (ABT-ENC-10).
    public var undecodableData = 7
    /// The data unpacks to more than ``Limits/maxInflatedBytes``.
    public var dataTooLarge = 8
    /// A member of the dictionary is missing or has the wrong type.
    public var invalidDictionary = 9
    /// The version is an integer other than 1.
    public var unsupportedVersion = 10
    /// The delegate failed and gave no code of its own, or is gone.
    public var delegateFailed = 11
    /// The index or number of pieces is wrong, or pieces contradict each other.
    public var invalidChunk = 12
    /// There are more pieces, or more bytes in them, than the limits allow.
    public var tooManyChunks = 13

    /// The numbers of profile 1.
    public init() {}
  }
}
