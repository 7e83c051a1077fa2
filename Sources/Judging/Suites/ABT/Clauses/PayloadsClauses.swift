import Conformance

extension ABT {
  /// Several payloads (ABT-MULTI).
  static let payloadsClauses: [Clause] = [
    Clause(
      "ABT-MULTI-01", .must,
      "The payloads of one profile are handled one by one, each with its own callback carrying its own payload.",
      source: "configuration-URL protocol, section 4.11 (Several payloads)"),
    Clause(
      "ABT-MULTI-02", .must,
      "A failing payload changes nothing for the others.",
      source: "configuration-URL protocol, section 4.11 (Several payloads)"),
    Clause(
      "ABT-MULTI-03", .must,
      "Payloads of two profiles may be interleaved.",
      source: "configuration-URL protocol, section 4.11 (Several payloads)"),
    Clause(
      "ABT-MULTI-04", .must,
      "The same request twice is applied twice, with the same result.",
      source: "configuration-URL protocol, section 4.11 (Several payloads)"),
    Clause(
      "ABT-MULTI-05", .must,
      "Reset of one payload passes only the keys that the request lists: a part of them if it lists a part, and nothing of other payloads.",
      source: "configuration-URL protocol, section 4.11 (Several payloads)"),
  ]
}
