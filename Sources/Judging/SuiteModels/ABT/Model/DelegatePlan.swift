package import WireFormat

/// What the app's delegate does while one URL is handled, as a script stores it: with the property-list values that were meant, where the
/// protocol's `DelegateScript` has the typed values that travel.
package struct DelegatePlan: Hashable, Sendable {
  /// During the first apply call.
  package var apply = Turn()
  /// During the second apply call, which is the rollback.
  package var rollback = Turn()
  /// During the revert call.
  package var revert = Turn()

  package init(apply: Turn = Turn(), rollback: Turn = Turn(), revert: Turn = Turn()) {
    self.apply = apply
    self.rollback = rollback
    self.revert = revert
  }

  /// Whether anything is recorded.
  package var records: Bool {
    !(apply.records.isEmpty && rollback.records.isEmpty && revert.records.isEmpty)
  }

  /// Whether it answers anything but yes to a first call.
  package var refuses: Bool { apply.answer != .yes || revert.answer != .yes }

  /// What the delegate does during one call: it records, then it answers.
  package struct Turn: Hashable, Sendable {
    package var records: [Record]
    package var answer: Answer
    /// With the answer no: what the delegate gives as the reason.
    package var error: DelegateError?

    package init(_ records: [Record] = [], answer: Answer = .yes, error: DelegateError? = nil) {
      self.records = records
      self.answer = answer
      self.error = error
    }
  }

  package enum Answer: String, Hashable, Sendable, CaseIterable {
    case yes, no, cancel
  }

  package struct DelegateError: Hashable, Sendable {
    package var code: Int32
    package var message: String

    package init(code: Int32, message: String) {
      self.code = code
      self.message = message
    }
  }

  package enum Record: Hashable, Sendable {
    /// `didApplyConfigurationForKey:`
    case didApply(String)
    /// `didApplyConfigurationForKey:oldValue:`; nil is the old value nil.
    case didApplyOver(String, oldValue: PropertyList?)
    /// `didNotApplyConfigurationForKey:`
    case didNotApply(String)

    package var key: String {
      switch self {
      case .didApply(let key), .didApplyOver(let key, _), .didNotApply(let key): key
      }
    }
  }
}
