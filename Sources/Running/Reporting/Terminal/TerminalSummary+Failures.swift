import Conformance
import SuiteModels
import Suites

extension TerminalSummary {
  /// Whether every case is told in full, as `--verbose` asks.
  private var showsAll: Bool { shownFailures == .max }

  /// Crashes, hangs and overruns first, then wrong answers: each cause once in full, with its other cases counted.
  mutating func addFailures() {
    let failed = results.filter { $0.verdict.isFailure }
    let groups =
      FailureGroup.groups(failed.filter { $0.verdict.isFatal })
      + FailureGroup.groups(failed.filter { !$0.verdict.isFatal })
    for group in groups.prefix(shownFailures) {
      add("")
      add(group, heading: group.key.verdict.phrase.uppercased(), .bad)
    }
    let total = Verdict.allCases.filter(\.isFailure).reduce(0) { $0 + scorecard.count($1) }
    let unseen =
      groups.dropFirst(shownFailures).reduce(0) { $0 + $1.cases.count }
      + max(0, total - failed.count)
    if unseen > 0 {
      add("")
      add("\(Count.text(unseen, "more failed case")) not shown: --verbose, or see the report.")
    }
  }

  /// What the adapter did wrong on its own account, by reason.
  mutating func addAdapterFaults() {
    addReasons(of: .adapterFault, heading: "ADAPTER FAULT", note: "neither passed nor failed")
  }

  /// SHOULDs that were not met, told as failures are.
  mutating func addWarnings() {
    let warned = results.filter { $0.verdict == .warned }
    guard !warned.isEmpty else { return }
    addHeading("Warnings (SHOULD)", .doubtful)
    let groups = FailureGroup.groups(warned)
    for (number, group) in groups.prefix(shownFailures).enumerated() {
      if number > 0 { add("") }
      add(group, heading: "WARNED", .doubtful)
    }
    if groups.count > shownFailures {
      add("  and \(Count.text(groups.count - shownFailures, "more cause"))")
    }
    addMissing(.warned, listed: warned.count)
  }

  // MARK: One cause

  private mutating func add(
    _ group: FailureGroup, heading: String, _ tone: TerminalStyle.Tone
  ) {
    let name = group.key.signature?.clause.path ?? "no requirement"
    let parts = group.parts
    let tally = parts.map {
      "\(VisibleText.escaped($0.name)), \(Count.text($0.cases.count, "case"))"
    }
    add(
      style.paint(heading, tone) + "  \(style.paint(VisibleText.escaped(name), .heading))  "
        + style.paint(tally.first ?? "", .quiet))
    if let id = group.key.signature?.clause, let clause = clause(group.key.suite, id) {
      let place = ClauseSections.place(of: id.requirement).map { " [\($0.words)]" } ?? ""
      add(style.paragraph(VisibleText.escaped(clause.sentence) + place, indent: 2))
    }
    if showsAll {
      for result in group.cases { add(result) }
      addShortest(group)
      return
    }
    guard let example = group.example else { return }
    add(example)
    addShortest(group)
    let exampleName = partName(suite: example.suite, variant: example.variant)
    let others = parts.map { part in
      (part.name, part.cases.filter { $0.id != example.id || $0.variant != example.variant })
    }.filter { !$0.1.isEmpty }
    if !others.isEmpty { add("") }
    for (name, cases) in others {
      let words =
        name == exampleName
        ? "and \(Count.text(cases.count, "more case"))"
        : "also in \(VisibleText.escaped(name)): \(Count.text(cases.count, "case"))"
      add("  \(words)\(Self.examples(cases, after: name == exampleName ? ": " : ", "))")
    }
  }

  /// The shortest sequence that fails in this way, where one was looked for: the model beside the implementation, step by step.
  private mutating func addShortest(_ group: FailureGroup) {
    guard
      let shortest = shortest.first(where: { one in
        one.signature == group.key.signature && group.cases.contains { one.isOf($0) }
      })
    else { return }
    var words = shortest.sentence
    if let example = group.example, !shortest.isOf(example) {
      words += ", of \(shortest.id.path)"
    }
    add("")
    add(style.paragraph(VisibleText.escaped(words), label: label("shortest"), indent: 4))
    guard case .found(let sequence) = shortest.outcome else { return }
    add(TraceText.lines(sequence.trace, style: style, indent: 4))
  }

  /// The first id of some cases, and whether there are others.
  private static func examples(_ cases: [CaseResult], after separator: String) -> String {
    guard let first = cases.first else { return "" }
    return separator + VisibleText.escaped(first.id.path) + (cases.count > 1 ? ", …" : "")
  }

  private mutating func add(_ result: CaseResult) {
    add("")
    let finding = result.decisiveFinding
    var title = VisibleText.escaped(result.id.path)
    if showsAll, result.variant != .sole {
      title += style.paint("  \(VisibleText.escaped(result.variant.name))", .quiet)
    }
    if let finding, finding.step > 0 { title += style.paint("  step \(finding.step)", .quiet) }
    switch finding?.confirmation {
    case .flaky?:
      let manner = finding?.after == nil ? "alone" : "in that order"
      title +=
        "  " + style.paint("flaky: it did not come again when repeated \(manner)", .doubtful)
    case .sampled?:
      title += "  " + style.paint("seen once; others like it came again", .quiet)
    default: break
    }
    add("  \(title)")
    if let finding { addEvidence(of: result, finding) }
    if let earlier = finding?.after { add(earlier) }
    let further = result.furtherClauses
    if !further.isEmpty {
      let ids = further.map { VisibleText.escaped($0.path) }
      let tail = ids.count > 6 ? " and \(ids.count - 6) more" : ""
      add(
        style.paragraph(
          ids.prefix(6).joined(separator: ", ") + tail, label: label("also"), indent: 4))
    }
    addRepeat(result, indent: 4)
  }

  /// The cases without which a finding does not come.
  private mutating func add(_ earlier: Finding.EarlierCases) {
    let limit = showsAll ? Int.max : 8
    guard let last = earlier.ids.last else {
      return add(style.paragraph(earlier.sentence, label: label("order"), indent: 4))
    }
    let title = earlier.isMinimal ? "only after" : "after"
    for (number, id) in earlier.ids.prefix(limit).enumerated() {
      add(
        style.paragraph(
          VisibleText.escaped(id.path), label: label(number == 0 ? title : ""), indent: 4))
    }
    if earlier.ids.count > limit {
      let left = Count.text(earlier.ids.count - limit, "more case")
      add(
        style.paragraph(
          "… and \(left), the last of them \(VisibleText.escaped(last.path))",
          label: label(""), indent: 4))
    }
    if !earlier.isMinimal {
      add(style.paragraph("not all of these may be needed", label: label(""), indent: 4))
    }
  }

  /// The command that repeats a case: unbroken, so that it can be copied.
  mutating func addRepeat(_ result: CaseResult, indent: Int) {
    add(
      String(repeating: " ", count: indent) + style.paint(label("repeat"), .quiet)
        + VisibleText.escaped(repeatCommand(result)))
  }

  /// The words that stand before the lines of a case, equally wide as far as they are ours.
  func label(_ word: String) -> String {
    word.unicodeScalars.count < 10 ? Self.padded(word, 10) : word + "  "
  }
}
