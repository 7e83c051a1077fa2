/// What a run came to, requirement by requirement, each variant on its own.
package struct Scorecard: Sendable {
  /// The score of one clause in one variant.
  package struct Row: Sendable, Hashable {
    /// The names are those of the report.
    package enum Verdict: String, Sendable, CaseIterable {
      case passed, failed, warned, notTested, notClaimed
    }

    package let suite: String
    package let clause: Clause
    package let variant: Variant
    /// Cases about this clause that were judged, and cases about others that found it broken.
    package fileprivate(set) var cases = 0
    /// Those of them that found it broken; known failures too.
    package fileprivate(set) var failed = 0
    /// Those of these that failed as a baseline says.
    package fileprivate(set) var known = 0
    fileprivate var passed = 0
    fileprivate var skipped = 0
    fileprivate var waiting = 0
    /// Whether the implementation claims anything of the suite in this variant.
    fileprivate var isClaimed = true
    /// Whether a case of the run is about the clause; others may have found it broken in passing.
    package fileprivate(set) var isTarget = false

    package var verdict: Verdict {
      if failed > 0 {
        switch clause.level {
        case .must: return .failed
        case .should: return .warned
        case .info: return .passed
        }
      }
      if passed > 0 { return .passed }
      return !isClaimed || skipped > 0 && waiting == 0 ? .notClaimed : .notTested
    }
  }

  /// The rows of one suite in one variant.
  private struct Sheet {
    let suite: String
    let variant: Variant
    let table: ClauseTable
    /// By the place of their clause in the table; nil where no case was about an informational one.
    var rows: [Row?]
    var counts: [Verdict: Int] = [:]
    /// What the cases came to by themselves: a known crash is a crash here.
    var ownCounts: [Verdict: Int] = [:]

    /// `abt/plain`, `appconnect.dualmode`.
    var part: String { variant == .sole ? suite : "\(suite)/\(variant)" }

    /// Where the row of a clause stands, which is made with the first case about it; nil for what is no clause of the suite.
    mutating func place(of id: Clause.ID) -> Int? {
      let place = table.position(of: id)
      guard place < rows.count else { return nil }
      if rows[place] == nil {
        rows[place] = Row(suite: suite, clause: table.clauses[place], variant: variant)
      }
      return place
    }
  }

  private var sheets: [Sheet] = []
  private let tables: [String: ClauseTable]
  private let order: [String]
  private var tally: ChoiceTally
  /// Whether a SHOULD that is not met counts as a failure.
  package let isStrict: Bool
  /// What the run made of its baseline; nil where it had none.
  package var baseline: BaselineRecord?

  /// An empty scorecard over the clauses of some suites.
  package init(_ suites: [any Suite], isStrict: Bool = false) {
    self.isStrict = isStrict
    tables = Dictionary(
      suites.map { ($0.name, $0.clauses) }, uniquingKeysWith: { first, _ in first })
    order = suites.map(\.name)
    tally = ChoiceTally(suites)
  }

  /// Adds what one case came to.
  package mutating func add(_ result: CaseResult) {
    tally.add(result)
    let sheet = sheet(of: result)
    sheets[sheet].counts[result.verdict, default: 0] += 1
    sheets[sheet].ownCounts[result.ownVerdict, default: 0] += 1
    let broken = result.findings.map(\.clause)
    let clauses = result.targets + broken
    for (index, clause) in clauses.enumerated() where !clauses[..<index].contains(clause) {
      guard let place = sheets[sheet].place(of: clause) else { continue }
      sheets[sheet].rows[place]?.count(
        result.isNotJudged ? .notRun : result.ownVerdict, isBroken: broken.contains(clause),
        isTarget: index < result.targets.count, isKnown: result.verdict == .knownFailure)
    }
  }

  private mutating func sheet(of result: CaseResult) -> Int {
    // Results come suite by suite and variant by variant.
    let known = sheets.lastIndex { $0.variant == result.variant && $0.suite == result.suite }
    if let known { return known }
    let table = tables[result.suite] ?? ClauseTable([])
    sheets.append(
      Sheet(
        suite: result.suite, variant: result.variant, table: table,
        // Every MUST and SHOULD has a row, whether a case is about it or not: what is not tested has to show.
        rows: table.clauses.map { clause in
          clause.level == .info || (clause.variant ?? result.variant) != result.variant
            ? nil : Row(suite: result.suite, clause: clause, variant: result.variant)
        }))
    return sheets.count - 1
  }

  /// A row for every MUST and SHOULD, and for what else a case was about: suite by suite, variant by variant, in the order of the specification.
  package var rows: [Row] {
    sheets.sorted { (position($0), $0.variant) < (position($1), $1.variant) }
      .flatMap { sheet in
        let isClaimed = sheet.counts.keys.contains { $0 != .skipped }
        return sheet.rows.compactMap { row in
          row.map {
            var row = $0
            row.isClaimed = isClaimed
            return row
          }
        }
      }
  }

  /// What was done in the free places of the suites that were judged.
  package var choices: [ChoiceTally.Row] { tally.rows }

  /// Takes what was counted of a free place elsewhere; see `ChoiceTally`.
  package mutating func restoreChoices(
    _ suite: String, _ place: FreePlace.ID,
    _ found: [(name: String, cases: Int, example: CaseID, variant: Variant)]
  ) {
    tally.restore(suite, place, found)
  }

  private func position(_ sheet: Sheet) -> Int {
    order.firstIndex(of: sheet.suite) ?? order.count
  }

  /// How many cases of each suite and variant the run had, whatever became of them.
  package var selected: [(suite: String, variant: Variant, cases: Int)] {
    sheets.map { ($0.suite, $0.variant, $0.counts.values.reduce(0, +)) }
  }

  package func count(_ verdict: Verdict) -> Int {
    sheets.reduce(0) { $0 + ($1.counts[verdict] ?? 0) }
  }

  package var total: Int { Verdict.allCases.reduce(0) { $0 + count($1) } }

  /// The verdict over everything.
  package var standing: Standing {
    Standing(
      sheets.reduce(into: [:]) { all, sheet in all.merge(sheet.ownCounts, uniquingKeysWith: +) },
      isStrict: isStrict)
  }

  /// The verdict on each suite and edition: `abt/plain`, `appconnect.dualmode`.
  package var standings: [(part: String, standing: Standing)] {
    sheets.map { ($0.part, Standing($0.ownCounts, isStrict: isStrict)) }.sorted { $0.0 < $1.0 }
  }
}

extension Scorecard.Row {
  fileprivate mutating func count(
    _ verdict: Conformance.Verdict, isBroken: Bool, isTarget: Bool, isKnown: Bool
  ) {
    self.isTarget = self.isTarget || isTarget
    switch verdict {
    case .skipped: skipped += 1
    case .notRun, .adapterFault: waiting += 1
    case _ where isBroken:
      cases += 1
      failed += 1
      if isKnown { known += 1 }
    case .passed, .warned:
      cases += 1
      passed += 1
    default: waiting += 1
    }
  }
}
