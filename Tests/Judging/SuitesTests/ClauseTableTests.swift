import Conformance
import Testing

@testable import SuiteModels
@testable import Suites

@Suite struct ClauseTableTests {
  private static let suites: [any Suite] = [
    ABT.suite(), ABTManager.suite, AppConnectConfig.suite, AppConnectOpenFrom.suite, DualMode.suite,
    ManagedConfig.suite, Lifecycle.suite,
  ]

  @Test func allSuitesLintClean() {
    for suite in Self.suites { #expect(suite.lint == [], "\(suite.name)") }
  }

  @Test func idsAreUniqueAndOfTheirSuite() {
    for suite in Self.suites {
      let ids = suite.clauses.clauses.map(\.id)
      #expect(Set(ids).count == ids.count)
      let prefixes = [
        "abt": "ABT-", "abt.manager": "MGR-", "appconnect.config": "ACC-CFG-",
        "appconnect.openfrom": "ACC-OF-",
        "appconnect.dualmode": "ACC-DM-", "appconnect.lifecycle": "ACC-LC-",
        "managed-config": "MC-",
      ]
      let prefix = prefixes[suite.name] ?? "?"
      #expect(ids.allSatisfy { $0.path.hasPrefix(prefix) })
    }
  }

  @Test func sentencesAndSourcesAreThere() {
    for clause in Self.suites.flatMap(\.clauses.clauses) {
      // A sentence may end inside of a remark in parentheses.
      #expect(
        clause.sentence.hasSuffix(".") || clause.sentence.hasSuffix(".)"), "\(clause.id)")
      #expect(clause.sentence.first?.isWhitespace == false, "\(clause.id)")
      #expect(!clause.source.isEmpty, "\(clause.id)")
      #expect(!clause.sentence.contains("`") && !clause.sentence.contains("  "), "\(clause.id)")
    }
  }

  @Test func everyFacetStandsBehindItsRequirement() {
    for suite in Self.suites {
      for clause in suite.clauses.clauses where clause.id.facet != nil {
        let requirement = Clause.ID(clause.id.requirement)
        #expect(suite.clauses[requirement] != nil, "\(clause.id)")
        #expect(
          suite.clauses.position(of: requirement) < suite.clauses.position(of: clause.id))
      }
    }
  }

  @Test func requirementsAreNumberedWithoutGaps() {
    for suite in Self.suites {
      var numbers: [String: Set<Int>] = [:]
      for clause in suite.clauses.clauses {
        let parts = clause.id.requirement.split(separator: "-")
        numbers[parts.dropLast().joined(separator: "-"), default: []].insert(Int(parts.last!) ?? -1)
      }
      for (section, found) in numbers {
        #expect(found == Set(1...found.count), "\(section)")
      }
    }
  }

  @Test func caseIDsAreStablePaths() {
    for suite in Self.suites {
      #expect(!suite.cases(seed: 1).isEmpty)
      for summary in suite.cases(seed: 1) {
        #expect(summary.id.path.hasPrefix(suite.name + "/"))
        #expect(!summary.title.isEmpty && summary.title.hasSuffix("."), "\(summary.id)")
        #expect(
          summary.id.path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2A && $0 != 0x3F },
          "\(summary.id)")
        #expect(!summary.id.path.contains("//") && !summary.id.path.hasSuffix("/"))
      }
    }
  }

  /// A clause that shows by the demands of others would make a failure of a warning if their levels differed.
  @Test func aClauseIsShownByClausesOfItsLevel() {
    for suite in Self.suites {
      for clause in suite.clauses.clauses {
        for other in clause.shownBy {
          #expect(
            suite.clauses[other] != nil && suite.clauses.level(of: other) == clause.level,
            "\(clause.id): \(other)")
        }
      }
    }
  }
}
