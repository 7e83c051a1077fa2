import Conformance
import Reporting

/// Counts the cases of a report again, and holds each against the one that the suites have in its place.
struct CaseCount {
  private let wanted: CaseList
  private let coverage: SuiteCoverage
  private var scorecard: Scorecard
  private var place = 0
  private var difference: String?
  /// The first case of each verdict.
  private var examples: [Verdict: CaseID] = [:]
  private(set) var stretches: [Certificate.Stretch] = []
  private(set) var parts: [Certificate.Part] = []

  init(_ suites: [any Suite], seed: UInt64, isStrict: Bool) {
    wanted = CaseList(joining: suites.map { $0.cases(seed: seed) })
    coverage = SuiteCoverage(suites)
    scorecard = Scorecard(suites, isStrict: isStrict)
  }

  mutating func add(_ result: CaseResult) {
    compare(result)
    place += 1
    guard difference == nil else { return }
    scorecard.add(result)
    if examples[result.verdict] == nil { examples[result.verdict] = result.id }
    if stretches.last?.verdict == result.verdict {
      stretches[stretches.count - 1].count += 1
    } else {
      stretches.append(Certificate.Stretch(verdict: result.verdict, count: 1))
    }
    if parts.last.map({ $0.suite == result.suite && $0.variant == result.variant }) != true {
      parts.append(
        Certificate.Part(
          suite: result.suite, variant: result.variant, standing: .nothingTested, cases: 0,
          skipped: 0))
    }
    if result.verdict.wasJudged {
      parts[parts.count - 1].cases += 1
      parts[parts.count - 1].standing = .conforming
    } else if result.verdict == .skipped {
      parts[parts.count - 1].skipped += 1
    }
  }

  private mutating func compare(_ result: CaseResult) {
    guard difference == nil else { return }
    let found = name(result.id, result.suite, result.variant)
    guard place < wanted.count else {
      difference = "there are more than \(Count.text(wanted.count)), the first of them \(found)"
      return
    }
    let item = wanted[place]
    guard item.id == result.id, item.suite == result.suite, item.variant == result.variant else {
      difference =
        "number \(Count.text(place + 1)) is \(found) in the place of \(name(item.id, item.suite, item.variant))"
      return
    }
    if item.targets != result.targets {
      difference = "\(found) is not about the requirements that it names"
    }
  }

  private func name(_ id: CaseID, _ suite: String, _ variant: Variant) -> String {
    let text = "\(id.path)\(variant == .sole ? "" : " [\(variant)]")"
    return VisibleText.escaped(
      id.path.hasPrefix(suite) ? text : "\(text) of \(suite)", maxCharacters: 160)
  }

  /// The rows that the cases come to.
  var rows: [Report.Requirement] { scorecard.rows.map(Report.Requirement.init) }

  /// Why the cases give no certificate, or the report does not say of them what they are.
  func reasons(_ report: Report) -> [Refusal] {
    if let difference { return [.otherCases(difference)] }
    guard place == wanted.count else {
      let left = Count.text(wanted.count - place, "case")
      let item = wanted[place]
      return [
        .otherCases(
          "\(left) are missing, the first of them \(name(item.id, item.suite, item.variant))")
      ]
    }
    var reasons: [Refusal] = Verdict.allCases.compactMap { verdict in
      switch verdict {
      case .passed, .skipped, .warned: nil
      default:
        examples[verdict].map {
          .notPassed(verdict, count: scorecard.count(verdict), example: $0)
        }
      }
    }
    if report.isStrict, let example = examples[.warned] {
      reasons.append(.strict(count: scorecard.count(.warned), example: example))
    }
    if !parts.contains(where: { $0.cases > 0 }) { reasons.append(.nothingTested) }
    for row in rows where row.level != .info && row.verdict == .notTested {
      if reasons.isEmpty, coverage.hasCase(about: row.clause, in: row.suite, row.variant) {
        reasons.append(
          .notTested(
            row.clause,
            part: row.variant == .sole ? row.suite : "\(row.suite)/\(row.variant)"))
      }
    }
    if let words = contradiction(report) { reasons.append(.recomputed(words)) }
    return reasons
  }

  /// Where the report says of its cases what they do not come to; nil where it does not.
  private func contradiction(_ report: Report) -> String? {
    if report.standing != scorecard.standing {
      return
        "its verdict is \(report.standing.rawValue), and its cases are \(scorecard.standing.rawValue)"
    }
    let standings = scorecard.standings.map { Report.Part(name: $0.part, standing: $0.standing) }
    if report.standings != standings { return "its verdicts on suites and editions are others" }
    let rows = rows
    if report.requirements.count != rows.count {
      return "it lists \(report.requirements.count) requirements, and there are \(rows.count)"
    }
    for (said, found) in zip(report.requirements, rows) where said != found {
      return
        "what it says of \(found.clause) (\(VisibleText.escaped(said.clause.path, maxCharacters: 80)), "
        + "\(said.verdict.rawValue)) is not what its cases come to (\(found.verdict.rawValue))"
    }
    return nil
  }
}
