/// How strongly the specification demands something.
package enum Level: String, Sendable, Hashable {
  /// Not met: the library does not conform.
  case must
  /// Not met: a warning; a failure only where the run is strict.
  case should
  /// Recorded, never held against anyone.
  case info
}

/// One demand of the specification, with a level of its own.
///
/// A requirement such as `ABT-DATA-08` is a clause; a further demand that the same row of the
/// specification makes, at another level, is a *facet* of it: `ABT-DATA-08/code`.
package struct Clause: Hashable, Sendable {
  /// The stable name of a clause: the requirement, and the facet after a slash where there is one.
  package struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// `ABT-DATA-08` or `ABT-DATA-08/code`.
    package let path: String

    package init(_ path: String) { self.path = path }

    /// The requirement without its facet: `ABT-DATA-08`.
    package var requirement: String {
      String(path.prefix { $0 != "/" })
    }

    /// Whether the clause is the one of this name, or a facet of this requirement.
    package func isOf(_ requirement: String) -> Bool {
      path == requirement || self.requirement == requirement
    }

    /// The facet after the slash, nil for the requirement's main demand.
    package var facet: String? {
      path.firstIndex(of: "/").map { String(path[path.index(after: $0)...]) }
    }

    package var description: String { path }

    package static func < (left: Self, right: Self) -> Bool { left.path < right.path }
  }

  package let id: ID
  package let level: Level
  /// What the specification demands, in one sentence.
  package let sentence: String
  /// Where the demand comes from: the document and section, or the patent's own words.
  package let source: String
  /// The first version of the suites that had the clause, as reports name it (`suiteVersion`).
  package let since: SuiteVersion
  /// The variant that the clause is about, or nil where it is about all of them.
  package let variant: Variant?
  /// Other clauses by whose demands a breach of this one shows, in cases that are about it: the clause is about several requests,
  /// or about one place, where the others are about every request.
  package let shownBy: [ID]

  package init(
    _ id: String, _ level: Level, _ sentence: String, source: String,
    since: SuiteVersion = .first,
    only variant: Variant? = nil, shownBy: [ID] = []
  ) {
    self.since = since
    self.variant = variant
    self.shownBy = shownBy
    self.id = ID(id)
    self.level = level
    self.sentence = sentence
    self.source = source
  }
}

extension Clause.ID: ExpressibleByStringLiteral {
  package init(stringLiteral path: String) { self.init(path) }
}
