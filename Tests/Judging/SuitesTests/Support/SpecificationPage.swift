import Conformance
import Foundation
import SuiteModels
import Suites
import WireFormat

/// The pages of the specification, of which the tables are made from the clauses, the free places and the default dialect.
///
/// The text around them is written by hand. A table stands between two comments, `<!-- ABT-TOK: made from the code -->` and
/// `<!-- ABT-TOK: end -->`.
enum SpecificationPage {
  /// The pages, in the folder of the documentation, with the suites that they lay down.
  static let pages: [(name: String, suites: [String])] = [
    ("Protocol.md", ["abt", "abt.manager"]),
    (
      "AppConnect.md",
      [
        "appconnect.config", "appconnect.openfrom", "appconnect.dualmode", "appconnect.lifecycle",
      ]
    ),
    ("ManagedConfiguration.md", ["managed-config"]),
  ]

  static let folder: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { url.deleteLastPathComponent() }
    return url.path + "/Sources/Programs/assay/Assay.docc/"
  }()

  struct MissingMarkers: Error {
    /// The table that has no place on the page.
    let table: String
  }

  /// `text` of a page with its tables as they should be.
  static func updated(_ text: String, page name: String) throws(MissingMarkers) -> String {
    var text = text
    for (table, rows) in tables(of: name) {
      let begin = "<!-- \(table): made from the code -->\n"
      let end = "<!-- \(table): end -->"
      guard let first = text.range(of: begin),
        let last = text.range(of: end, range: first.upperBound..<text.endIndex)
      else { throw MissingMarkers(table: table) }
      text.replaceSubrange(first.upperBound..<last.lowerBound, with: rows)
    }
    return text
  }

  /// The tables of a page by name: the requirements and the free places of each section, and on the page of the protocol its names.
  static func tables(of page: String) -> [(name: String, text: String)] {
    let suites = suites(of: page)
    var tables: [(name: String, text: String)] = []
    var sections: [String] = []
    for clause in suites.flatMap(\.clauses.clauses) {
      let section = ClauseSections.section(of: clause.id.requirement)
      if !sections.contains(section) { sections.append(section) }
    }
    for section in sections {
      tables.append((section, requirements(section, suites)))
      let places = suites.flatMap { suite in
        suite.freePlaces.filter { Self.section(of: $0, in: suite) == section }
      }
      if !places.isEmpty { tables.append(("\(section) free", Self.places(places, on: page))) }
    }
    if page == "Protocol.md" { tables += WireTables.profile1 }
    return tables
  }

  static func suites(of page: String) -> [any Conformance.Suite] {
    let names = pages.first { $0.name == page }?.suites ?? []
    return SuiteCatalogue.usual.filter { names.contains($0.name) }
  }

  /// The section of the first requirement or numbered section that a free place names; the first of its suite if it names none.
  static func section(of place: FreePlace, in suite: any Conformance.Suite) -> String {
    if let id = place.source.firstMatch(of: #/[A-Z]+(-[A-Z]+)?-\d\d/#)?.output.0,
      suite.clauses[Clause.ID(String(id))] != nil
    {
      return ClauseSections.section(of: String(id))
    }
    let sections = suite.clauses.clauses.map { ClauseSections.section(of: $0.id.requirement) }
    let number = place.source.firstMatch(of: #/(?i)section (\d(\.\d+)?)/#).map {
      String($0.output.1)
    }
    let named = sections.first { ClauseSections.place(of: $0 + "-01")?.number == number }
    // Section 2 of the protocol: its names and codes are those of callbacks.
    return named ?? (suite.name == "abt" ? "ABT-CB" : sections[0])
  }

  // MARK: Rows

  private static func requirements(_ section: String, _ suites: [any Conformance.Suite]) -> String {
    let clauses = suites.flatMap(\.clauses.clauses).filter {
      ClauseSections.section(of: $0.id.requirement) == section
    }
    return clauses.reduce("| requirement | level | what is demanded |\n|---|---|---|\n") {
      let edition = $1.variant.map { " *Only the \($0) edition.*" } ?? ""
      return $0 + "| \(link($1.id)) | \(word($1.level)) | \(linked($1.sentence))\(edition) |\n"
    }
  }

  private static func places(_ places: [FreePlace], on page: String) -> String {
    places.reduce(
      "| free place | what may be done in one way or another | left open by |\n|---|---|---|\n"
    ) {
      $0 + "| `\($1.id)` | \(linked($1.sentence)) | \(linked($1.source)) |\n"
    }
  }

  private static func link(_ id: Clause.ID) -> String {
    "[\(id)](Requirements.md#\(SpecificationPlace.anchor(of: id.path)))"
  }

  private static func word(_ level: Level) -> String {
    switch level {
    case .must: "MUST"
    case .should: "SHOULD"
    case .info: "informational"
    }
  }

  /// Text without markup of its own; requirements and the protocol's sections that it names are links.
  static func linked(_ sentence: String) -> String {
    var text = ""
    for character in sentence {
      if "\\`*_<>[]|".contains(character) { text.append("\\") }
      text.append(character)
    }
    text = text.replacing(#/\b(ABT|ACC|MGR|MC)(-[A-Z]+)?-\d\d\b/#) { match in
      let id = String(match.output.0)
      return "[\(id)](Requirements.md#\(SpecificationPlace.anchor(of: id)))"
    }
    return text.replacing(#/(RFC \d+,? )?[Ss]ection (\d(\.\d+)?)/#) { match in
      guard match.output.1 == nil, let link = sections[String(match.output.2)] else {
        return String(match.output.0)
      }
      return "[\(match.output.0)](Protocol.md#\(link))"
    }
  }

  /// The anchors of the numbered headings on the page of the protocol, which sentences name by number.
  private static let sections: [String: String] = {
    let text = (try? String(contentsOfFile: folder + "Protocol.md", encoding: .utf8)) ?? ""
    return anchors(in: text).numbers
  }()

  /// The anchors of all headings of a page, and those of the numbered ones by number.
  static func anchors(in text: String) -> (all: [String], numbers: [String: String]) {
    var all: [String] = []
    var numbers: [String: String] = [:]
    for match in text.matches(of: #/(?m)^#+ (.+)$/#) {
      let heading = String(match.output.1)
      let anchor = SpecificationPlace.anchor(of: heading)
      all.append(anchor)
      if let number = heading.firstMatch(of: #/^\d(\.\d+)?(?= )/#) {
        numbers[String(number.output.0)] = anchor
      }
    }
    return (all, numbers)
  }
}
