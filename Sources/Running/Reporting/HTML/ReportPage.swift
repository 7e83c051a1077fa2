import Conformance

/// The values of the template `report`.
struct ReportPage: Sendable {
  let title: String
  let name: String
  let version: String
  let language: String
  let mark: PageMark
  /// What the verdict means, in a sentence or two.
  let lead: [String]
  let parts: [Part]
  let counts: [CountLink]
  let facts: [PageFact]
  let command: String
  let options: [PageFact]
  let failureCount: String
  let hasFailures: Bool
  let hasWarnings: Bool
  let groups: [FailureGroupPage]
  let baseline: [BaselinePage]
  let suites: [RequirementPage]
  let costs: [CostPage]
  let machines: [PageMachines.Machine]
  let hasMachines: Bool
  let choices: [ChoicePage]
  let hasChoices: Bool
  let choiceWords: String
  let total: String
  let listed: String
  /// Why the list does not hold all cases; nothing where it does.
  let notListed: [String]
  let data = String(PageData.place)
  let started: String
  let assayVersion: String

  /// A suite and edition.
  struct Part: Sendable {
    let name: String
    let mark: PageMark
    let score: String
    let failed: String
    let warned: String
    let notTested: String
    let notClaimed: String
    let bar: String
  }

  /// How many cases have a verdict; a link to them.
  struct CountLink: Sendable {
    let mark: PageMark
    let count: String
    let target: String
  }

  struct BaselinePage: Sendable {
    let file: String
    let entries: String
    let drifts: [String]
    let isInStep: Bool
  }

  struct ChoicePage: Sendable {
    let place: String
    let sentence: String
    let source: String
    let outcomes: [String]
  }

  init(_ report: Report, _ context: ReportContext, _ cases: PageCases) {
    let about = report.implementation
    name = VisibleText.shown(about.name, maxCharacters: 120)
    version = VisibleText.shown(about.version, maxCharacters: 80)
    language = VisibleText.shown(about.language, maxCharacters: 40)
    mark = PageMark(report.standing)
    title = "\(name) \(version): \(mark.word.lowercased())"
    lead = Self.lead(report)
    parts = report.standings.prefix(ReportCounts.maxParts).map { Self.part($0, report) }
    counts = Verdict.allCases.filter { report.summary.count($0) > 0 }.map { verdict in
      CountLink(
        mark: PageMark(verdict), count: Count.text(report.summary.count(verdict)),
        target: "#verdict=\(verdict.rawValue)")
    }
    facts = Self.facts(report)
    command = VisibleText.shown(
      report.adapter.command.map(ShellText.quoted).joined(separator: " "), maxCharacters: 1_000)
    options = report.options.prefix(60).map { option in
      PageFact(
        VisibleText.shown("--\(option.name)", maxCharacters: 60),
        VisibleText.shown(option.values.joined(separator: ", "), maxCharacters: 400), isCode: true)
    }
    groups = FailureGroupPage.all(cases.causes, context)
    let failures = [.crashed, .timedOut, .overLimit, .failed].reduce(0) {
      $0 + report.summary.count($1)
    }
    failureCount =
      failures == 0 ? "No case failed." : "\(Count.text(failures, "case")) failed."
    hasFailures = failures > 0
    hasWarnings = !groups.isEmpty
    baseline = report.baseline.map { [Self.baseline($0)] } ?? []
    suites = RequirementPage.all(report, context)
    costs = CostPage.all(cases.costs)
    machines = cases.machines.machines
    hasMachines = !machines.isEmpty
    choices = report.choices.filter { !$0.outcomes.isEmpty }.prefix(500).map(Self.choice)
    hasChoices = !choices.isEmpty
    choiceWords =
      "The run came by \(choices.count) of \(Count.text(report.choices.count, "place")) where the specification leaves a library free. What it does there has no say in any verdict."
    total = Count.text(report.summary.total, "case")
    listed = Count.text(cases.listed, "case")
    notListed =
      cases.leftOut > 0
      ? [
        "The run had \(Count.text(report.summary.total, "case")): this page lists \(Count.text(cases.listed)) of them, failures first of all. report.json holds all."
      ] : []
    started = Timestamp.readable(report.started)
    assayVersion = VisibleText.shown(report.assayVersion, maxCharacters: 40)
  }

  // MARK: The verdict

  private static func lead(_ report: Report) -> [String] {
    var words: [String] = []
    let broken =
      "\(Count.text(report.requirements(.failed), "requirement")) failed (MUST), \(Count.text(report.requirements(.warned))) warned (SHOULD)."
    switch report.standing {
    case .conforming:
      let claimed = report.claimedRequirements
      let passed = report.requirements(.passed)
      words.append(
        report.requirements(.notTested) > 0
          ? "Nothing that was tested failed: \(Count.text(passed)) of \(Count.text(claimed)) requirements that the implementation claims were tested and passed. This is no complete result."
          : "All \(Count.text(claimed)) requirements that the implementation claims were tested, and no MUST failed."
      )
    case .nonconforming: words.append(broken)
    case .crashing:
      words.append("At least one request ended with the death of the implementation. \(broken)")
    case .hanging: words.append("At least one request was not answered in time. \(broken)")
    case .overrunning:
      words.append("At least one request took more memory, or wrote more, than it may. \(broken)")
    case .adapterFault:
      words.append("Nothing failed, but the adapter did, so that not everything was judged.")
    case .interrupted: words.append("Not every case was run, and nothing had failed until then.")
    case .nothingTested: words.append("No case was judged.")
    }
    if report.isInterrupted { words.append("The run was interrupted: only what ran is judged.") }
    if report.isStrict { words.append("A SHOULD that is not met counts as a failure (--strict).") }
    return words
  }

