import Conformance
import Foundation
import SuiteModels
import Suites
import Testing
import WireFormat

@Suite("The page of the classification")
struct ClassificationPageTests {
  @Test("has the tables of the code")
  func isUpToDate() throws {
    let path = ClassificationPage.path
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let updated = try ClassificationPage.updated(page)
    guard page != updated else { return }
    guard ProcessInfo.processInfo.environment["ASSAY_UPDATE_DOCUMENTS"] == "1" else {
      Issue.record(
        """
        Assay.docc/Classification.md is not what the classification says. Rewrite its tables with
          ASSAY_UPDATE_DOCUMENTS=1 swift test --filter ClassificationPageTests
        and read what has changed.
        """)
      return
    }
    try updated.write(toFile: path, atomically: false, encoding: .utf8)
    Issue.record("Assay.docc/Classification.md has been rewritten; run the test once more.")
  }

  @Test("names requirements that there are, and each defect of ABT-DATA-07")
  func requirements() {
    let known = ABT.suite().clauses
    for (row, clause) in ClassificationPage.rows {
      #expect(known[clause] != nil, "\(row.name): \(clause)")
    }
    #expect(ClassificationPage.rows.map(\.row) == Classification.rows)
    let data = Defect.Kind.allCases.map(\.clause.path).filter { $0.hasPrefix("ABT-DATA") }
    #expect(data == data.sorted())
    #expect(data.count { $0 == "ABT-DATA-07" } == 12)
  }

  @Test("takes every row once, and nothing of an old table stays")
  func rendering() throws {
    let sections = Classification.Section.allCases.map(\.rawValue)
    let empty = sections.map {
      "## \($0)\n<!-- \($0): made from the classification -->\nold\n<!-- \($0): end -->\n"
    }.joined()
    let page = try ClassificationPage.updated(empty)
    #expect(!page.contains("old\n"))
    for (row, clause) in ClassificationPage.rows {
      let cells = page.components(separatedBy: "| `\(row.name)` | ")
      #expect(cells.count == 2, "\(row.name)")
      #expect(cells.last?.contains("| \(row.sentence) | \(clause) |\n") == true)
    }
    #expect(try ClassificationPage.updated(page) == page)
    #expect(throws: ClassificationPage.MissingMarkers.self) {
      try ClassificationPage.updated("# nothing")
    }
  }
}
