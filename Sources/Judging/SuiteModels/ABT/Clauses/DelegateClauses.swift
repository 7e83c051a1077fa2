import Conformance

extension ABT {
  /// Delegate (ABT-DEL).
  static let delegateClauses: [Clause] = [
    Clause(
      "ABT-DEL-01", .must,
      "A valid apply calls the delegate's apply method once (rollback apart), and never revert.",
      source: "configuration-URL protocol, section 4.5 (Delegate)"),
    Clause(
      "ABT-DEL-02", .must,
      "A valid reset calls revert once with exactly the listed keys, and never apply.",
      source: "configuration-URL protocol, section 4.5 (Delegate)"),
    Clause(
      "ABT-DEL-03", .must,
      "The revert set has keys only: no values.",
      source: "configuration-URL protocol, section 4.5 (Delegate)"),
    Clause(
      "ABT-DEL-04", .must,
      "What one request recorded never shows in another request.",
      source: "configuration-URL protocol, section 4.5 (Delegate)"),
    Clause(
      "ABT-DEL-05", .must,
      "An invalid request leads to no delegate call at all.",
      source: "configuration-URL protocol, section 4.5 (Delegate)"),
  ]
}
