import Conformance

extension ABT {
  /// Several payloads (ABT-MULTI).
  static let payloadsClauses: [Clause] = [
    Clause(
      "ABT-MULTI-01", .must,
      "The payloads of one profile are handled one by one, each with its own callback carrying its own payload.",
      source: "configuration-URL protocol, section 4.11 (Several payloads)",
      shownBy: ["ABT-CB-01", "ABT-CB-03", "ABT-DEL-01", "ABT-DEL-02"]),
    Clause(
      "ABT-MULTI-02", .must,
      "A failing payload changes nothing for the others.",
      source: "configuration-URL protocol, section 4.11 (Several payloads)",
      shownBy: [
        "ABT-DEL-01", "ABT-DEL-02", "ABT-DATA-01", "ABT-DICT-04", "ABT-CB-01", "ABT-CB-04",
        "ABT-CHG-01", "ABT-CHG-02", "ABT-CHG-03", "ABT-CHG-04",
      ]),
    Clause(
      "ABT-MULTI-03", .must,
      "Payloads of two profiles may be interleaved.",
      source: "configuration-URL protocol, section 4.11 (Several payloads)",
      shownBy: [
        "ABT-DEL-01", "ABT-DEL-02", "ABT-DATA-01", "ABT-DICT-04", "ABT-CB-01", "ABT-CB-04",
        "ABT-CHG-01", "ABT-CHG-02", "ABT-CHG-03", "ABT-CHG-04",
      ]),
    Clause(
      "ABT-MULTI-04", .must,
      "The same request twice is applied twice, with the same result.",
      source: "configuration-URL protocol, section 4.11 (Several payloads)",
      shownBy: [
        "ABT-DEL-01", "ABT-DEL-02", "ABT-DATA-01", "ABT-DICT-04", "ABT-CB-01", "ABT-CB-04",
        "ABT-CHG-01", "ABT-CHG-02", "ABT-CHG-03", "ABT-CHG-04",
      ]),
    Clause(
      "ABT-MULTI-05", .must,
      "Reset of one payload passes only the keys that the request lists: a part of them if it lists a part, and nothing of other payloads.",
      source: "configuration-URL protocol, section 4.11 (Several payloads)"),
  ]
}
