import Conformance

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
      let own = rows.filter { partName(suite: $0.suite, variant: $0.variant) == part }
      addHeading("Requirements of \(VisibleText.escaped(part))")
      let broken = own.filter { $0.verdict == .failed } + own.filter { $0.verdict == .warned }
      let idWidth = broken.map(\.clause.id.path.unicodeScalars.count).max() ?? 0
      for row in broken { add(row, idWidth: idWidth) }
      addList(own.filter { $0.verdict == .notTested }, "not tested")
      addList(own.filter { $0.verdict == .notClaimed }, "not claimed")
      addList(own.filter { $0.verdict == .passed }, "passed")
    }
  }

  private mutating func add(_ row: Scorecard.Row, idWidth: Int) {
    let word = style.paint(
      Self.padded(row.verdict.rawValue, 11), row.verdict == .failed ? .bad : .doubtful)
    let id = Self.padded(VisibleText.escaped(row.clause.id.path), idWidth)
    add("  \(word)  \(id)  \(Count.text(row.failed)) of \(Count.text(row.cases, "case"))")
  }

  private mutating func addList(_ rows: [Scorecard.Row], _ word: String) {
    guard !rows.isEmpty else { return }
    let names = RequirementList.text(rows.map(\.clause.id))
    add(style.paragraph(VisibleText.escaped(names), label: Self.padded(word, 13), indent: 2))
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
