/// What a vendor may name, number or bound differently from wire profile 1.
///
/// Every value starts as in ``profile1``, so a dialect only says what is different:
///
/// ```swift
/// var dialect = ConfigurationDialect.profile1
/// dialect.verbs.apply = "SetConfiguration"
/// dialect.verbs.reset = "RemoveConfiguration"
/// dialect.magic = Array("ABMC".utf8)
/// dialect.token = .hmacSHA1Hex
/// ```
///
/// The profile manager has to speak the same dialect. It does not say how encrypted data is made:
/// that is the encrypting edition's `EncryptionDialect`.
///
/// A dialect is not checked when it is used, because no dialect can do harm. Names within one URL
/// or one dictionary should differ: if two parameters have the same name, the library knows only
/// the first in the order of ``Parameters``. `assay dialect check` finds such contradictions in a
/// file.
///
/// Source: section 3 of the `abt` document.
public struct ConfigurationDialect: Hashable, Sendable {
  /// What a request asks for.
  public var verbs = Verbs()
  /// The parameters of request and callback URLs.
  public var parameters = Parameters()
  /// Precedes the bundle identifier in the scheme of an app that registered none of its own. ASCII,
  /// beginning with a letter (RFC 3986 section 3.1).
  public var schemePrefix = "x-absolutemanageconfig."
  /// The part of a callback URL before its parameters, including the final `?` (ABT-CB-02).
  ///
  /// It is written unchanged, without escaping.
  public var callbackPrefix = "absoluteapps://thirdpartyprofilestatus?"
  /// The bytes before the property list inside the compressed data. May be empty (ABT-DATA-05).
  public var magic: [UInt8] = Array("ABTC".utf8)
  /// How the token is made from the app's registration.
  public var token = TokenAlgorithm.hmacSHA256Hex
  /// The keys of the dictionary that a request carries.
  public var keys = Keys()
  /// The words of a callback's status.
  public var statuses = Statuses()
  /// The numbers of a callback's errors.
  public var errorCodes = ErrorCodes()
  /// How much the library accepts.
  public var limits = Limits()
  /// Whether ``magic`` also precedes the list of changed keys in a callback.
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
