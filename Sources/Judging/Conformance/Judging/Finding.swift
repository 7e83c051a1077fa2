/// One thing that an implementation did against the specification.
package struct Finding: Hashable, Sendable, Codable {
  /// Whether the finding came again when the case was run alone in a fresh process.
  package enum Confirmation: String, Codable, Sendable {
    case deterministic, flaky
  }

  package var clause: Clause.ID
  package var level: Level
  /// The event it was seen at, counted from 1; 0 is the start.
  package var step: Int
  package var message: String
  package var expected: String
  package var observed: String
  package var confirmation: Confirmation

  package init(
    clause: Clause.ID, level: Level, step: Int, message: String, expected: String,
    observed: String, confirmation: Confirmation = .deterministic
  ) {
    self.clause = clause
    self.level = level
    self.step = step
    self.message = message
    self.expected = expected
    self.observed = observed
    self.confirmation = confirmation
  }

  /// What stays the same when a finding comes again: the clause, the step and what is wrong, without the values.
  package var signature: String { "\(clause)@\(step): \(message)" }
}
