package import Conformance

/// What changed between two reports.
package struct ReportComparison {
  /// Something about the two runs that is not the same, so that a person knows what the changes may come from.
  package struct Difference: Sendable, Hashable {
    package let what: String
    package let old: String
    package let new: String
  }

  /// The verdict on a suite and edition, where it is not the same; nil where a report has none.
  package struct PartChange: Sendable, Hashable {
    package let name: String
    package let old: Standing?
    package let new: Standing?
  }

  /// The verdict on a requirement, where it is not the same; nil where a report does not have it.
  package struct RequirementChange: Sendable, Hashable {
    package let suite: String
    package let clause: Clause.ID
    package let variant: Variant
    package let level: Level
    package let old: Scorecard.Row.Verdict?
    package let new: Scorecard.Row.Verdict?
  }

  /// A case that changed: its places among the marks of both reports, -1 where a report does not have it.
  struct Pair {
    let old: Int32
    let new: Int32
    let change: CaseChange
  }

  let old: ReportMarks
  let new: ReportMarks
  package let differences: [Difference]
  package let parts: [PartChange]
  package let requirements: [RequirementChange]
  /// How many cases both reports have.
  package private(set) var common = 0
  package private(set) var counts: [CaseChange: Int] = [:]
  /// Those of them that fail as the later run's baseline says.
  package private(set) var known: [CaseChange: Int] = [:]
  /// How many new cases fail, apart from those that the baseline knows.
  package private(set) var newFailures = 0
  /// The changes that a gate may count and that came to a crash, a hang or an overrun.
  private(set) var fatal: Set<CaseChange> = []
  package private(set) var cost: CostComparison
  /// By kind, and then in the order of the later report, or of the earlier one for what is gone.
  private(set) var pairs: [Pair] = []
  /// Each cause of a change once, the most serious first.
  private(set) var groups: [ChangeGroup] = []

  /// Compares two reports.
  ///
  /// Complexity: `n log n` in their cases.
  package init(
    _ old: ReportMarks, _ new: ReportMarks, noise: CostComparison.Noise = .init()
  ) {
    self.old = old
    self.new = new
    differences = Self.differences(old.report, new.report)
    parts = Self.parts(old.report, new.report)
    requirements = Self.requirements(old.report, new.report)
    cost = CostComparison(old.report, new.report, noise)
    compareCases()
    cost.close()
    var pairs = pairs
    self.pairs = []
    pairs.sort { ($0.change.order, position($0)) < ($1.change.order, position($1)) }
    self.pairs = pairs
    groups = ChangeGroup.groups(of: self)
  }

  package func count(_ change: CaseChange) -> Int { counts[change] ?? 0 }

  /// Goes through both lists of marks at once.
  private mutating func compareCases() {
    var (left, right) = (0, 0)
    while left < old.marks.count || right < new.marks.count {
      let isOld =
        right == new.marks.count
        || left < old.marks.count && old.marks[left] < new.marks[right]
      let isNew = !isOld && (left == old.marks.count || new.marks[right] < old.marks[left])
      if isOld {
        note(.gone, left, -1)
      } else if isNew {
        note(.new, -1, right)
      } else {
        common += 1
        let (one, other) = (old.marks[left], new.marks[right])
        cost.add(one, other, at: right, in: new.part(of: other))
        if let change = CaseChange(one, other) { note(change, left, right) }
      }
      if !isNew { left += 1 }
      if !isOld { right += 1 }
    }
  }

  private mutating func note(_ change: CaseChange, _ left: Int, _ right: Int) {
    counts[change, default: 0] += 1
    pairs.append(Pair(old: Int32(left), new: Int32(right), change: change))
    guard right >= 0 else { return }
    let mark = new.marks[right]
    if mark.verdict == .knownFailure { return known[change, default: 0] += 1 }
    if change == .new, (mark.own.badness ?? 0) > (new.report.isStrict ? 0 : 1) { newFailures += 1 }
    if mark.own.isFatal { fatal.insert(change) }
  }

  private func position(_ pair: Pair) -> Int {
    pair.new >= 0 ? new.marks[Int(pair.new)].offset : old.marks[Int(pair.old)].offset
  }

  // MARK: Beside the cases

  private static func differences(_ old: Report, _ new: Report) -> [Difference] {
    var found: [Difference] = []
    func add(_ what: String, _ one: String, _ other: String) {
      if one != other { found.append(Difference(what: what, old: one, new: other)) }
    }
    add("implementation", old.implementation.words, new.implementation.words)
    add(
      "adapter", old.adapter.command.map(ShellText.quoted).joined(separator: " "),
      new.adapter.command.map(ShellText.quoted).joined(separator: " "))
    add("adapter digest", old.adapter.sha256 ?? "unknown", new.adapter.sha256 ?? "unknown")
    add("version of assay", old.assayVersion, new.assayVersion)
    add("version of the suites", old.suiteVersion, new.suiteVersion)
    add("seed", "\(old.seed)", "\(new.seed)")
    var names = old.options.map(\.name)
    for option in new.options where !names.contains(option.name) { names.append(option.name) }
    for name in names {
      func words(_ report: Report) -> String {
        let values = report.values(of: name)
        return values.isEmpty ? "not given" : values.joined(separator: ", ")
      }
      add("--\(name)", words(old), words(new))
    }
    add("interrupted", old.isInterrupted ? "yes" : "no", new.isInterrupted ? "yes" : "no")
    add("machine", old.machine.words, new.machine.words)
    return found
  }

  private static func parts(_ old: Report, _ new: Report) -> [PartChange] {
    func standings(_ report: Report) -> [String: Standing] {
      Dictionary(
        report.standings.map { ($0.name, $0.standing) }, uniquingKeysWith: { first, _ in first })
    }
    let (before, now) = (standings(old), standings(new))
    return Set(before.keys).union(now.keys).sorted()
      .map { PartChange(name: $0, old: before[$0], new: now[$0]) }
      .filter { $0.old != $0.new }
  }

  private static func requirements(_ old: Report, _ new: Report) -> [RequirementChange] {
    struct Key: Hashable {
      let suite: String
      let clause: Clause.ID
      let variant: Variant
    }
    func key(_ row: Report.Requirement) -> Key {
      Key(suite: row.suite, clause: row.clause, variant: row.variant)
    }
    let before = Dictionary(
      old.requirements.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
    let now = Set(new.requirements.map(key))
    var changes = new.requirements.compactMap { row -> RequirementChange? in
      let earlier = before[key(row)]?.verdict
      return earlier == row.verdict
        ? nil
        : RequirementChange(
          suite: row.suite, clause: row.clause, variant: row.variant, level: row.level,
          old: earlier, new: row.verdict)
    }
    for row in old.requirements where !now.contains(key(row)) {
      changes.append(
        RequirementChange(
          suite: row.suite, clause: row.clause, variant: row.variant, level: row.level,
          old: row.verdict, new: nil))
    }
    return changes
  }
}

extension Machine {
  /// `Linux 6.1 (x86_64), 2 processors`
  var words: String {
    "\(system) \(release) (\(architecture)), \(Count.text(processors, "processor"))"
  }
}

extension CaseChange {
  /// Its place among all kinds, the worst first.
  var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
