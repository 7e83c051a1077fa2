/// What the scripted delegate of a library does during one step.
public struct DelegateScript: Hashable, Sendable {
  /// For the first apply call.
  public var apply: Turn
  /// For the second apply call, which is a rollback.
  public var rollback: Turn
  /// For a revert call, which has no records.
  public var revert: Turn

  /// A script. What is left out records nothing and answers yes.
  public init(apply: Turn = Turn(), rollback: Turn = Turn(), revert: Turn = Turn()) {
    self.apply = apply
    self.rollback = rollback
    self.revert = revert
  }

  /// What the delegate does within one call.
  public struct Turn: Hashable, Sendable {
    /// What it records, in order, before it answers.
    public var records: [Record]
    /// What it answers.
    public var answer: Answer
    /// Code and message, for the answer no.
    public var error: ErrorReport?

    /// A turn.
    public init(
      records: [Record] = [], answer: Answer = .yes, error: ErrorReport? = nil
    ) {
      self.records = records
      self.answer = answer
      self.error = error
    }
  }

  /// One call that the delegate makes to the library while it is called itself.
  public enum Record: Hashable, Sendable {
    /// `didApplyConfigurationForKey:`
    case didApply(key: String)
    /// `didApplyConfigurationForKey:oldValue:`; `.null` for an old value of nil.
    case didApplyOld(key: String, TypedValue)
    /// `didNotApplyConfigurationForKey:`
    case didNotApply(key: String)

    /// The key that is recorded.
    public var key: String {
      switch self {
      case .didApply(let key), .didApplyOld(let key, _), .didNotApply(let key): key
      }
    }
  }

  /// How the delegate answers a call.
  public enum Answer: String, Hashable, Sendable, CaseIterable {
    case yes, no, cancel
  }

  /// The error that a delegate gives with the answer no.
  public struct ErrorReport: Hashable, Sendable {
    /// Its code.
    public var code: Int32
    /// Its message.
    public var message: String

    /// An error.
    public init(code: Int32, message: String) {
      self.code = code
      self.message = message
    }
  }
}
