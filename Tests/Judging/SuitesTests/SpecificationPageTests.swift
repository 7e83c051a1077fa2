import Conformance
import Foundation
import SuiteModels
import Suites
import Testing

/// The specification in the documentation: its tables are what the code says, and whatever names a part of it leads there.
@Suite("The pages of the specification")
struct SpecificationPageTests {
  private static func text(_ page: String) throws -> String {
    try String(contentsOfFile: SpecificationPage.folder + page, encoding: .utf8)
  }

  @Test("have the tables of the code", arguments: SpecificationPage.pages.map(\.name))
  func areUpToDate(page: String) throws {
    let text = try Self.text(page)
    let updated = try SpecificationPage.updated(text, page: page)
    guard text != updated else { return }
    guard ProcessInfo.processInfo.environment["ASSAY_UPDATE_DOCUMENTS"] == "1" else {
      Issue.record(
        """
        Assay.docc/\(page) is not what clauses, free places and the default dialect say. Rewrite its tables with
          ASSAY_UPDATE_DOCUMENTS=1 swift test --filter SpecificationPageTests
        and read what has changed.
        """)
      return
    }
    try updated.write(toFile: SpecificationPage.folder + page, atomically: false, encoding: .utf8)
    Issue.record("Assay.docc/\(page) has been rewritten; run the test once more.")
  }

  @Test("lay down every requirement, under the heading that reports name")
  func places() throws {
    for (page, _) in SpecificationPage.pages {
      let text = try Self.text(page)
      let sections = text.components(separatedBy: "\n#")
      for clause in SpecificationPage.suites(of: page).flatMap(\.clauses.clauses) {
        let place = try #require(ClauseSections.place(of: clause.id.requirement), "\(clause.id)")
        #expect(place.page == page)
        let section = sections.first { $0.drop { $0 == "#" }.hasPrefix(" \(place.heading)\n") }
        #expect(section?.contains("| [\(clause.id)](Requirements.md#") == true, "\(clause.id)")
        if let number = clause.source.firstMatch(
          of: #/^configuration-URL protocol, section ([\d.]+) \((.+)\)$/#)
        {
          #expect(number.output.1 == place.number && number.output.2 == place.title, "\(clause.id)")
        }
      }
    }
  }

  @Test("are what sources, sentences and links lead to")
  func links() throws {
    let pages = try SpecificationPage.pages.map { ($0.name, try Self.text($0.name)) }
    let anchors = Dictionary(
      uniqueKeysWithValues: try (pages.map(\.0) + ["Requirements.md", "Classification.md"]).map {
        ($0, Set(SpecificationPage.anchors(in: try Self.text($0)).all))
      })
    for (page, text) in pages {
      let numbers = SpecificationPage.anchors(in: text).numbers
      for suite in SpecificationPage.suites(of: page) {
        for place in suite.freePlaces {
          #expect(text.contains("\n| `\(place.id)` |"), "\(place.id)")
          for named in place.source.matches(of: #/(?i)section (\d(\.\d+)?)/#) {
            #expect(numbers[String(named.output.1)] != nil, "\(place.id): \(place.source)")
          }
        }
      }
      for link in text.matches(of: #/\]\(([A-Za-z]*\.md)?#([^)]+)\)/#) {
        let target = link.output.1.map(String.init) ?? page
        #expect(
          anchors[target]?.contains(String(link.output.2)) != false, "\(page): \(link.output.0)")
      }
    }
  }

  @Test("link what a sentence names, and nothing that belongs to another document")
  func sentences() {
    #expect(
      SpecificationPage.linked("as ABT-ROB-02 says; *not* RFC 4648 section 3.3")
        == "as [ABT-ROB-02](Requirements.md#abt-rob-02) says; \\*not\\* RFC 4648 section 3.3")
    #expect(
      SpecificationPage.linked("What section 2.1 leaves")
        == "What [section 2.1](Protocol.md#21-where-a-reader-is-bound-and-where-it-is-free) leaves")
    #expect(SpecificationPlace.anchor(of: "ABT-DATA-08/code") == "abt-data-08code")
  }

  @Test("have a place for every table")
  func markers() {
    #expect(throws: SpecificationPage.MissingMarkers.self) {
      try SpecificationPage.updated("# nothing", page: "Protocol.md")
    }
  }
}
