/// All clauses of one suite, in the order of the specification.
package struct ClauseTable: Sendable {
  package let clauses: [Clause]
  private let positions: [Clause.ID: Int]

  /// Makes a table; of two clauses with the same id the first is kept (`repeatedIDs` names the
  /// others, and the tests hold that list empty).
  package init(_ clauses: [Clause]) {
    self.clauses = clauses
    positions = Dictionary(
      clauses.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(id: Clause.ID) -> Clause? {
    positions[id].map { clauses[$0] }
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