  private static func part(_ part: Report.Part, _ report: Report) -> Part {
    let rows = report.requirements.filter {
      $0.level != .info && partName(suite: $0.suite, variant: $0.variant) == part.name
    }
    func count(_ verdict: Scorecard.Row.Verdict) -> Int { rows.count { $0.verdict == verdict } }
    return Part(
      name: VisibleText.shown(part.name, maxCharacters: 80), mark: PageMark(part.standing),
      score: "\(Count.text(count(.passed))) of \(Count.text(rows.count))",
      failed: Count.text(count(.failed)), warned: Count.text(count(.warned)),
      notTested: Count.text(count(.notTested)), notClaimed: Count.text(count(.notClaimed)),
      bar: bar([
        ("plot-good", count(.passed)), ("plot-bad", count(.failed)),
        ("plot-doubtful", count(.warned)),
        ("plot-quiet", count(.notTested) + count(.notClaimed)),
      ]))
  }

  /// Shares of a whole as a bar; the numbers stand beside it.
  static func bar(_ shares: [(name: String, count: Int)]) -> String {
    let whole = max(1, shares.reduce(0) { $0 + $1.count })
    var x = 0.0
    var rects = ""
    for (name, count) in shares where count > 0 {
      let width = 100 * Double(count) / Double(whole)
      rects +=
        "<rect class=\"\(name)\" x=\"\((x * 100).rounded() / 100)\" y=\"0\" width=\"\((width * 100).rounded() / 100)\" height=\"8\"/>"
      x += width
    }
    return
      "<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\(rects)</svg>"
  }

  // MARK: What was tested

  private static func facts(_ report: Report) -> [PageFact] {
    let machine = report.machine
    var facts = [
      PageFact("Tested", Timestamp.readable(report.started)),
      PageFact(
        "Cases", "\(Count.text(report.summary.total)) in \(Count.text(report.elapsed))"),
      PageFact("Seed", "\(report.seed)"),
      PageFact(
        "assay",
        VisibleText.shown(
          "\(report.assayVersion), suites \(report.suiteVersion)", maxCharacters: 80)),
      PageFact(
        "Machine",
        VisibleText.shown(
          "\(machine.system) \(machine.release), \(machine.architecture), \(Count.text(machine.processors, "processor")), \(Count.text(report.jobs, "adapter")) at a time",
          maxCharacters: 200)),
    ]
    if let pace = report.pace { facts.append(PageFact("Pace", pace.sentence)) }
    facts.append(
      PageFact(
        "Adapter's digest",
        report.adapter.sha256.map { "SHA-256 " + VisibleText.shown($0, maxCharacters: 80) }
          ?? "not known", isCode: report.adapter.sha256 != nil))
    return facts
  }

  private static func baseline(_ record: BaselineRecord) -> BaselinePage {
    BaselinePage(
      file: VisibleText.shown(record.path, maxCharacters: 300),
      entries: Count.text(record.entries.count)
        + (record.entries.count == 1 ? " entry" : " entries"),
      drifts: record.drifts.prefix(200).map { drift in
        VisibleText.shown(
          "line \(drift.line), \(drift.subject): \(drift.message)", maxCharacters: 600)
      }, isInStep: record.drifts.isEmpty)
  }

  private static func choice(_ choice: Report.Choice) -> ChoicePage {
    ChoicePage(
      place: VisibleText.shown(choice.place, maxCharacters: 120),
      sentence: VisibleText.shown(choice.sentence, maxCharacters: 400),
      source: VisibleText.shown(choice.source, maxCharacters: 120),
      outcomes: choice.outcomes.prefix(12).map { outcome in
        VisibleText.shown(
          "\(outcome.name) (\(Count.text(outcome.count, "case")))", maxCharacters: 300)
      })
  }
}

/// Times and memory: drawings, and the cases at the far end.
struct CostPage: Sendable {
  struct Row: Sendable {
    let id: String
    let part: String
    let value: String
    let mark: PageMark
  }

  let heading: String
  let words: String
  let plots: [String]
  let tableName: String
  let rows: [Row]

  static func all(_ costs: CaseCosts) -> [CostPage] {
    var pages: [CostPage] = []
    if costs.times.total > 0 {
      pages.append(
        CostPage(
          heading: "Time",
          words:
            "From the first request of a case to its verdict; a failure that was repeated includes that.",
          plots: [CostPlots.times(costs), CostPlots.course(costs)], tableName: "The slowest cases",
          rows: costs.slowest.map { row($0, CostPlots.time($0.value)) }))
    }
    if costs.memory.total > 0 {
      pages.append(
        CostPage(
          heading: "Memory",
          words:
            "By how much the adapter's resident memory rose during a case, for the \(Count.text(costs.memory.total, "case")) of which it was measured: those that may cost much.",
          plots: [CostPlots.memory(costs)], tableName: "The largest growth",
          rows: costs.largest.map { row($0, CostPlots.bytes($0.value)) }))
    }
    return pages
  }

  private static func row(_ extreme: CaseCosts.Extreme, _ value: String) -> Row {
    Row(id: extreme.id, part: extreme.part, value: value, mark: PageMark(extreme.verdict))
  }
}
