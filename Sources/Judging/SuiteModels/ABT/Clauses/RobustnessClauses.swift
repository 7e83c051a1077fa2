import Conformance

extension ABT {
  /// Robustness (ABT-ROB).
  static let robustnessClauses: [Clause] = [
    Clause(
      "ABT-ROB-01", .must,
      "No crash, no abort, no uncaught exception.",
      source: "configuration-URL protocol, section 4.12 (Robustness)"),
    Clause(
      "ABT-ROB-02", .must,
      "Answered within 2 s. Time in which the adapter could run but was given no processor does not count, and the harness scales the rest for a slow machine.",
      source: "configuration-URL protocol, section 4.12 (Robustness)"),
    Clause(
      "ABT-ROB-03", .must,
      "Peak memory grows by no more than 32 MiB over what a valid request of the same URL length makes it grow to, in the same process after a warm-up with valid requests of all the lengths that the case has, in its order; a finding needs three fresh processes.",
      source: "configuration-URL protocol, section 4.12 (Robustness)"),
    Clause(
      "ABT-ROB-04", .must,
      "The next valid request succeeds, with exactly its own values.",
      source: "configuration-URL protocol, section 4.12 (Robustness)"),
    Clause(
      "ABT-ROB-05", .must,
      "Between the 2,000th and the 10,000th hostile request in one process (all assemblies abandoned, limits reached) it grows by no more than 16 MiB.",
      source: "configuration-URL protocol, section 4.12 (Robustness)"),
    Clause(
      "ABT-ROB-06", .must,
      "The same request in the same state gives the same result.",
      source: "configuration-URL protocol, section 4.12 (Robustness)"),
  ]
}
