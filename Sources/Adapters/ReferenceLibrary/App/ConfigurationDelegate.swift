/// The app's part: it applies and reverts what the library unpacked.
///
/// The library calls it on the thread of ``ConfigurationManager/handle(_:)``, before that returns,
/// and only for requests that are valid in every respect (ABT-DEL-05). An app that lives on the
/// main actor conforms there: `extension MailApp: @MainActor ConfigurationDelegate`.
///
/// An answer is final. An app that has to ask its user first answers when the user has: what is
/// recorded in a set after the answer has no effect.
///
/// Source: `ABTConfigManagerDelegate` of the patent; sections 4.5 and 4.9 of the `abt` document.
public protocol ConfigurationDelegate: AnyObject {
  /// Applies the values of `set`, and records in it what was applied unless that is everything.
  ///
  /// It is called once for a valid apply request. It is called a second time, with the old values
  /// that it recorded by ``ConfigurationSet/didApply(_:oldValue:)``, where it did not answer
  /// ``ConfigurationAnswer/yes`` the first time (ABT-ROLL-01 to 05): that set, whose
  /// ``ConfigurationSet/isRollback`` is true, is to be applied like any other, and a key without a
  /// value had none before. The second answer and what is recorded then are not looked at.
  ///
  /// - Parameter set: the values, as they were sent; may be empty (ABT-DICT-07).
  /// - Returns: whether it worked. Keys whose values are not wanted are no reason to answer no:
  ///   they are recorded by ``ConfigurationSet/didNotApply(_:)``.
  func applyConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer

  /// Takes the keys of `set`, which has no values, back to the app's defaults.
  ///
  /// It is called once for a valid reset request (ABT-DEL-02), and is not followed by a rollback
  /// (ABT-ROLL-11).
  ///
  /// - Parameter set: the keys that the profile manager recorded as changed, each once; may be
  ///   empty (ABT-DICT-10), and may hold keys that the app does not know any more.
  func revertConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer
}

/// How a delegate answers.
public enum ConfigurationAnswer: Sendable, Equatable {
  /// It did what it was asked: the status is Success.
  case yes
  /// It failed, for a reason of its own where it gives one: the status is Error.
  case no(ConfigurationError? = nil)
  /// The user canceled: the status is Canceled (ABT-CB-05).
  case canceled
}

/// Why a delegate failed, for the profile manager (ABT-CB-10).
public struct ConfigurationError: Error, Sendable, Equatable {
  /// A number of the app's choice. Those of ``ConfigurationDialect/ErrorCodes`` mean something else
  /// to a profile manager, so it should be none of them.
  public var code: Int32
  /// A short text; the first 256 Unicode scalars are passed on (ABT-CB-07). It must not hold values
  /// of the configuration (ABT-TOK-12).
  public var message: String

  /// A reason.
  public init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }
}
