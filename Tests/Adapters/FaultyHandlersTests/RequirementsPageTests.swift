import Conformance
import Foundation
import SuiteModels
import Suites
import Testing

@testable import FaultyHandlers

/// The list of requirements is what clauses, cases and faults say.
@Suite struct RequirementsPageTests {
  private static let page = RequirementsPage(SuiteCatalogue.usual, Catalog.faults)

  @Test func thePageListsEveryRequirement() throws {
    let page = try String(contentsOfFile: RequirementsPage.path, encoding: .utf8)
    let updated = try Self.page.updated(page)
    guard page != updated else { return }
    guard ProcessInfo.processInfo.environment["ASSAY_UPDATE_DOCUMENTS"] == "1" else {
      Issue.record(
        """
        Assay.docc/Requirements.md is not what clauses, cases and faults say. Rewrite its list with
          ASSAY_UPDATE_DOCUMENTS=1 swift test --filter RequirementsPageTests
        and read what has changed.
        """)
      return
    }
    try updated.write(toFile: RequirementsPage.path, atomically: false, encoding: .utf8)
    Issue.record("Assay.docc/Requirements.md has been rewritten; run the test once more.")
  }

  @Test func everyFaultStandsBesideWhatItBreaks() {
    for fault in Catalog.faults {
      let rows = Self.page.suites.first { $0.name == fault.change.suite }?.rows ?? []
      for requirement in fault.requirements {
        let row = rows.first { $0.clause.id.path == requirement }
        #expect(row?.faults.contains(fault.name) == true, "\(fault.name): \(requirement)")
      }
    }
  }

  @Test func aCaseOfBothEditionsCountsOnce() throws {
    let suite = SuiteCatalogue.usual[0]
    for clause: Clause.ID in ["ABT-TOK-05", "ABT-ENC-01", "ABT-DATA-08/code"] {
      let row = try #require(Self.page.suites[0].rows.first { $0.clause.id == clause })
      let ids = Set(suite.cases(seed: 1).filter { $0.targets.contains(clause) }.map(\.id))
      #expect(row.cases.map(\.count).reduce(0, +) == ids.count)
      #expect(row.cases.count == Set(row.cases.map(\.pattern)).count)
      for (pattern, count) in row.cases {
        #expect(count == ids.count { $0.path.hasPrefix(pattern.dropLast(2)) }, "\(pattern)")
      }
    }
  }

  @Test func whatTooFewFaultsBreakIsShown() throws {
    let empty =
      "<!-- requirements: made from the clauses, the cases and the faults -->\nold\n"
      + "<!-- requirements: end -->\n"
    let none = try RequirementsPage(SuiteCatalogue.usual, []).updated(empty)
    #expect(!none.contains("old\n"))
    #expect(none.contains("| ABT-DATA-08/code | SHOULD | none |\n"))
    #expect(!none.contains("| ABT-DATA-15 |"), "nothing breaks what is informational")
    let two = Catalog.faults.filter { $0.requirements.contains("ABT-TOK-05") }.prefix(3)
    let enough = try RequirementsPage(SuiteCatalogue.usual, Array(two)).updated(empty)
    #expect(none.contains("| ABT-TOK-05 |") && !enough.contains("| ABT-TOK-05 |"))
    let few = try RequirementsPage(SuiteCatalogue.usual, Array(two.dropLast())).updated(empty)
    #expect(
      few.contains(
        "| ABT-TOK-05 | MUST | \(two.dropLast().map { "`\($0.name)`" }.joined(separator: ", ")) |"))
    #expect(throws: RequirementsPage.MissingMarkers.self) {
      try Self.page.updated("# nothing")
    }
  }
}
