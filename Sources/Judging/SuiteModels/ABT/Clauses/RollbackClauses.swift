import Conformance

extension ABT {
  /// Failure and rollback (ABT-ROLL).
  static let rollbackClauses: [Clause] = [
    Clause(
      "ABT-ROLL-01", .must,
      "Delegate answers NO after recording old values: apply is called once more, with exactly the keys so recorded and their old values.",
      source: "configuration-URL protocol, section 4.9 (Failure and rollback)"),
    Clause(
      "ABT-ROLL-02", .must,
      "An old value of nil is in that set as a key without a value.",
      source: "configuration-URL protocol, section 4.9 (Failure and rollback)"),
    Clause(
      "ABT-ROLL-03", .must,
      "Keys recorded without an old value, or only as not applied, are not in that set. (A key recorded with an old value and as not applied, and foreign keys with old values: I.)",
      source: "configuration-URL protocol, section 4.9 (Failure and rollback)"),
    Clause(
      "ABT-ROLL-04", .must,
      "No old value recorded: no second call.",
      source: "configuration-URL protocol, section 4.9 (Failure and rollback)"),
    Clause(
      "ABT-ROLL-05", .must,
      "The answer of the second call changes nothing in the report: one callback, status Error, the first call's code.",
      source: "configuration-URL protocol, section 4.9 (Failure and rollback)",
      shownBy: ["ABT-CB-01"]),
    Clause(
      "ABT-ROLL-06", .must,
      "Success never leads to a rollback.",
      source: "configuration-URL protocol, section 4.9 (Failure and rollback)"),
    Clause(
      "ABT-ROLL-07", .should,
      "A key recorded twice is rolled back to its first old value.",
      source: "configuration-URL protocol, section 4.9 (Failure and rollback)"),
    Clause(
      "ABT-ROLL-08", .should,
      "The rollback set carries the request's category.",
      source: "configuration-URL protocol, section 4.9 (Failure and rollback)"),
    Clause(
      "ABT-ROLL-09", .must,
      "What the delegate records during the rollback has no effect.",
      source: "configuration-URL protocol, section 4.9 (Failure and rollback)",
      shownBy: ["ABT-DEL-01", "ABT-ROLL-04", "ABT-CHG-01", "ABT-CHG-09"]),
    Clause(
      "ABT-ROLL-10", .should,
      "A canceled apply with old values is rolled back too.",
      source: "configuration-URL protocol, section 4.9 (Failure and rollback)"),
    Clause(
      "ABT-ROLL-11", .must,
      "A failing revert is reported as Error, with no rollback.",
      source: "configuration-URL protocol, section 4.9 (Failure and rollback)"),
    Clause(
      "ABT-ROLL-12", .must,
      "Rollback stays within the payload: what earlier payloads applied is untouched.",
      source: "configuration-URL protocol, section 4.9 (Failure and rollback)",
      shownBy: ["ABT-ROLL-01", "ABT-ROLL-04"]),
  ]
}
