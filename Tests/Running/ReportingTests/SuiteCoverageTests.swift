import Conformance
import SampleSuites
import Testing

@testable import Reporting

struct SuiteCoverageTests {
  @Test func aRequirementWithoutACaseIsAGapInEachVariant() {
    let coverage = SuiteCoverage([SampleSuite.abt, SampleSuite.dualMode])
    #expect(coverage.hasCase(about: "ABT-URL-01", in: "abt", .plain))
    #expect(!coverage.hasCase(about: "ABT-URL-03", in: "abt", .plain))
    #expect(!coverage.hasCase(about: "ABT-URL-01", in: "abt", .sole))
    let gaps = coverage.gaps(in: SampleSuite.abt)
    #expect(gaps.map(\.clause.id) == ["ABT-URL-03"])
    #expect(gaps.first?.variants == [.encrypting, .plain])
    #expect(coverage.gaps(in: SampleSuite.dualMode).isEmpty)
  }

  @Test func aClauseOfOneVariantLacksNothingInTheOther() {
    let suite = SampleSuite(
      name: "s",
      clauses: ClauseTable([
        Clause("S-1", .must, "One.", source: "s", only: .encrypting),
        Clause("S-2", .info, "Two.", source: "s"), Clause("S-3", .should, "Three.", source: "s"),
      ]), gaps: ["S-1", "S-2"])
    let gaps = SuiteCoverage([suite]).gaps(in: suite)
    #expect(gaps.map(\.clause.id) == ["S-1"])
    #expect(gaps.first?.variants == [.encrypting])
  }
}
