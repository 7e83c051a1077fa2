import Conformance
import SuiteModels
import Suites

/// The values of the template `matrix`: several reports side by side, requirement by requirement.
package struct MatrixPage: Sendable {
  /// More columns than these are no use to anybody.
  package static let maxReports = 24

  struct Tested: Sendable {
    let name: String
    let version: String
    let language: String
    let mark: PageMark
    let started: String
    let assay: String
    let score: String
    let bar: String
    let cases: String
  }

  struct Column: Sendable {
    let name: String
    let version: String
    let edition: String
    let score: String
    let bar: String
  }

  struct Row: Sendable {
    let id: String
    let level: String
    let sentence: String
    let source: String
    let states: [RequirementPage.State]
    /// Whether the implementations did not all come to the same.
    let differs: Bool
    let differsWord: String
    let hasFailed: Bool
  }

  struct SectionRows: Sendable {
    let title: String
    let code: String
    let rows: [Row]
    let width: Int
  }

  struct SuiteTable: Sendable {
    let suite: String
    let anchor: String
    let columns: [Column]
    let sections: [SectionRows]
  }

  let heading: String
  let lead: String
  let reports: [Tested]
  /// Why the reports may not be compared as they stand.
  let warnings: [String]
  let suites: [SuiteTable]
  let assayVersion: String

  /// Writes the page, whole or not at all where it has a path.
  ///
  /// - Parameter version: that of this program.
  package static func write(
    _ reports: [Report], _ context: ReportContext, version: String, to file: OutputFile
  ) throws(OutputFault) {
    let page = MatrixPage(reports, context, version: version)
    try file.write(PageTemplate.usual(.matrix).text(title: page.heading, page).utf8)
  }

  init(_ reports: [Report], _ context: ReportContext, version: String) {
    let names = RequirementPage.ordered(
      reports.map { VisibleText.shown($0.implementation.name, maxCharacters: 60) })
    heading =
      names.count == 1
      ? "\(names[0]), version by version"
      : names.count <= 3
        ? names.joined(separator: ", ") : "\(Count.text(names.count)) implementations"
    let conforming = reports.count { $0.standing == .conforming }
    lead =
      "\(Count.text(conforming)) of \(Count.text(reports.count, "report")) conform in what they tested. A requirement is passed where every case about it that ran was."
    self.reports = reports.map(Self.tested)
    warnings = Self.warnings(reports)
    assayVersion = version
    let rows = reports.enumerated().flatMap { index, report in
      report.requirements.filter { $0.level != .info }.prefix(RequirementPage.maxRows).map {
        (report: index, row: $0)
      }
    }
    let order = RequirementPage.ordered(rows.map(\.row.suite)).prefix(ReportCounts.maxParts)
    suites = order.enumerated().map { number, suite in
      Self.table(
        suite, rows.filter { $0.row.suite == suite }, reports, context,
        anchor: "suite-\(number + 1)")
    }
  }

  private static func tested(_ report: Report) -> Tested {
    let about = report.implementation
    let all = report.requirements.count { $0.level != .info }
    return Tested(
      name: VisibleText.shown(about.name, maxCharacters: 80),
      version: VisibleText.shown(about.version, maxCharacters: 40),
      language: VisibleText.shown(about.language, maxCharacters: 40),
      mark: PageMark(report.standing), started: Timestamp.readable(report.started),
      assay: VisibleText.shown(
        "\(report.assayVersion), suites \(report.suiteVersion)", maxCharacters: 60),
      score: "\(Count.text(report.requirements(.passed))) of \(Count.text(all))",
      bar: ReportPage.bar([
        ("plot-good", report.requirements(.passed)), ("plot-bad", report.requirements(.failed)),
        ("plot-doubtful", report.requirements(.warned)),
        ("plot-quiet", report.requirements(.notTested) + report.requirements(.notClaimed)),
      ]), cases: Count.text(report.summary.total))
  }

  private static func warnings(_ reports: [Report]) -> [String] {
    var words: [String] = []
    if Set(reports.map(\.suiteVersion)).count > 1 {
      words.append(
        "The reports are of different versions of the suites: what is not there in an older one was not asked."
      )
    }
    if Set(reports.map(\.seed)).count > 1 {
      words.append("The reports are of different seeds: their generated cases differ.")
    }
    let narrowed = reports.filter { report in
      ["select", "skip", "requirement", "level", "suite", "edition"].contains {
        !report.values(of: $0).isEmpty
      }
    }
    if !narrowed.isEmpty {
      words.append(
        "\(narrowed.count == 1 ? "One report is" : "\(narrowed.count) reports are") of a part of the cases only: \(narrowed.prefix(6).map { VisibleText.shown("\($0.implementation.name) \($0.implementation.version)", maxCharacters: 80) }.joined(separator: ", "))."
      )
    }
    if reports.contains(where: \.isInterrupted) {
      words.append("At least one run was interrupted: only what ran is judged.")
    }
    return words
  }

  private struct Place: Hashable {
    let report: Int
    let variant: Variant
  }

  private static func table(
    _ suite: String, _ rows: [(report: Int, row: Report.Requirement)], _ reports: [Report],
    _ context: ReportContext, anchor: String
  ) -> SuiteTable {
    let variants = RequirementPage.ordered(rows.map(\.row.variant))
    // The editions one after the other, in each the reports: what is compared stands side by side.
    let places = variants.flatMap { variant in
      reports.indices.filter { index in
        rows.contains { $0.report == index && $0.row.variant == variant }
      }.map { Place(report: $0, variant: variant) }
    }
    var found: [Place: [Clause.ID: Report.Requirement]] = [:]
    for (report, row) in rows {
      found[Place(report: report, variant: row.variant), default: [:]][row.clause] = row
    }
    let clauses = RequirementPage.ordered(rows.map(\.row.clause))
    let codes = RequirementPage.ordered(
      clauses.map { ClauseSections.section(of: $0.requirement) })
    let bySection = Dictionary(grouping: clauses) { ClauseSections.section(of: $0.requirement) }
    return SuiteTable(
      suite: VisibleText.shown(suite, maxCharacters: 80), anchor: anchor,
      columns: places.map { place in
        let own = found[place].map { Array($0.values) } ?? []
        func count(_ verdict: Scorecard.Row.Verdict) -> Int {
          own.count { $0.verdict == verdict }
        }
        let about = reports[place.report].implementation
        return Column(
          name: VisibleText.shown(about.name, maxCharacters: 40),
          version: VisibleText.shown(about.version, maxCharacters: 24),
          edition: place.variant == .sole
            ? "" : VisibleText.shown(place.variant.name, maxCharacters: 24),
          score: "\(Count.text(count(.passed))) of \(Count.text(own.count))",
          bar: ReportPage.bar([
            ("plot-good", count(.passed)), ("plot-bad", count(.failed)),
            ("plot-doubtful", count(.warned)),
            ("plot-quiet", count(.notTested) + count(.notClaimed)),
          ]))
      },
      sections: codes.map { code in
        SectionRows(
          title: ClauseSections.title(of: code) ?? VisibleText.shown(code, maxCharacters: 60),
          code: VisibleText.shown(code, maxCharacters: 60),
          rows: (bySection[code] ?? []).map { id in
            row(id, places.map { found[$0]?[id] }, places, context.clause(suite, id))
          }, width: places.count + 1)
      })
  }

  private static func row(
    _ id: Clause.ID, _ own: [Report.Requirement?], _ places: [Place], _ clause: Clause?
  ) -> Row {
    let verdicts = Set(own.compactMap(\.?.verdict))
    let differs = verdicts.count > 1
    return Row(
      id: VisibleText.shown(id.path, maxCharacters: 80),
      level: (own.lazy.compactMap(\.?.level).first ?? .must).word,
      sentence: clause?.sentence ?? "This version of assay has no requirement of this name.",
      source: clause?.sourceAndPlace ?? "",
      states: own.map { row in
        guard let row else {
          return RequirementPage.State(
            mark: PageMark(.quiet, "not there", sign: " "), cases: "", edition: "", isAbsent: true)
        }
        return RequirementPage.State(
          mark: PageMark(row.verdict), cases: RequirementPage.cases(row), edition: "",
          isAbsent: false)
      }, differs: differs, differsWord: differs ? "differs: " : "",
      hasFailed: verdicts.contains(.failed))
  }
}
