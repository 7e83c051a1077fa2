/// The app's part: it applies and reverts what the library unpacked.
///
/// The library calls it on the thread of ``ConfigurationManager/handle(_:)``, before that returns,
/// and only for requests that are valid in every respect (ABT-DEL-05). An app that lives on the
/// main actor conforms there: `extension MailApp: @MainActor ConfigurationDelegate`.
///
/// An answer is final: what is recorded in a set after it has no effect. An app that has to ask its
/// user waits for the user's answer before it gives its own.
///
/// Source: `ABTConfigManagerDelegate` of the patent; sections 4.5 and 4.9 of the `abt` document.
public protocol ConfigurationDelegate: AnyObject {
  /// Applies the values of `set`. Unless it applies everything, it records in `set` what it
  /// applied.
  ///
  /// It is called once for a valid apply request. If it does not answer
  /// ``ConfigurationAnswer/yes``, it is called a second time, with the old values that it recorded
  /// with ``ConfigurationSet/didApply(_:oldValue:)`` (ABT-ROLL-01 to 05). In that set
  /// ``ConfigurationSet/isRollback`` is true; apply it like any other. A key without a value had
  /// none before. The library ignores the second answer and what is recorded then.
  ///
  /// - Parameter set: the values, as they were sent. May be empty (ABT-DICT-07).
  /// - Returns: whether it worked. Keys with unwanted values are no reason to answer no: record
  ///   them with ``ConfigurationSet/didNotApply(_:)``.
  func applyConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer

  /// Resets the keys of `set`, which has no values, to the app's defaults.
  ///
  /// It is called once for a valid reset request (ABT-DEL-02). No rollback follows (ABT-ROLL-11).
  ///
  /// - Parameter set: the keys that the profile manager recorded as changed, each once. May be
  ///   empty (ABT-DICT-10), and may contain keys that the app no longer knows.
  func revertConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer
}

/// How a delegate answers.
public enum ConfigurationAnswer: Sendable, Equatable {
  /// It did what it was asked: the status is Success.
  case yes
  /// It failed, perhaps with a reason of its own: the status is Error.
  case no(ConfigurationError? = nil)
  /// The user canceled: the status is Canceled (ABT-CB-05).
  case canceled
}

/// Why a delegate failed, for the profile manager (ABT-CB-10).
public struct ConfigurationError: Error, Sendable, Equatable {
  /// A number of the app's choice. It should differ from those of
  /// ``ConfigurationDialect/ErrorCodes``, which mean something else to a profile manager.
  public var code: Int32
  /// A short text. Its first 256 Unicode scalars are passed on (ABT-CB-07). It must not contain
  /// values of the configuration (ABT-TOK-12).
  public var message: String

  /// A reason.
  public init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }
}
