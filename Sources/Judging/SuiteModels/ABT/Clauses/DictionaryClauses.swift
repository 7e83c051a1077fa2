import Conformance

extension ABT {
  /// Dictionary (ABT-DICT).
  static let dictionaryClauses: [Clause] = [
    Clause(
      "ABT-DICT-01", .must,
      "Version 1 is accepted.",
      source: "configuration-URL protocol, section 4.4 (Dictionary)",
      shownBy: ["ABT-DEL-01", "ABT-DEL-02", "ABT-CB-04"]),
    Clause(
      "ABT-DICT-02", .must,
      "Any other integer Version is refused, also beyond 32 bits.",
      source: "configuration-URL protocol, section 4.4 (Dictionary)"),
    Clause(
      "ABT-DICT-02/code", .should,
      "The error code is 10.",
      source: "configuration-URL protocol, section 4.4 (Dictionary)",
      shownBy: ["ABT-CB-11"]),
    Clause(
      "ABT-DICT-03", .must,
      "Version missing or not an integer (string \"1\", real 1.0, true) is refused. (A Version written in a form that section 2.1 leaves free, or listed twice, is free; so are 01 and 02 for it.)",
      source: "configuration-URL protocol, section 4.4 (Dictionary)"),
    Clause(
      "ABT-DICT-04", .must,
      "Category reaches the delegate; where it is missing the delegate sees none.",
      source: "configuration-URL protocol, section 4.4 (Dictionary)"),
    Clause(
      "ABT-DICT-05", .must,
      "Category that is not a string is refused.",
      source: "configuration-URL protocol, section 4.4 (Dictionary)"),
    Clause(
      "ABT-DICT-06", .must,
      "Apply: Configuration missing or not a dictionary is refused.",
      source: "configuration-URL protocol, section 4.4 (Dictionary)"),
    Clause(
      "ABT-DICT-07", .must,
      "Apply: an empty Configuration is valid.",
      source: "configuration-URL protocol, section 4.4 (Dictionary)",
      shownBy: ["ABT-DEL-01", "ABT-CB-04"]),
    Clause(
      "ABT-DICT-08", .should,
      "Unknown keys beside the known ones are ignored.",
      source: "configuration-URL protocol, section 4.4 (Dictionary)"),
    Clause(
      "ABT-DICT-09", .must,
      "Reset: Keys missing, not an array, or with a member that is not a string is refused.",
      source: "configuration-URL protocol, section 4.4 (Dictionary)"),
    Clause(
      "ABT-DICT-10", .must,
      "Reset: an empty Keys is valid.",
      source: "configuration-URL protocol, section 4.4 (Dictionary)",
      shownBy: ["ABT-DEL-02", "ABT-CB-04"]),
    Clause(
      "ABT-DICT-11", .should,
      "Reset: a key listed twice reaches the delegate once.",
      source: "configuration-URL protocol, section 4.4 (Dictionary)"),
  ]
}
