import Conformance
import SuiteModels
import Suites

/// The requirements of one suite: a grid of tiles by section for each edition, and a table in words.
struct RequirementPage: Sendable {
  /// More rows than any suite has; a foreign report may have any number.
  static let maxRows = 6_000

  struct Tile: Sendable {
    let label: String
    let target: String
    /// `ABT-TOK-05, MUST, failed in 1 of 3 cases. The token …`
    let words: String
    let mark: PageMark
    let isMust: Bool
  }

  struct SectionTiles: Sendable {
    let title: String
    let tiles: [Tile]
  }

  struct Edition: Sendable {
    let name: String
    /// Whether it has a heading: the only one of a suite is named by that.
    let isNamed: Bool
    let score: String
    let sections: [SectionTiles]
  }

  struct State: Sendable {
    let mark: PageMark
    /// `1 of 3 cases`; empty where there was none.
    let cases: String
    let edition: String
    /// Whether the clause is not there in this edition.
    let isAbsent: Bool
  }

  struct Row: Sendable {
    let anchor: String
    let id: String
    let level: String
    let sentence: String
    let source: String
    let states: [State]
    /// What the search looks at beside the text: words of the verdicts.
    let search: String
  }

  struct SectionRows: Sendable {
    let title: String
    let code: String
    let rows: [Row]
    let columns: Int
  }

  let suite: String
  let editions: [Edition]
  let columns: [String]
  let sections: [SectionRows]
  /// How many rows are left out, in words.
  let more: [String]

  static func all(_ report: Report, _ context: ReportContext) -> [RequirementPage] {
    var anchors = Anchors()
    var left = maxRows
    var pages: [RequirementPage] = []
    let rows = report.requirements.filter { $0.level != .info }
    for suite in ordered(rows.map(\.suite)) {
      let own = rows.filter { $0.suite == suite }
      pages.append(
        RequirementPage(suite, Array(own.prefix(left)), context, &anchors, all: own.count))
      left = max(0, left - own.count)
      if pages.count == ReportCounts.maxParts { break }
    }
    return pages
  }

  private init(
    _ suite: String, _ rows: [Report.Requirement], _ context: ReportContext,
    _ anchors: inout Anchors, all: Int
  ) {
    self.suite = VisibleText.shown(suite, maxCharacters: 80)
    let variants = Self.ordered(rows.map(\.variant))
    columns = variants.map { $0 == .sole ? "State" : VisibleText.shown($0.name, maxCharacters: 40) }
    more =
      all > rows.count ? ["and \(Count.text(all - rows.count, "more row")) in report.json"] : []
    let clauses = Self.ordered(rows.map(\.clause))
    let names = clauses.reduce(into: [:]) { $0[$1] = anchors.name($1.path) }
    let byClause = Dictionary(grouping: rows, by: \.clause)
    let bySection = Dictionary(grouping: clauses) { ClauseSections.section(of: $0.requirement) }
    let order = Self.ordered(clauses.map { ClauseSections.section(of: $0.requirement) })
    sections = order.map { code in
      SectionRows(
        title: ClauseSections.title(of: code) ?? VisibleText.shown(code, maxCharacters: 60),
        code: VisibleText.shown(code, maxCharacters: 60),
        rows: (bySection[code] ?? []).map { clause in
          Self.row(suite, clause, byClause[clause] ?? [], variants, context, names[clause] ?? "")
        }, columns: variants.count + 3)
    }
    editions = variants.map { variant in
      let own = rows.filter { $0.variant == variant }
      let tiles = Dictionary(grouping: own) { ClauseSections.section(of: $0.clause.requirement) }
      return Edition(
        name: VisibleText.shown(partName(suite: suite, variant: variant), maxCharacters: 80),
        isNamed: variant != .sole,
        score:
          "\(Count.text(own.count { $0.verdict == .passed })) of \(Count.text(own.count)) requirements passed",
        sections: order.compactMap { code in
          guard let own = tiles[code] else { return nil }
          return SectionTiles(
            title: ClauseSections.title(of: code) ?? VisibleText.shown(code, maxCharacters: 60),
            tiles: own.map { row in
              Self.tile(row, code, context.clause(suite, row.clause), names[row.clause] ?? "")
            })
        })
    }
  }

  private static func tile(
    _ row: Report.Requirement, _ section: String, _ clause: Clause?, _ anchor: String
  ) -> Tile {
    let mark = PageMark(row.verdict)
    let id = VisibleText.shown(row.clause.path, maxCharacters: 60)
    let short = id.hasPrefix(section + "-") ? String(id.dropFirst(section.count + 1)) : id
    let cases = Self.cases(row)
    return Tile(
      label: short, target: "#\(anchor)",
      words: "\(id), \(row.level.word), \(mark.word)\(cases.isEmpty ? "" : ", \(cases)"). "
        + (clause?.sentence ?? ""),
      mark: mark, isMust: row.level == .must)
  }

  private static func row(
    _ suite: String, _ id: Clause.ID, _ rows: [Report.Requirement], _ variants: [Variant],
    _ context: ReportContext, _ anchor: String
  ) -> Row {
    let clause = context.clause(suite, id)
    let states = variants.map { variant in
      let name = variant == .sole ? "State" : VisibleText.shown(variant.name, maxCharacters: 40)
      guard let row = rows.first(where: { $0.variant == variant }) else {
        return State(
          mark: PageMark(.quiet, "not there", sign: " "), cases: "", edition: name, isAbsent: true)
      }
      return State(
        mark: PageMark(row.verdict), cases: cases(row), edition: name, isAbsent: false)
    }
    return Row(
      anchor: anchor, id: VisibleText.shown(id.path, maxCharacters: 80),
      level: (rows.first?.level ?? .must).word,
      sentence: clause?.sentence ?? "This version of assay has no requirement of this name.",
      source: clause?.sourceAndPlace ?? "", states: states,
      search: states.filter { !$0.isAbsent }.map(\.mark.word).joined(separator: " "))
  }

  static func cases(_ row: Report.Requirement) -> String {
    if row.failed > 0 {
      return "\(Count.text(row.failed)) of \(Count.text(row.cases, "case"))"
        + (row.known > 0 ? ", \(Count.text(row.known)) of them known" : "")
    }
    return row.cases > 0 ? Count.text(row.cases, "case") : ""
  }

  /// Each value once, in the order in which they come.
  static func ordered<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
  }
}

extension Level {
  /// As specifications write it.
  var word: String {
    switch self {
    case .must: "MUST"
    case .should: "SHOULD"
    case .info: "information"
    }
  }
}

/// Names of places in a page, each given once: the requirement's own where it is fit for one.
struct Anchors {
  private var given: Set<String> = []

  mutating func name(_ id: String) -> String {
    let isFit =
      !id.isEmpty && id.utf8.count <= 80
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "/"),
          UInt8(ascii: "."), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    // Names with a capital are requirements; places of the template have none.
    let isOurs = id.utf8.first.map { (0x41...0x5A).contains($0) } == true
    let name = isFit && isOurs ? id : "requirement-\(given.count)"
    guard given.insert(name).inserted else {
      let other = "requirement-\(given.count)"
      given.insert(other)
      return other
    }
    return name
  }
}
