package import AdapterProtocol
package import Conformance

/// What an adapter said that its implementation can do.
package struct Claims: Sendable {
  package let hello: Hello
  private let variants: [String: [Variant]]

  package init(_ hello: Hello, suites: [any Suite]) {
    self.hello = hello
    variants = Dictionary(
      suites.compactMap { suite in
        hello.suites[suite.name].map { (suite.name, suite.variants(in: $0)) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Why a case is not for this implementation; nil where it is.
  package func reasonToSkip(_ summary: CaseSummary) -> String? {
    guard let claim = hello.suites[summary.suite], let variants = variants[summary.suite] else {
      return "not claimed: the suite \(summary.suite)"
    }
    guard variants.contains(summary.variant) else {
      return "not claimed: the edition \(summary.variant)"
    }
    let missing = summary.needs.subtracting(claim.capabilities).sorted()
    return missing.isEmpty
      ? nil : "not claimed: the capability \(missing.joined(separator: ", "))"
  }
}
