import Conformance
import SuiteModels
import Suites
import Testing

@Suite struct SuiteHistoryTests {
  @Test func versionsAscendAndSayWhatCame() {
    let versions = SuiteHistory.entries.map(\.version)
    #expect(versions == Set(versions).sorted())
    #expect(SuiteHistory.entries.allSatisfy { !$0.changes.isEmpty })
    #expect(SuiteHistory.current == versions.last)
    #expect(!SuiteHistory.knows("0.1") && SuiteHistory.knows(SuiteHistory.current))
  }

  /// No clause and no case names a version that there is not.
  @Test func everyClauseAndCaseCameWithAVersion() {
    for suite in SuiteCatalogue.usual {
      #expect(suite.clauses.clauses.allSatisfy { SuiteHistory.knows($0.since) })
      #expect(suite.cases(seed: 1).allSatisfy { SuiteHistory.knows($0.since) })
    }
  }

  /// Held to the current version, a suite is what it is.
  @Test func theCurrentVersionIsTheWhole() {
    for suite in SuiteCatalogue.usual {
      let held = suite.asOf(SuiteHistory.current)
      #expect(held.cases(seed: 1).map(\.id) == suite.cases(seed: 1).map(\.id))
      #expect(held.clauses.clauses == suite.clauses.clauses)
      let before = suite.asOf("0.1")
      #expect(before.cases(seed: 1).isEmpty && before.clauses.clauses.isEmpty)
    }
  }
}
