import Conformance

/// What changed between two reports, for the person at the terminal: short, and the worst first.
package struct ComparisonText {
  private let comparison: ReportComparison
  private let gate: ComparisonGate
  private let style: TerminalStyle
  /// How many causes, requirements and slow cases are told of each kind; `Int.max`: all.
  private let shown: Int
  private var lines: [String] = []

  /// The whole text; it ends in a line feed, and holds no foreign character that a terminal would obey.
  package static func text(
    _ comparison: ReportComparison, _ gate: ComparisonGate, shown: Int, style: TerminalStyle
  ) -> String {
    var text = ComparisonText(comparison: comparison, gate: gate, style: style, shown: shown)
    text.addVerdict()
    if shown > 0 {
      text.addGroups()
      text.addRequirements()
      text.addCost()
    }
    return text.lines.joined(separator: "\n") + "\n"
  }

  private init(
    comparison: ReportComparison, gate: ComparisonGate, style: TerminalStyle, shown: Int
  ) {
    self.comparison = comparison
    self.gate = gate
    self.style = style
    self.shown = shown
  }

  private mutating func add(_ more: [String]) { lines += more }

  private mutating func addLabelled(_ label: String, _ text: String) {
    add(
      style.paragraph(
        VisibleText.escaped(text, maxCharacters: 600),
        label: TerminalSummary.padded(label, Self.labelWidth), indent: 0))
  }

  private static let labelWidth = 10

  // MARK: The verdict

  private mutating func addVerdict() {
    let failures = gate.failures(in: comparison)
    if failures.isEmpty {
      lines.append(style.paint("NOTHING WORSE", .good) + "  " + summary)
    } else {
      let words = failures.map { $0.kind.words($0.count) }.joined(separator: ", ")
      lines.append(style.paint("WORSE", .bad) + "  " + words)
      add(style.paragraph(summary, indent: 0))
    }
    addLabelled("old", Self.words(comparison.old.report))
    addLabelled("new", Self.words(comparison.new.report))
    for difference in comparison.differences {
      addLabelled("differs", "\(difference.what): \(difference.old) → \(difference.new)")
    }
    if comparison.differences.contains(where: { $0.what == "seed" }) {
      addLabelled(
        "", "Cases with equal names are made from another seed: they need not ask the same.")
    }
    for part in comparison.parts {
      addLabelled(
        "verdict",
        "\(part.name): \(part.old?.rawValue ?? "not there") → \(part.new?.rawValue ?? "not there")")
    }
  }

  private var summary: String { comparison.summaryWords }

  private static func words(_ report: Report) -> String {
    "\(report.implementation.words), \(report.standing.rawValue), \(Count.text(report.summary.total, "case")), "
      + "seed \(report.seed), suites \(report.suiteVersion), \(Timestamp.utc(report.started))"
  }

  // MARK: Cases

  private mutating func addGroups() {
    for change in CaseChange.allCases {
      let groups = comparison.groups.filter { $0.key.change == change }
      // What is new and passes, and what is judged now and does not fail, is counted above.
      let told = groups.filter { $0.isWorthTelling }
      guard !told.isEmpty else { continue }
      lines.append("")
      let known = comparison.known[change] ?? 0
      let count = Count.text(comparison.count(change), "case")
      let rest = known > 0 ? ", \(known) of them as the baseline knows" : ""
      let tone: TerminalStyle.Tone =
        switch change {
        case .regressed, .failsNow: .bad
        case .repaired, .judged: .good
        default: .doubtful
        }
      lines.append(style.paint(change.heading, tone) + "  \(count)\(rest)")
      for group in told.prefix(shown) { add(group) }
      let left = told.dropFirst(min(shown, told.count)).reduce(0) { $0 + $1.cases }
      if left > 0 { lines.append("  and \(Count.text(left, "case")) of other causes") }
    }
  }

  private mutating func add(_ group: ChangeGroup) {
    let cause = VisibleText.escaped(group.key.signature?.description ?? "", maxCharacters: 200)
    let part = VisibleText.escaped(group.key.part, maxCharacters: 100)
    let head = [cause, group.key.words, part, Count.text(group.cases, "case")]
    lines.append("  " + head.filter { !$0.isEmpty }.joined(separator: "  "))
    let names = group.examples.compactMap { comparison.result(of: $0) }.map {
      VisibleText.escaped($0.id.path, maxCharacters: 200)
    }
    let left = group.cases - names.count
    let more = left > 0 ? " and \(Count.text(left)) more" : ""
    add(style.paragraph(names.joined(separator: ", ") + more, indent: 4, tone: .quiet))
  }

  // MARK: Requirements and cost

  private mutating func addRequirements() {
    guard !comparison.requirements.isEmpty else { return }
    lines.append("")
    lines.append(style.heading("Requirements"))
    let changes = comparison.requirements.sorted { $0.rank > $1.rank }
    for change in changes.prefix(shown) {
      let part = partName(suite: change.suite, variant: change.variant)
      lines.append(
        VisibleText.escaped(
          "  \(change.clause)  \(part)  \(change.words)", maxCharacters: 300))
    }
    let left = changes.count - min(shown, changes.count)
    if left > 0 { lines.append("  and \(Count.text(left, "requirement")) more") }
  }

  private mutating func addCost() {
    let cost = comparison.cost
    let parts = cost.parts.filter { $0.isSlower }
    guard cost.slowerCount + cost.largerCount + cost.fasterCount > 0 || !parts.isEmpty else {
      return
    }
    lines.append("")
    lines.append(style.heading("Time and memory"))
    if cost.scale < 0.8 || cost.scale > 1.25 {
      let times = Count.decimal((cost.scale * 10).rounded() / 10)
      lines.append(
        "  The machine of the new report takes \(times) times as long for the same work; earlier times are scaled by that."
      )
    }
    for part in parts {
      lines.append(
        "  slower  \(VisibleText.escaped(part.name)): \(Count.text(part.old)) → \(Count.text(part.new)) in \(Count.text(part.cases, "case"))"
      )
    }
    addCases("slower", cost.slower, cost.slowerCount) { Count.milliseconds($0) }
    if cost.fasterCount > 0 { lines.append("  faster  \(Count.text(cost.fasterCount, "case"))") }
    addCases("memory", cost.larger, cost.largerCount) { "\(Count.text(Int($0) / 1_024)) MiB" }
  }

  private mutating func addCases(
    _ label: String, _ cases: [CostComparison.Case], _ count: Int, _ words: (Int64) -> String
  ) {
    for item in cases.prefix(shown) {
      guard let result = comparison.new.result(of: comparison.new.marks[item.place]) else {
        continue
      }
      let part = partName(suite: result.suite, variant: result.variant)
      lines.append(
        VisibleText.escaped(
          "  \(label)  \(result.id)  \(part): \(words(item.old)) → \(words(item.new))",
          maxCharacters: 400))
    }
    let left = count - min(shown, cases.count)
    if left > 0 { lines.append("  \(label)  and \(Count.text(left, "case")) more") }
  }
}

