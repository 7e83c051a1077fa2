/// All clauses of one suite, in the order of the specification.
package struct ClauseTable: Sendable {
  package let clauses: [Clause]
  private let positions: [Clause.ID: Int]
  /// Clauses that the suite has, and that the version that a run is held to did not have yet: nothing is found about them.
  private let later: Set<Clause.ID>

  /// Makes a table; of two clauses with the same id the first is kept (`repeatedIDs` names the
  /// others, and the tests hold that list empty).
  ///
  /// - Parameter later: clauses that are left out because a later version of the suites brought them.
  package init(_ clauses: [Clause], leavingOut later: [Clause] = []) {
    self.clauses = clauses
    self.later = Set(later.map(\.id))
    positions = Dictionary(
      clauses.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(id: Clause.ID) -> Clause? {
    positions[id].map { clauses[$0] }
  }

  /// Whether nothing is found about a clause, because it came with a later version than the one that the run is held to.
  package func isLater(_ id: Clause.ID) -> Bool { !later.isEmpty && later.contains(id) }

  /// Some clauses without the later ones.
  package func withoutLater(_ ids: [Clause.ID]) -> [Clause.ID] {
    later.isEmpty ? ids : ids.filter { !later.contains($0) }
  }

  /// The table as a version of the suites had it.
  package func asOf(_ version: SuiteVersion) -> ClauseTable {
    ClauseTable(
      clauses.filter { $0.since <= version }, leavingOut: clauses.filter { $0.since > version })
  }

  /// The level of a clause. One that is not in the table counts as a MUST, so that a misspelt
  /// id is loud; the lint of suites refuses such a suite before it runs.
  package func level(of id: Clause.ID) -> Level {
    self[id]?.level ?? .must
  }

  /// Where a clause stands in the specification, for sorting.
  package func position(of id: Clause.ID) -> Int {
    positions[id] ?? clauses.count
  }

  package var repeatedIDs: [Clause.ID] {
    clauses.enumerated().filter { positions[$1.id] != $0 }.map(\.element.id)
  }
}
