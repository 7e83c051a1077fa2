package import Conformance

/// Which requirements the cases of some suites are about, whether or not a run selects them. It tells a requirement that nobody
/// has written a case for from one that was left out of a run.
package struct SuiteCoverage: Sendable {
  private struct Part: Hashable {
    let suite: String
    let variant: Variant
  }

  private var targets: [Part: Set<Clause.ID>] = [:]
  private var counts: [Part: Int] = [:]

  /// Lists the cases of each suite once; builds no script.
  package init(_ suites: [any Suite]) {
    // Seeds change what is in a case, never which cases there are.
    for suite in suites {
      for item in suite.cases(seed: 1) {
        let part = Part(suite: item.suite, variant: item.variant)
        counts[part, default: 0] += 1
        for target in item.targets { targets[part, default: []].insert(target) }
      }
    }
  }

  /// Whether some case of the suite is about the clause in this variant.
  package func hasCase(about clause: Clause.ID, in suite: String, _ variant: Variant) -> Bool {
    targets[Part(suite: suite, variant: variant)]?.contains(clause) == true
  }

  /// How many cases a suite has in this variant.
  package func cases(of suite: String, _ variant: Variant) -> Int {
    counts[Part(suite: suite, variant: variant)] ?? 0
  }

  /// The MUSTs and SHOULDs of a suite that no case is about, in the order of the specification, each with the variants that lack one.
  package func gaps(in suite: any Suite) -> [(clause: Clause, variants: [Variant])] {
    let variants = variants(of: suite)
    return suite.clauses.clauses.filter { $0.level != .info }.map { clause in
      let own = variants.filter { (clause.variant ?? $0) == $0 }
      return (clause, own.filter { !hasCase(about: clause.id, in: suite.name, $0) })
    }
    .filter { !$0.variants.isEmpty }
  }

  /// The variants that a suite has cases for, in order.
  package func variants(of suite: any Suite) -> [Variant] {
    targets.keys.filter { $0.suite == suite.name }.map(\.variant).sorted()
  }
}
