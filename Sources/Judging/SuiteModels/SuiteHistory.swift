package import Conformance

/// The versions of the suites, and what came with each: the only place that knows them all. Clauses and cases name the one that they came
/// with (`since`).
package enum SuiteHistory {
  package struct Entry: Sendable {
    package let version: SuiteVersion
    /// What came with it, in a sentence.
    package let changes: String
  }

  /// From the first to the current one, ascending.
  package static let entries = [
    Entry(
      version: "1",
      changes:
        "The first version: the suites of wire profile 1, of AppConnect and of managed app configuration."
    )
  ]

  /// The version of what this program runs where nothing else is asked for.
  package static let current = entries.last?.version ?? .first

  /// Whether there is such a version.
  package static func knows(_ version: SuiteVersion) -> Bool {
    entries.contains { $0.version == version }
  }

  /// `1, 2 and 3`
  package static var names: String {
    let names = entries.map(\.version.description)
    return names.count < 2
      ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }
}
