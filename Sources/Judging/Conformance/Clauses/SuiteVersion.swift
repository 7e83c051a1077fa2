/// A version of the suites, as reports name it (`suiteVersion`): numbers with dots between, such as `1` or `2.1`.
///
/// The suites get a new version whenever a clause or a case is added. What is there stays as it is, so that a run that is held to an earlier
/// version (`--suite-version`) judges as that version did: a demand that becomes stricter is a new facet, with a `since` of its own.
package struct SuiteVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let parts: [Int]

  /// - Returns: nil where the text is no version.
  package init?(_ text: String) {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(words.count),
      words.allSatisfy({
        (1...6).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
      })
    else { return nil }
    parts = words.compactMap { Int($0) }
  }

  private init(parts: [Int]) { self.parts = parts }

  /// The version with which everything began.
  package static let first = SuiteVersion(parts: [1])

  package var description: String { parts.map(String.init).joined(separator: ".") }

  package static func < (left: Self, right: Self) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}

extension SuiteVersion: ExpressibleByStringLiteral {
  /// A version of our own source; one that is misspelt is the first, and the tests hold all of them against the history.
  package init(stringLiteral text: String) { self = SuiteVersion(text) ?? .first }
}

extension Suite {
  /// What is new in a suite since a version, as far as cases are concerned: those that came later, and those about clauses that did.
  package func isNew(_ item: Case, since version: SuiteVersion) -> Bool {
    item.since > version
      || item.targets.contains { clauses[$0].map { $0.since > version } ?? false }
  }
}
