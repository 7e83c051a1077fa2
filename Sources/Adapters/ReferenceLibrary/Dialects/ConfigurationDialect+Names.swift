extension ConfigurationDialect {
  /// The hosts of request URLs. Comparisons ignore the case of ASCII letters (ABT-URL-07).
  public struct Verbs: Hashable, Sendable {
    /// Configures the app.
    public var apply = "apply"
    /// Resets keys to their defaults.
    public var reset = "reset"

    /// The names of profile 1.
    public init() {}
  }

  /// The names of parameters, compared byte by byte (ABT-URL-17).
  ///
  /// A name in a callback is written unchanged: letters, digits and `-._~` need no escaping.
  public struct Parameters: Hashable, Sendable {
    /// Request and callback: proof that the sender knows the API key.
    public var token = "token"
    /// Request and callback: the identifier of the profile, an opaque text.
    public var profile = "profile"
    /// Request and callback: the identifier of the payload, an opaque text.
    public var payload = "payload"
    /// Request: the packed dictionary in Base64.
    public var data = "data"
    /// Request: the packed dictionary, encrypted. If there is also `data`, the plain edition
    /// ignores it (ABT-ENC-09).
    public var encryptedData = "data-x"
    /// Request and callback: which piece this is, from 1.
    public var chunk = "chunk"
    /// Request: how many pieces there are.
    public var chunks = "chunks"
    /// Callback: one of ``ConfigurationDialect/statuses``.
    public var status = "status"
    /// Callback: the keys that an apply changed.
    public var changedValues = "changedValues"
    /// Callback: a decimal number, one of ``ConfigurationDialect/errorCodes`` or the app's own.
    public var errorCode = "errorCode"
    /// Callback: a text of at most 256 Unicode scalars.
    public var errorMessage = "errorMessage"

    /// The names of profile 1.
    public init() {}
  }

  /// The keys of the dictionary that a request carries, compared by their UTF-8 (section 4.4).
  public struct Keys: Hashable, Sendable {
    /// An integer, which must be 1.
    public var version = "Version"
    /// An optional string: the kind of configuration, for the delegate.
    public var category = "Category"
    /// Apply: the dictionary of values.
    public var configuration = "Configuration"
    /// Reset: the array of keys to revert.
    public var keys = "Keys"

    /// The names of profile 1.
    public init() {}
  }

  /// The words of a callback's status (ABT-CB-04, 05), written unchanged.
  public struct Statuses: Hashable, Sendable {
    /// The delegate answered ``ConfigurationAnswer/yes``, or a piece is not the last missing one.
    public var success = "Success"
    /// The request was refused, or the delegate answered ``ConfigurationAnswer/no(_:)``.
    public var error = "Error"
    /// The delegate answered ``ConfigurationAnswer/canceled``.
    public var canceled = "Canceled"

    /// The words of profile 1.
    public init() {}
  }
}
