import Conformance

extension ABT {
  /// Changed values (ABT-CHG).
  static let changedValuesClauses: [Clause] = [
    Clause(
      "ABT-CHG-01", .must,
      "Nothing recorded: all keys of the configuration.",
      source: "configuration-URL protocol, section 4.6 (Changed values)"),
    Clause(
      "ABT-CHG-02", .must,
      "Only didNotApply recorded: all keys without those.",
      source: "configuration-URL protocol, section 4.6 (Changed values)"),
    Clause(
      "ABT-CHG-03", .must,
      "Only didApply recorded: exactly those.",
      source: "configuration-URL protocol, section 4.6 (Changed values)"),
    Clause(
      "ABT-CHG-04", .must,
      "Both recorded, on different keys: exactly the didApply ones.",
      source: "configuration-URL protocol, section 4.6 (Changed values)"),
    Clause(
      "ABT-CHG-05", .must,
      "didApply with an old value counts as didApply.",
      source: "configuration-URL protocol, section 4.6 (Changed values)"),
    Clause(
      "ABT-CHG-06", .should,
      "No key occurs twice.",
      source: "configuration-URL protocol, section 4.6 (Changed values)"),
    Clause(
      "ABT-CHG-07", .info,
      "A recorded key that the configuration does not hold: listed or left out, and counting as recorded or not.",
      source: "configuration-URL protocol, section 4.6 (Changed values)"),
    Clause(
      "ABT-CHG-08", .info,
      "One key recorded both ways: which word counts.",
      source: "configuration-URL protocol, section 4.6 (Changed values)"),
    Clause(
      "ABT-CHG-09", .must,
      "changedValues is present for apply + Success only (an incomplete chunk apart), also when the list is empty, and decodes as section 2 says.",
      source: "configuration-URL protocol, section 4.6 (Changed values)"),
  ]
}