extension ReportComparison {
  /// `11,622 cases in both, 11,600 of them unchanged; 12 regressed, 3 repaired, 4 new`
  var summaryWords: String {
    let changed = CaseChange.allCases.filter { $0 != .new && $0 != .gone }.reduce(0) {
      $0 + count($1)
    }
    let words = CaseChange.allCases.filter { count($0) > 0 }.map {
      "\(Count.text(count($0))) \($0.phrase)"
    }
    let head = "\(Count.text(common, "case")) in both, \(Count.text(common - changed)) unchanged"
    return words.isEmpty ? head : "\(head); \(words.joined(separator: ", "))"
  }
}

extension ChangeGroup {
  /// Whether it is told beside the numbers: what passes and was not there before is not.
  var isWorthTelling: Bool {
    switch key.change {
    case .judged: false
    case .new: (key.new?.badness ?? 0) > 0
    default: true
    }
  }
}

extension ChangeGroup.Key {
  /// `passed → failed`
  var words: String {
    switch (old, new) {
    case (let old?, let new?): "\(old.rawValue) → \(new.rawValue)"
    case (let old?, nil): old.rawValue
    case (nil, let new?): new.rawValue
    case (nil, nil): ""
    }
  }
}

extension ReportComparison.RequirementChange {
  /// `passed → failed`
  var words: String {
    "\(old?.rawValue ?? "not there") → \(new?.rawValue ?? "not there")"
  }

  /// How much it matters: what fails now comes first.
  var rank: Int {
    let isLost = old == .passed && new != .passed
    let now =
      switch new {
      case .failed: 4
      case .warned: 3
      default: isLost ? 2 : 0
      }
    return now * 2 + (level == .must ? 1 : 0)
  }
}

extension Count {
  /// `0.4 ms`, `130 ms`, `2.5 s`
  static func milliseconds(_ microseconds: Int64) -> String {
    let value = Double(microseconds) / 1e3
    if value >= 10_000 { return text(.microseconds(microseconds)) }
    return decimal(value < 10 ? (value * 10).rounded() / 10 : value.rounded()) + " ms"
  }
}
