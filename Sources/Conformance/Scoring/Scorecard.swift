/// What a run came to, requirement by requirement, each variant on its own.
package struct Scorecard: Sendable {
  /// The score of one clause in one variant.
  package struct Row: Sendable, Hashable {
    /// The names are those of the report.
    package enum Verdict: String, Codable, Sendable {
      case passed, failed, warned, notTested, notClaimed
    }

    package let suite: String
    package let clause: Clause
    package let variant: Variant
    /// Cases about this clause that were judged, and cases about others that found it broken.
    package fileprivate(set) var cases = 0
    /// Those of them that found it broken; known failures too.
    package fileprivate(set) var failed = 0
    fileprivate var passed = 0
    fileprivate var skipped = 0
    fileprivate var waiting = 0

    package var verdict: Verdict {
      if failed > 0 {
        switch clause.level {
        case .must: return .failed
        case .should: return .warned
        case .info: return .passed
        }
      }
      if passed > 0 { return .passed }
      return skipped > 0 && waiting == 0 ? .notClaimed : .notTested
    }
  }

  private struct Key: Hashable {
    let suite: String
    let variant: Variant
    let clause: Clause.ID
  }

  private var rowsByKey: [Key: Row] = [:]
  private var counts: [Verdict: Int] = [:]
  private var verdictsByPart: [String: [Verdict: Int]] = [:]
  private let tables: [String: ClauseTable]
  private let order: [String]

  /// An empty scorecard over the clauses of some suites.
  package init(_ suites: [any Suite]) {
    tables = Dictionary(
      suites.map { ($0.name, $0.clauses) }, uniquingKeysWith: { first, _ in first })
    order = suites.map(\.name)
  }

  /// Adds what one case came to.
  package mutating func add(_ result: CaseResult) {
    counts[result.verdict, default: 0] += 1
    let part =
      result.variant == .sole ? result.suite : "\(result.suite)/\(result.variant)"
    verdictsByPart[part, default: [:]][result.verdict, default: 0] += 1
    let broken = Set(result.findings.map(\.clause))
    for clause in Set(result.targets).union(broken) {
      update(result, clause) { row in
        switch result.verdict {
        case .skipped: row.skipped += 1
        case .notRun, .adapterFault: row.waiting += 1
        default:
          if broken.contains(clause) {
            row.cases += 1
            row.failed += 1
          } else if [.passed, .warned, .unexpectedPass].contains(result.verdict) {
            row.cases += 1
            row.passed += 1
          } else {
            row.waiting += 1
          }
        }
      }
    }
  }

  private mutating func update(
    _ result: CaseResult, _ id: Clause.ID, _ change: (inout Row) -> Void
  ) {
    guard let clause = tables[result.suite]?[id] else { return }
    let key = Key(suite: result.suite, variant: result.variant, clause: id)
    var row = rowsByKey[key] ?? Row(suite: result.suite, clause: clause, variant: result.variant)
    change(&row)
    rowsByKey[key] = row
  }

  /// All rows that a case was about: suite by suite, variant by variant, in the order of the specification.
  package var rows: [Row] {
    rowsByKey.values.sorted { left, right in
      let first = (
        position(left), left.variant, tables[left.suite]?.position(of: left.clause.id) ?? 0
      )
      let second = (
        position(right), right.variant, tables[right.suite]?.position(of: right.clause.id) ?? 0
      )
      return first < second
    }
  }

  private func position(_ row: Row) -> Int { order.firstIndex(of: row.suite) ?? order.count }

  package func count(_ verdict: Verdict) -> Int { counts[verdict] ?? 0 }

  package var total: Int { counts.values.reduce(0, +) }

  /// The verdict over everything.
  package var standing: Standing { Standing(counts) }

  /// The verdict on each suite and edition: `abt/plain`, `appconnect.dualmode`.
  package var standings: [(part: String, standing: Standing)] {
    verdictsByPart.map { ($0.key, Standing($0.value)) }.sorted { $0.0 < $1.0 }
  }
}

/// What a run says about an implementation as a whole; the names are those of the report.
///
/// `conforming` is said only where everything selected was judged: a run that was cut short, with
/// nothing worse in it, has tested nothing to its end. A known failure is a failure here: that somebody knows
/// of it changes how the run ends (`ExitStatus`), and nothing about the implementation.
package enum Standing: String, Codable, Sendable {
  case conforming, nonconforming, crashing, adapterFault, nothingTested

  init(_ counts: [Verdict: Int]) {
    func has(_ verdicts: Verdict...) -> Bool { verdicts.contains { (counts[$0] ?? 0) > 0 } }
    self =
      if has(.crashed, .timedOut, .overLimit) {
        .crashing
      } else if has(.failed, .knownFailure) {
        .nonconforming
      } else if has(.adapterFault) {
        .adapterFault
      } else if has(.notRun) {
        .nothingTested
      } else if has(.passed, .warned, .unexpectedPass) {
        .conforming
      } else {
        .nothingTested
      }
  }
}
