/// What a vendor may name, number or bound in another way than wire profile 1 does.
///
/// Every value begins as in ``profile1``, so that a dialect says only what is different:
///
/// ```swift
/// var dialect = ConfigurationDialect.profile1
/// dialect.verbs.apply = "SetConfiguration"
/// dialect.verbs.reset = "RemoveConfiguration"
/// dialect.magic = Array("ABMC".utf8)
/// dialect.token = .hmacSHA1Hex
/// ```
///
/// The profile manager has to speak the same dialect. How encrypted data is made is no part of it:
/// that belongs to the encrypting edition, in `EncryptionDialect`.
///
/// Nothing is checked when a dialect is used, because no dialect can do harm. Names of one URL or
/// one dictionary should differ: of two parameters with one name the library knows only the first
/// in the order of ``Parameters``. `assay dialect check` finds such contradictions in a file.
///
/// Source: section 3 of the `abt` document.
public struct ConfigurationDialect: Hashable, Sendable {
  /// What a request asks for.
  public var verbs = Verbs()
  /// The parameters of request and callback URLs.
  public var parameters = Parameters()
  /// Stands in front of the bundle identifier in the scheme of an app that registered none of its
  /// own: ASCII, and a letter first (RFC 3986 section 3.1).
  public var schemePrefix = "x-absolutemanageconfig."
  /// Everything of a callback URL in front of its parameters, with the `?` at its end (ABT-CB-02).
  ///
  /// It is written as it is, without escaping.
  public var callbackPrefix = "absoluteapps://thirdpartyprofilestatus?"
  /// The bytes in front of the property list inside the compressed data; may be empty
  /// (ABT-DATA-05).
  public var magic: [UInt8] = Array("ABTC".utf8)
  /// How the token follows from the app's registration.
  public var token = TokenAlgorithm.hmacSHA256Hex
  /// The keys of the dictionary that a request carries.
  public var keys = Keys()
  /// The words of a callback's status.
  public var statuses = Statuses()
  /// The numbers of a callback's errors.
  public var errorCodes = ErrorCodes()
  /// How much the library takes.
  public var limits = Limits()
  /// Whether ``magic`` stands in front of the list of changed keys in a callback, too.
  public var changedValuesCarryMagic = false

  /// A dialect in which everything is as in ``profile1``.
  public init() {}

  /// Wire profile 1, section 2 of the `abt` document.
  public static let profile1 = ConfigurationDialect()

  /// The scheme of an app that registered none of its own.
  ///
  /// - Parameter bundleIdentifier: such as `com.acme.app`, for which profile 1 has
  ///   `x-absolutemanageconfig.com.acme.app`.
  public func defaultScheme(bundleIdentifier: String) -> String {
    schemePrefix + bundleIdentifier
  }
}
