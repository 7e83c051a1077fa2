import Testing

@testable import Conformance

@Suite struct ClauseTests {
  @Test(
    arguments: [
      ("ABT-DATA-08", "ABT-DATA-08", nil), ("ABT-DATA-08/code", "ABT-DATA-08", "code"),
      ("A/b/c", "A", "b/c"), ("A/", "A", ""), ("", "", nil),
    ] as [(String, String, String?)])
  func facetsStandBehindTheFirstSlash(path: String, requirement: String, facet: String?) {
    let id = Clause.ID(path)
    #expect(id.requirement == requirement)
    #expect(id.facet == facet)
    #expect(id.description == path)
  }

  @Test func aFacetIsAClauseOfItsOwn() {
    #expect(Clause.ID("A-1") != Clause.ID("A-1/code"))
    #expect(Clause.ID("A-1") < Clause.ID("A-1/code"))
    let literal: Clause.ID = "A-1"
    #expect(literal == Clause.ID("A-1"))
  }

  private static let table = ClauseTable([
    Clause("B-2", .should, "Second.", source: "s"), Clause("A-1", .must, "First.", source: "s"),
    Clause("A-1/code", .info, "Facet.", source: "s"),
    Clause("B-2", .must, "Again.", source: "s"),
  ])

  @Test func tablesKeepTheOrderOfTheSpecification() {
    #expect(Self.table.position(of: "B-2") == 0)
    #expect(Self.table.position(of: "A-1/code") == 2)
    #expect(Self.table.position(of: "C-3") == 4)
  }

  @Test func ofARepeatedClauseTheFirstCounts() {
    #expect(Self.table["B-2"]?.sentence == "Second.")
    #expect(Self.table.repeatedIDs == ["B-2"])
    #expect(ClauseTable(Array(Self.table.clauses.dropLast())).repeatedIDs.isEmpty)
  }

  @Test func eachFacetHasItsOwnLevelAndTheUnknownIsAMust() {
    #expect(Self.table.level(of: "A-1") == .must)
    #expect(Self.table.level(of: "A-1/code") == .info)
    #expect(Self.table.level(of: "B-2") == .should)
    #expect(Self.table["A-1/other"] == nil)
    #expect(Self.table.level(of: "A-1/other") == .must)
  }

  @Test func familiesAreTheFirstTwoPartsOfAnID() {
    func family(_ path: String) -> String {
      Case(
        suite: "abt", id: CaseID(path), variant: .plain, title: "", targets: [], needs: [],
        origin: .generated(index: 0, seed: 1)
      ).family
    }
    #expect(family("abt/token/truncated/len-63") == "abt/token")
    #expect(family("abt/token") == "abt/token")
    #expect(family("abt") == "abt")
  }
}
