import Conformance
import Foundation
import SuiteModels
import Suites
import Testing

/// The families that have as many cases as are wanted (`--cases-per-family`).
@Suite struct SeededFamiliesTests {
  private static let families: [(prefix: String, count: Int)] =
    ABT.suite().seededFamilies.map { ($0.prefix, $0.usualCount) }
    + DualMode.suite.seededFamilies.map { ($0.prefix, $0.usualCount) }
    + AppConnectConfig.suite.seededFamilies.map { ($0.prefix, $0.usualCount) }
    + AppConnectOpenFrom.suite.seededFamilies.map { ($0.prefix, $0.usualCount) }
    + ManagedConfig.suite.seededFamilies.map { ($0.prefix, $0.usualCount) }
    + Lifecycle.suite.seededFamilies.map { ($0.prefix, $0.usualCount) }
    + ABTManager.suite.seededFamilies.map { ($0.prefix, $0.usualCount) }

  @Test func thePageListsThem() throws {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    let page = try String(
      contentsOfFile: url.path + "/Sources/Programs/assay/Assay.docc/Cases.md", encoding: .utf8)
    let rows = Self.families.sorted { $0.prefix < $1.prefix }.map {
      "| `\($0.prefix)*` | \($0.count) |\n"
    }
    #expect(page.contains("| seeded family | usual number |\n|---|---|\n\(rows.joined())\n"))
  }

  /// A builder that fails or takes for ever on a rare seed would end a run of a million.
  @Test func casesFarBeyondTheUsualNumberAreMade() throws {
    let abt = ABT.suite(casesPerFamily: 300)
    for family in abt.seededFamilies {
      var scripts: Set<[[UInt8]]> = []
      for number in 100..<300 {
        let item = try #require(
          abt.generated(CaseID("\(family.prefix)\(number)"), seed: 5).first)
        scripts.insert(try abt.script(item).events.map(\.url))
      }
      #expect(scripts.count == 200, "\(family.prefix)")
    }
    let walks = DualMode.suite(casesPerFamily: 300)
    #expect(walks.lint == [] && abt.lint == [])
    let last = try #require(
      walks.generated(CaseID("appconnect.dualmode/walk/1000000"), seed: 5).first)
    #expect(try walks.script(last).events.count > 0)
  }
}
