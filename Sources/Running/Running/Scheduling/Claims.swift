package import AdapterProtocol
package import Conformance

/// What an adapter said that its implementation can do.
package struct Claims: Sendable {
  package let hello: Hello
  /// Names of suites that it claims and that are none of ours, sorted.
  package let unknownSuites: [String]
  private let claimed: [String: SuiteClaims]

  /// What was claimed of one suite.
  private struct SuiteClaims {
    let variants: [Variant]
    let capabilities: Set<String>
  }

  package init(_ hello: Hello, suites: [any Suite]) {
    self.hello = hello
    unknownSuites = hello.suites.keys.filter { name in !suites.contains { $0.name == name } }
      .sorted()
    claimed = Dictionary(
      suites.compactMap { suite in
        hello.suites[suite.name].map { claim in
          (
            suite.name,
            SuiteClaims(variants: suite.variants(in: claim), capabilities: claim.capabilities)
          )
        }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// What the implementation is claimed to be able to do in a suite.
  package func capabilities(of suite: String) -> Set<String> {
    claimed[suite]?.capabilities ?? []
  }

  /// Why a case is not for this implementation; nil where it is.
  package func reasonToSkip(_ summary: Case) -> String? {
    guard let claim = claimed[summary.suite] else {
      return "not claimed: the suite \(summary.suite)"
    }
    guard claim.variants.contains(summary.variant) else {
      return "not claimed: the edition \(summary.variant)"
    }
    if summary.needs.isSubset(of: claim.capabilities) { return nil }
    let missing = summary.needs.subtracting(claim.capabilities).sorted()
    return "not claimed: the capability \(missing.joined(separator: ", "))"
  }
}
