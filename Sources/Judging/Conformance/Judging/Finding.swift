/// One thing that an implementation did against the specification.
package struct Finding: Hashable, Sendable {
  /// How often the finding was seen.
  package enum Confirmation: String, Sendable {
    /// It came again when the case was run alone in a fresh process.
    case deterministic
    /// It did not come again.
    case flaky
    /// It was seen once: enough findings of the same signature had been seen again.
    case sampled
  }

  /// Cases that the same process ran before, for a finding that does not come in a fresh one.
  package struct EarlierCases: Sendable, Hashable {
    /// In the order in which they ran. Empty where nobody looked for them, or where the finding did not come again.
    package var ids: [CaseID]
    /// Whether each of them was found to be needed.
    package var isMinimal: Bool

    package init(_ ids: [CaseID], isMinimal: Bool) {
      self.ids = ids
      self.isMinimal = isMinimal
    }

    package static let unknown = EarlierCases([], isMinimal: false)
  }

  package var clause: Clause.ID
  package var level: Level
  /// What is wrong, in lowercase words joined by hyphens, without values: the second half of the signature.
  package var kind: String
  /// The step it was seen at, counted from 1; 0 is the start.
  package var step: Int
  package var message: String
  package var expected: String
  package var observed: String
  package var confirmation: Confirmation
  /// Nil where the finding needs no earlier case, or came in the case's ordinary place.
  package var after: EarlierCases?

  package init(
    clause: Clause.ID, level: Level, kind: String, step: Int, message: String, expected: String,
    observed: String, confirmation: Confirmation = .deterministic
  ) {
    self.clause = clause
    self.level = level
    self.kind = kind
    self.step = step
    self.message = message
    self.expected = expected
    self.observed = observed
    self.confirmation = confirmation
  }

  package var signature: Signature { Signature(clause, kind) }

  /// The kind of a step that is answered after its deadline, where that is no hang.
  package static let slow = "slow"
}

/// What two findings have in common that are the same finding: the clause and the kind of discrepancy, whatever the step and the
/// values.
package struct Signature: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let clause: Clause.ID
  package let kind: String

  package init(_ clause: Clause.ID, _ kind: String) {
    self.clause = clause
    self.kind = kind
  }

  /// Reads `ABT-CB-04 wrong-status`, or nil where the text has another form.
  package init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, !words[0].isEmpty, !words[1].isEmpty else { return nil }
    self.init(Clause.ID(String(words[0])), String(words[1]))
  }

  /// `ABT-CB-04 wrong-status`
  package var description: String { "\(clause) \(kind)" }

  package static func < (left: Self, right: Self) -> Bool {
    (left.clause.path, left.kind) < (right.clause.path, right.kind)
  }
}
