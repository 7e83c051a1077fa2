import Conformance

/// What a run says of one requirement, and why where it says nothing.
enum RequirementOutcome: Hashable {
  case failed, warned, passed
  /// Cases about it were run, and none came to a judgement on it.
  case notJudged
  /// The suite has cases about it, and the run had none of them.
  case notSelected
  /// The suite has no case about it.
  case noCase
  case notClaimed

  init(_ row: Scorecard.Row, _ coverage: SuiteCoverage) {
    switch row.verdict {
    case .failed: self = .failed
    case .warned: self = .warned
    case .passed: self = .passed
    case .notClaimed: self = .notClaimed
    case .notTested where row.isTarget: self = .notJudged
    case .notTested:
      self =
        coverage.hasCase(about: row.clause.id, in: row.suite, row.variant) ? .notSelected : .noCase
    }
  }

  var words: String {
    switch self {
    case .failed: "failed"
    case .warned: "warned"
    case .passed: "passed"
    case .notJudged: "not judged"
    case .notSelected: "not selected"
    case .noCase: "no case"
    case .notClaimed: "not claimed"
    }
  }
}

extension TerminalSummary {
  /// The requirements of each suite and edition: those that are not met first, one a line; the
  /// others as lists of ids.
  mutating func addRequirements() {
    let rows = scorecard.rows
    var parts: [String] = []
    for row in rows {
      let part = partName(suite: row.suite, variant: row.variant)
      if parts.last != part { parts.append(part) }
    }
    for part in parts {
      let own = Dictionary(
        grouping: rows.filter { partName(suite: $0.suite, variant: $0.variant) == part }
      ) { RequirementOutcome($0, coverage) }
      addHeading("Requirements of \(VisibleText.escaped(part))")
      let broken = (own[.failed] ?? []) + (own[.warned] ?? [])
      let idWidth = broken.map(\.clause.id.path.unicodeScalars.count).max() ?? 0
      for row in broken { add(row, idWidth: idWidth) }
      let listed: [RequirementOutcome] = [.notJudged, .notSelected, .noCase, .notClaimed, .passed]
      for outcome in listed { addList(own[outcome] ?? [], outcome) }
    }
  }

  private mutating func add(_ row: Scorecard.Row, idWidth: Int) {
    let word = style.paint(
      Self.padded(row.verdict.rawValue, 12), row.verdict == .failed ? .bad : .doubtful)
    let id = Self.padded(VisibleText.escaped(row.clause.id.path), idWidth)
    // Of cases about other requirements only those count that found this one broken: "1 of 1" would say too much.
    let tally =
      row.isTarget
      ? "\(Count.text(row.failed)) of \(Count.text(row.cases, "case"))"
      : "\(Count.text(row.failed, "case")), judged in passing"
    add("  \(word)  \(id)  \(tally)")
  }

  private mutating func addList(_ rows: [Scorecard.Row], _ outcome: RequirementOutcome) {
    guard !rows.isEmpty else { return }
    // Nobody reads on what a run was not about.
    let isCounted = shownFailures < .max && (outcome == .notSelected || outcome == .noCase)
    let names =
      isCounted
      ? Count.text(rows.count, "requirement") : RequirementList.text(rows.map(\.clause.id))
    let label = Self.padded(outcome.words, 14)
    add(style.paragraph(VisibleText.escaped(names), label: label, indent: 2))
  }
}

/// Requirement ids as a short line: `ABT-URL-01..04 06 06/code, ABT-TOK-01`.
enum RequirementList {
  /// The ids in their order; those with the same stem share it, and runs of numbers are drawn together.
  static func text(_ ids: [Clause.ID]) -> String {
    var groups: [(stem: String, tails: [String])] = []
    for id in ids {
      let (stem, tail) = split(id.path)
      if let last = groups.indices.last, groups[last].stem == stem, !stem.isEmpty {
        groups[last].tails.append(tail)
      } else {
        groups.append((stem, [tail]))
      }
    }
    return groups.map { $0.stem + contracted($0.tails).joined(separator: " ") }
      .joined(separator: ", ")
  }

  /// `ABT-DATA-08/code` as `ABT-DATA-` and `08/code`.
  private static func split(_ path: String) -> (stem: String, tail: String) {
    let requirement = path.prefix { $0 != "/" }
    guard let dash = requirement.lastIndex(of: "-") else { return ("", path) }
    let tail = path.index(after: dash)
    return (String(path[..<tail]), String(path[tail...]))
  }

  private static func contracted(_ tails: [String]) -> [String] {
    var result: [String] = []
    var run: [String] = []
    func close() {
      if run.count > 2, let first = run.first, let last = run.last {
        result.append("\(first)..\(last)")
      } else {
        result += run
      }
      run = []
    }
    for tail in tails {
      if let last = run.last, let number = Int(last), Int(tail) == number &+ 1 {
        run.append(tail)
      } else {
        close()
        run = [tail]
      }
    }
    close()
    return result
  }
}
