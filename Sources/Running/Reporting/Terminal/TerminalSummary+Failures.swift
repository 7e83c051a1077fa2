import Conformance

extension TerminalSummary {
  /// Cases of one group that are shown, the rest being counted.
  private var casesPerGroup: Int { shownFailures == .max ? .max : 3 }

  /// Crashes, hangs and overruns first, then wrong answers; group by group.
  mutating func addFailures() {
    let failed = results.filter { $0.verdict.isFailure }
    let groups =
      FailureGroup.groups(failed.filter { $0.verdict.isFatal })
      + FailureGroup.groups(failed.filter { !$0.verdict.isFatal })
    var left = shownFailures
    var unseen = 0
    for group in groups {
      if left == 0 {
        unseen += group.cases.count
        continue
      }
      let shown = min(left, casesPerGroup, group.cases.count)
      left -= shown
      add(group, shown: shown)
    }
    let total = Verdict.allCases.filter(\.isFailure).reduce(0) { $0 + scorecard.count($1) }
    unseen += max(0, total - failed.count)
    if unseen > 0 {
      add("")
      add("\(Count.text(unseen, "more failed case")) not shown: --verbose, or see the report.")
    }
  }

  private mutating func add(_ group: FailureGroup, shown: Int) {
    let name = group.key.clause?.path ?? "no requirement"
    let part = partName(suite: group.key.suite, variant: group.key.variant)
    let tally = Count.text(group.cases.count, "case")
    add("")
    add(
      style.paint(group.key.verdict.phrase.uppercased(), .bad)
        + "  \(style.paint(VisibleText.escaped(name), .heading))  "
        + style.paint("\(VisibleText.escaped(part)), \(tally)", .quiet))
    if let id = group.key.clause, let clause = clause(group.key.suite, id) {
      add(style.paragraph(VisibleText.escaped(clause.sentence), indent: 2))
    }
    for result in group.cases.prefix(shown) { add(result) }
    let more = group.cases.dropFirst(shown)
    if let next = more.first {
      let ids = more.count == 1 ? next.id.path : "\(next.id), …"
      add("")
      add("  and \(Count.text(more.count, "more case")): \(VisibleText.escaped(ids))")
    }
  }

  private mutating func add(_ result: CaseResult) {
    add("")
    let finding = result.decisiveFinding
    var title = VisibleText.escaped(result.id.path)
    if let finding, finding.step > 0 { title += style.paint("  step \(finding.step)", .quiet) }
    if finding?.confirmation == .flaky {
      title += "  " + style.paint("flaky: it did not come again when repeated alone", .doubtful)
    }
    add("  \(title)")
    if let finding { add(finding) }
    let further = result.furtherClauses
    if !further.isEmpty {
      let ids = further.map { VisibleText.escaped($0.path) }
      let tail = ids.count > 6 ? " and \(ids.count - 6) more" : ""
      add(
        style.paragraph(
          ids.prefix(6).joined(separator: ", ") + tail, label: "also      ", indent: 4))
    }
    // Unbroken, so that it can be copied.
    add("    \(style.paint("repeat    ", .quiet))\(VisibleText.escaped(repeatCommand(result)))")
  }

  private mutating func add(_ finding: Finding) {
    let limit = shownFailures == .max ? 4_000 : style.width * 3
    let texts = VisibleText.contrasted(finding.expected, finding.observed, maxCharacters: limit)
    let message = VisibleText.escaped(finding.message, maxCharacters: limit)
    add(style.paragraph(message, indent: 4))
    if !texts.expected.isEmpty {
      add(style.paragraph(texts.expected, label: "expected  ", indent: 4))
    }
    if !texts.observed.isEmpty, texts.observed != message {
      add(style.paragraph(texts.observed, label: "observed  ", indent: 4))
    }
  }

  /// What the adapter did wrong on its own account, by reason.
  mutating func addAdapterFaults() {
    addReasons(of: .adapterFault, heading: "ADAPTER FAULT", note: "neither passed nor failed")
  }

  /// SHOULDs that were not met: a line for each requirement, and one of its cases.
  mutating func addWarnings() {
    let warned = results.filter { $0.verdict == .warned }
    guard !warned.isEmpty else { return }
    addHeading("Warnings (SHOULD)", .doubtful)
    let groups = FailureGroup.groups(warned)
    for group in groups.prefix(shownFailures) {
      let name = group.key.clause?.path ?? "no requirement"
      let part = partName(suite: group.key.suite, variant: group.key.variant)
      add(
        "  \(VisibleText.escaped(name))  "
          + style.paint(
            "\(VisibleText.escaped(part)), \(Count.text(group.cases.count, "case"))", .quiet))
      if let first = group.cases.first, let finding = first.decisiveFinding {
        add(
          style.paragraph(
            VisibleText.escaped(finding.message, maxCharacters: 400), indent: 4, maxLines: 2))
        add("    \(style.paint("such as   ", .quiet))\(VisibleText.escaped(first.id.path))")
      }
    }
    if groups.count > shownFailures {
      add("  and \(Count.text(groups.count - shownFailures, "more requirement"))")
    }
    addMissing(.warned, listed: warned.count)
  }
}
