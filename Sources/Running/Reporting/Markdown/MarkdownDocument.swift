import Conformance
import SuiteModels
import Suites

/// `report.md`: the verdict, what it counts, and each cause of failure once; short enough for the summary of a CI job.
struct MarkdownDocument {
  /// How many causes are told; the others are counted.
  static let maxCauses = 50

  private let report: Report
  private let context: ReportContext
  private let commands: RepeatCommand
  private var lines: [String] = []

  static func write(
    _ source: ReportSource, _ context: ReportContext, to file: OutputFile
  ) throws(OutputFault) {
    var causes = CauseList()
    try source.forEachCase { (result) throws(OutputFault) in causes.add(result) }
    var document = MarkdownDocument(
      report: source.report, context: context, commands: RepeatCommand(source.report))
    document.addVerdict()
    document.addSections()
    document.addCauses(
      causes.causes([.crashed, .timedOut, .overLimit, .failed]), heading: "Failures", of: causes)
    document.addCauses(
      causes.causes([.unexpectedPass]), heading: "Known failures that pass now", of: causes)
    document.addCauses(causes.causes([.adapterFault]), heading: "Faults of the adapter", of: causes)
    document.addCauses(causes.causes([.warned]), heading: "Warnings (SHOULD)", of: causes)
    document.addCauses(causes.causes([.knownFailure]), heading: "Known failures", of: causes)
    try file.write((document.lines.joined(separator: "\n") + "\n").utf8)
  }

  private mutating func add(_ more: String...) { lines += more }

  // MARK: The verdict

  private mutating func addVerdict() {
    let about = report.implementation
    add(
      "## assay: \(report.standing.word)", "",
      "\(MarkdownText.code("\(about.name) \(about.version)")) (\(MarkdownText.code(about.language))), "
        + "seed \(report.seed), assay \(MarkdownText.code(report.assayVersion))", "")
    if let words = report.shard?.words { add("**\(words).**", "") }
    if report.isInterrupted { add("**The run was interrupted: only what ran is judged.**", "") }
    add(
      "| suite and edition | verdict | requirements passed | failed | warned | not tested | not claimed |",
      "|---|---|--:|--:|--:|--:|--:|")
    for part in report.standings {
      let rows = report.requirements.filter {
        $0.level != .info && partName(suite: $0.suite, variant: $0.variant) == part.name
      }
      add(
        "| \(MarkdownText.code(part.name, inTable: true)) | **\(part.standing.word)** | \(Self.tally(rows)) |"
      )
    }
    let counts = Verdict.allCases.filter { report.summary.count($0) > 0 }.map {
      "\(Count.text(report.summary.count($0))) \($0.phrase)"
    }
    let cases = Count.text(report.summary.total, "case") + " in " + Count.text(report.elapsed)
    add("", counts.isEmpty ? cases : "\(cases): \(counts.joined(separator: ", "))", "")
  }

  /// `2 of 126 | 4 | 0 | 120 | 0`
  private static func tally(_ rows: [Report.Requirement]) -> String {
    func count(_ verdict: Scorecard.Row.Verdict) -> Int { rows.count { $0.verdict == verdict } }
    return "\(count(.passed)) of \(rows.count) | \(count(.failed)) | \(count(.warned)) | "
      + "\(count(.notTested)) | \(count(.notClaimed))"
  }

  /// The requirements by the first words of their ids: `ABT-TOK`.
  private mutating func addSections() {
    var order: [String] = []
    var sections: [String: [Report.Requirement]] = [:]
    for row in report.requirements where row.level != .info {
      let id = row.clause.requirement
      let stem = id.lastIndex(of: "-").map { String(id[..<$0]) } ?? id
      let part = partName(suite: row.suite, variant: row.variant)
      let key =
        "\(MarkdownText.code(stem, inTable: true)) | \(MarkdownText.code(part, inTable: true))"
      if sections[key] == nil { order.append(key) }
      sections[key, default: []].append(row)
    }
    guard !order.isEmpty else { return }
    add(
      "<details><summary>Requirements by section</summary>", "",
      "| section | of | passed | failed | warned | not tested | not claimed |",
      "|---|---|--:|--:|--:|--:|--:|")
    for key in order.prefix(500) { add("| \(key) | \(Self.tally(sections[key] ?? [])) |") }
    if order.count > 500 { add("", "and \(Count.text(order.count - 500, "more section"))") }
    add("", "</details>", "")
  }

  // MARK: Causes

  private mutating func addCauses(_ causes: [CauseList.Cause], heading: String, of all: CauseList) {
    guard !causes.isEmpty else { return }
    add("### \(heading)", "")
    for cause in causes.prefix(Self.maxCauses) { add(cause) }
    let left = causes.dropFirst(Self.maxCauses).reduce(0) { $0 + $1.cases }
    if left > 0 { add("- and \(Count.text(left, "more case")) of other causes") }
    if all.further > 0, causes.count == all.causes.count || causes.count > Self.maxCauses {
      add("- and \(Count.text(all.further, "more case")) in the report")
    }
    if lines.last != "" { add("") }
  }

  private mutating func add(_ cause: CauseList.Cause) {
    let example = cause.example
    let finding = example.decisiveFinding
    let part = partName(suite: example.suite, variant: example.variant)
    // A fault of the adapter says nothing of a requirement.
    let name =
      finding?.clause ?? (cause.verdict == .adapterFault ? nil : example.targets.first)
    var head = "- **\(cause.verdict.phrase)**"
    if let name { head += " \(MarkdownText.code(name.path))" }
    head += " in \(MarkdownText.code(part)), \(Count.text(cause.cases, "case"))"
    if let name, let clause = context.clause(example.suite, name) {
      head += ": \(MarkdownText.plain(clause.sentence))"
      if let place = ClauseSections.place(of: name.requirement) {
        head += " (\(MarkdownText.code(place.words)))"
      }
    }
    add(head)
    var place = "  - case \(MarkdownText.code(example.id.path))"
    if let finding { place += ", step \(finding.step)" }
    if finding?.confirmation == .flaky { place += ", flaky" }
    add(place)
    if let reason = example.reason { add("  - reason \(MarkdownText.code(reason))") }
    if let finding {
      add("  - \(MarkdownText.code(finding.message))")
      if !finding.expected.isEmpty { add("  - expected \(MarkdownText.code(finding.expected))") }
      if !finding.observed.isEmpty { add("  - observed \(MarkdownText.code(finding.observed))") }
    }
    add("  - repeat it by", "")
    lines += MarkdownText.block(commands.text(for: example), indent: "    ")
    add("")
  }
}
