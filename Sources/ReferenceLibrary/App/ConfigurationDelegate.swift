/// The app's part: it applies and reverts what the library unpacked.
///
/// The library calls it on the thread of `ConfigurationManager.handle`, before that returns.
public protocol ConfigurationDelegate: AnyObject {
  /// Applies the values of `set`, and records in it what was applied unless that is everything.
  ///
  /// It is called a second time, with the old values that it recorded, where it did not answer
  /// `.yes` the first time; that second answer is not looked at.
  func applyConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer

  /// Takes the keys of `set`, which has no values, back to their defaults.
  func revertConfiguration(_ set: ConfigurationSet) -> ConfigurationAnswer
}

/// How a delegate answers.
public enum ConfigurationAnswer: Sendable, Equatable {
  /// It did what it was asked.
  case yes
  /// It failed, for a reason of its own where it gives one.
  case no(ConfigurationError? = nil)
  /// The user canceled.
  case canceled
}

/// Why a delegate failed, for the profile manager.
public struct ConfigurationError: Error, Sendable, Equatable {
  /// A number of the app's choice.
  public var code: Int32
  /// A short text; the first 256 Unicode scalars are passed on.
  public var message: String

  /// A reason.
  public init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }
}
