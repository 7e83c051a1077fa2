import Conformance

/// What changed between two reports, for the summary of a CI job or a comment on a pull request.
package struct ComparisonMarkdown {
  /// How many causes and requirements are told of each kind.
  private static let maxCauses = 50

  private let comparison: ReportComparison
  private var lines: [String] = []

  /// The whole text; nothing foreign in it becomes markup.
  package static func text(_ comparison: ReportComparison, _ gate: ComparisonGate) -> String {
    var text = ComparisonMarkdown(comparison: comparison)
    text.addVerdict(gate)
    text.addGroups()
    text.addRequirements()
    text.addCost()
    return text.lines.joined(separator: "\n") + "\n"
  }

  private init(comparison: ReportComparison) { self.comparison = comparison }

  private mutating func addVerdict(_ gate: ComparisonGate) {
    let failures = gate.failures(in: comparison)
    let words = failures.map { $0.kind.words($0.count) }.joined(separator: ", ")
    lines += ["## assay: \(failures.isEmpty ? "nothing worse" : words)", ""]
    lines += [comparison.summaryWords, "", "| | old | new |", "|---|---|---|"]
    func row(_ what: String, _ old: String, _ new: String) {
      let cells = [old, new].map { MarkdownText.code($0, maxCharacters: 160, inTable: true) }
      lines.append("| \(what) | \(cells[0]) | \(cells[1]) |")
    }
    let (old, new) = (comparison.old.report, comparison.new.report)
    row("implementation", old.implementation.words, new.implementation.words)
    row("verdict", old.standing.rawValue, new.standing.rawValue)
    for part in comparison.parts.prefix(Self.maxCauses) {
      row(
        MarkdownText.code(part.name, inTable: true), part.old?.rawValue ?? "not there",
        part.new?.rawValue ?? "not there")
    }
    for difference in comparison.differences where difference.what != "implementation" {
      row(MarkdownText.code(difference.what, inTable: true), difference.old, difference.new)
    }
    lines.append("")
  }

  private mutating func addGroups() {
    for change in CaseChange.allCases {
      let groups = comparison.groups.filter { $0.key.change == change && $0.isWorthTelling }
      guard !groups.isEmpty else { continue }
      let heading = change.heading.prefix(1) + change.heading.dropFirst().lowercased()
      lines += ["### \(heading): \(Count.text(comparison.count(change), "case"))", ""]
      for group in groups.prefix(Self.maxCauses) {
        let cause = group.key.signature.map { MarkdownText.code($0.description) + " " } ?? ""
        let part = MarkdownText.code(group.key.part)
        lines.append(
          "- \(cause)\(group.key.words) in \(part), \(Count.text(group.cases, "case"))")
        for pair in group.examples {
          guard let result = comparison.result(of: pair) else { continue }
          lines.append("  - \(MarkdownText.code(result.id.path))")
        }
      }
      let left = groups.dropFirst(Self.maxCauses).reduce(0) { $0 + $1.cases }
      if left > 0 { lines.append("- and \(Count.text(left, "case")) of other causes") }
      lines.append("")
    }
  }

  private mutating func addRequirements() {
    let changes = comparison.requirements.sorted { $0.rank > $1.rank }
    guard !changes.isEmpty else { return }
    lines += ["### Requirements", "", "| requirement | in | change |", "|---|---|---|"]
    for change in changes.prefix(Self.maxCauses) {
      let part = partName(suite: change.suite, variant: change.variant)
      lines.append(
        "| \(MarkdownText.code(change.clause.path, inTable: true)) "
          + "| \(MarkdownText.code(part, inTable: true)) | \(change.words) |")
    }
    let left = changes.count - min(Self.maxCauses, changes.count)
    lines += left > 0 ? ["", "and \(Count.text(left, "requirement")) more", ""] : [""]
  }

  private mutating func addCost() {
    let cost = comparison.cost
    let parts = cost.parts.filter { $0.isSlower }
    guard cost.slowerCount + cost.largerCount > 0 || !parts.isEmpty else { return }
    lines += ["### Time and memory beyond noise", ""]
    for part in parts {
      lines.append(
        "- \(MarkdownText.code(part.name)): \(Count.text(part.old)) → \(Count.text(part.new))")
    }
    if cost.slowerCount > 0 { lines.append("- \(Count.text(cost.slowerCount, "case")) slower") }
    if cost.largerCount > 0 {
      lines.append("- \(Count.text(cost.largerCount, "case")) with more memory")
    }
    lines.append("")
  }
}
