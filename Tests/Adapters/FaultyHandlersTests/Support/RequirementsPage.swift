import Conformance
import Foundation
import SuiteModels
import Suites

@testable import FaultyHandlers

/// The list of all requirements, made from the clauses and cases of the suites and from the catalog of faults.
///
/// The text above it is written by hand. The list stands between two comments.
struct RequirementsPage {
  /// The page lacks the comments between which the list belongs.
  struct MissingMarkers: Error {}

  /// One clause, and what the suite and the catalog have for it.
  struct Row {
    let clause: Clause
    /// How many cases are about it, by the pattern that selects their family; a case of both editions counts once.
    let cases: [(pattern: String, count: Int)]
    /// The faults that have to be found by it, in the order of the catalog.
    let faults: [String]
    /// The places that the clause leaves free, where it is recorded what a library does.
    let places: [String]

    /// Whether the gate asks for more faults.
    var needsFaults: Bool { clause.level != .info && faults.count < RequirementsPage.fewestFaults }
  }

  /// How many different mistakes a MUST or SHOULD has to be seen to find.
  static let fewestFaults = 3

  static let path: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { url.deleteLastPathComponent() }
    return url.path + "/Sources/Programs/assay/Assay.docc/Requirements.md"
  }()

  private static let begin =
    "<!-- requirements: made from the clauses, the cases and the faults -->\n"
  private static let end = "<!-- requirements: end -->"

  let suites: [(name: String, rows: [Row])]

  init(_ suites: [any Conformance.Suite], _ faults: [Fault]) {
    self.suites = suites.map { suite in
      var families: [Clause.ID: [(pattern: String, ids: Set<CaseID>)]] = [:]
      for item in suite.cases(seed: 1) {
        let pattern = item.id.path == item.family ? item.family : item.family + "/**"
        for target in item.targets {
          var known = families[target] ?? []
          let place = known.firstIndex { $0.pattern == pattern } ?? known.count
          if place == known.count { known.append((pattern, [])) }
          known[place].ids.insert(item.id)
          families[target] = known
        }
      }
      let rows = suite.clauses.clauses.map { clause in
        Row(
          clause: clause, cases: (families[clause.id] ?? []).map { ($0.pattern, $0.ids.count) },
          faults: faults.filter {
            $0.change.suite == suite.name && $0.requirements.contains(clause.id.path)
          }.map(\.name),
          places: suite.freePlaces.filter {
            $0.source.components(separatedBy: ", ").contains(clause.id.path)
          }.map(\.id.path))
      }
      return (suite.name, rows)
    }
  }

  /// `page` with the list as it should be.
  func updated(_ page: String) throws(MissingMarkers) -> String {
    guard let first = page.range(of: Self.begin),
      let last = page.range(of: Self.end, range: first.upperBound..<page.endIndex)
    else { throw MissingMarkers() }
    var page = page
    page.replaceSubrange(first.upperBound..<last.lowerBound, with: text)
    return page
  }

  private var text: String {
    "\n" + overview + "\n" + gaps
      + suites.map { suite in
        "\n## \(suite.name)\n" + suite.rows.map(Self.section).joined()
      }.joined() + "\n"
  }

  // MARK: Overview

  private var overview: String {
    var text = """
      | suite | MUST | SHOULD | informational | without a case | with fewer than three faults |
      |---|---|---|---|---|---|

      """
    for (name, rows) in suites {
      func count(_ level: Level) -> Int { rows.count { $0.clause.level == level } }
      let uncovered = rows.count { $0.clause.level != .info && $0.cases.isEmpty }
      text +=
        "| `\(name)` | \(count(.must)) | \(count(.should)) | \(count(.info)) | \(uncovered) "
        + "| \(rows.count(where: \.needsFaults)) |\n"
    }
    return text
  }

  /// The MUSTs and SHOULDs that too few faults break.
  private var gaps: String {
    let rows = suites.flatMap(\.rows)
    let bound = rows.count { $0.clause.level != .info }
    let thin = rows.filter(\.needsFaults)
    var text = "## Fewer than three faults\n\n"
    guard !thin.isEmpty else {
      return text
        + "Each of the \(bound) MUST and SHOULD clauses is broken by at least three faults.\n"
    }
    text +=
      "\(thin.count) of the \(bound) MUST and SHOULD clauses \(thin.count == 1 ? "is" : "are") broken by "
      + "fewer than three faults:\n\n| requirement | level | faults |\n|---|---|---|\n"
    for row in thin {
      text +=
        "| \(row.clause.id) | \(Self.word(row.clause.level)) "
        + "| \(row.faults.isEmpty ? "none" : Self.code(row.faults)) |\n"
    }
    return text
  }

  // MARK: One clause

  private static func section(_ row: Row) -> String {
    let clause = row.clause
    var facts = [word(clause.level), "since \(clause.since)", source(of: clause)]
    if let variant = clause.variant { facts.insert("only the \(variant) edition", at: 1) }
    let cases = row.cases.map { "`\($0.pattern)` \($0.count)" }.joined(separator: ", ")
    let total = row.cases.map(\.count).reduce(0, +)
    return """

      ### \(clause.id)

      *\(facts.joined(separator: " · "))*

      \(escaped(clause.sentence))

      - Cases: \(total == 0 ? "none" : "\(total) (\(cases))")
      - Faults: \(row.faults.isEmpty ? "none" : "\(row.faults.count) (\(code(row.faults)))")

      """ + (row.places.isEmpty ? "" : "- Recorded: \(code(row.places))\n")
  }

  /// The source, as a link to the section that lays the clause down.
  private static func source(of clause: Clause) -> String {
    let words = escaped(clause.source)
    return ClauseSections.place(of: clause.id.requirement).map { "[\(words)](\($0.link))" } ?? words
  }

  private static func code(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// Sentences are plain text: nothing in them is markup.
  private static func escaped(_ sentence: String) -> String {
    var text = ""
    for character in sentence {
      if "\\`*_<>[]".contains(character) { text.append("\\") }
      text.append(character)
    }
    return text
  }

  private static func word(_ level: Level) -> String {
    switch level {
    case .must: "MUST"
    case .should: "SHOULD"
    case .info: "informational"
    }
  }
}
