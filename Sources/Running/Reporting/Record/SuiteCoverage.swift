package import Conformance

/// Which requirements the cases of some suites are about, whether or not a run selects them. It tells a requirement that nobody
/// has written a case for from one that was left out of a run.
package struct SuiteCoverage: Sendable {
  /// What the cases of a suite are about, variant by variant, and how many they are.
  private struct Listed {
    var targets: [Variant: Set<Clause.ID>] = [:]
    var counts: [Variant: Int] = [:]
  }

  private let listed: [String: Deferred<Listed>]

  /// Lists the cases of a suite once, when it is asked about; builds no script.
  package init(_ suites: [any Suite]) {
    listed = Dictionary(
      suites.map { suite in
        let listed = Deferred {
          // Seeds change what is in a case, never which cases there are.
          suite.cases(seed: 1).reduce(into: Listed()) { listed, item in
            listed.counts[item.variant, default: 0] += 1
            for target in item.targets { listed.targets[item.variant, default: []].insert(target) }
          }
        }
        return (suite.name, listed)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether some case of the suite is about the clause in this variant.
  package func hasCase(about clause: Clause.ID, in suite: String, _ variant: Variant) -> Bool {
    listed[suite]?.value.targets[variant]?.contains(clause) == true
  }

  /// How many cases a suite has in this variant.
  package func cases(of suite: String, _ variant: Variant) -> Int {
    listed[suite]?.value.counts[variant] ?? 0
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
    listed[suite.name]?.value.targets.keys.sorted() ?? []
  }
}
