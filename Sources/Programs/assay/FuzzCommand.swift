import AdapterDriver
import AdapterProtocol
import ArgumentParser
import Conformance
import Foundation
import Fuzzing
import Reporting
import Running
import SuiteModels
import Suites

/// `assay fuzz`: changes scripts by chance, and keeps what fails.
struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Generate and change scripts until told to stop, and keep what fails.",
    usage: "assay fuzz [<options>] -- ADAPTER [ARGS...]",
    discussion: """
      Cases of the suites are changed, step by step and layer by layer, and judged as in a run. Each distinct finding is reduced until \
      nothing can be taken away, seen again in a process of its own, and written as a case file below the folder's findings. \
      The same command with the same --output goes on where it ended, also after a crash.
      Examples: assay fuzz --for 10m -- ./my-adapter
                assay fuzz --suite abt --layer zlib --until-finding -- ./my-adapter
                assay fuzz --output mine --merge theirs --distil -- ./my-adapter
      Exit codes: 0 nothing was found, 1 a MUST is broken, 2 wrong usage, 3 the adapter failed, 4 a crash, hang \
      or overrun, 6 nothing was run, 70 a fault of assay itself, or findings that could not be written, 130 interrupted.
      """)

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long: 90s, 10m, 8h.", valueName: "time"))
  var time: TimeSpan?

  @Option(
    name: .customLong("cases"),
    help: ArgumentHelp("How many cases are made.", valueName: "n"))
  var executions: Int?

  @Flag(
    name: .customLong("until-finding"),
    help: "End with the first broken MUST, crash, hang or overrun; with --strict also a SHOULD.")
  var untilFinding = false

  @Option(help: "What chance is made from. With --jobs 1 the same campaign comes again.")
  var seed: UInt64 = 1

  @Option(help: "How many adapters work at a time (default: the number of cores).")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @Option(name: .customLong("suite"), help: "Only this suite (repeatable).")
  var suites: [String] = []

  @Option(help: "Only this edition: plain, encrypting.")
  var edition: SelectionOptions.SelectedEdition?

  @Option(
    name: .customLong("requirement"),
    help: "Only findings that break this requirement (repeatable).")
  var requirements: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only changes of this layer of a request, such as zlib or token.", valueName: "name"))
  var layer: String?

  @Option(
    help: ArgumentHelp(
      "Start from these case files, too: a file or a folder (repeatable).", valueName: "path"))
  var corpus: [String] = []

  @Flag(
    help: "Start from one right case of each suite and edition, not from cases of the suites.")
  var bare = false

  @Option(
    help: ArgumentHelp(
      "Whether edges of the adapter's code are counted: auto (where it was built for that), on, off.",
      valueName: "when"))
  var coverage: CoverageChoice = .auto

  @Option(
    help: ArgumentHelp(
      "Take in the findings and entries of another campaign (repeatable).", valueName: "folder"))
  var merge: [String] = []

  @Flag(
    help:
      "At the end keep only the fewest entries that show the same; needs no --for and no --cases.")
  var distil = false

  @Flag(help: "Treat a failed SHOULD as a failure.")
  var strict = false

  @OptionGroup(title: "Adapter") var adapter: AdapterOptions
  @OptionGroup(title: "Output") var output: CampaignOutputOptions
  @OptionGroup(title: "Dialect") var dialect: DialectOptions

  func validate() throws {
    guard jobs >= 1, jobs <= 1_024 else {
      throw ValidationError("--jobs takes a number from 1 to 1024, not \(jobs)")
    }
    guard seed <= UInt64(Int64.max) else {
      throw ValidationError("--seed takes a number from 0 to \(Int64.max), not \(seed)")
    }
    if let executions, executions < 1 {
      throw ValidationError("--cases takes a number from 1, not \(executions)")
    }
    guard hasEnd || distil || !merge.isEmpty else {
      throw ValidationError(
        "say when to end: --for 10m, --cases 100000 or --until-finding")
    }
  }

  /// Whether new cases are made until something ends it, and not only what is there is run.
  private var hasEnd: Bool { time != nil || executions != nil || untilFinding }

  func run() throws {
    let dialect = try dialect.read()
    try checkFolders()
    let all = try Faults.reported { try SuiteCatalogue.suites(dialect: dialect) }
    let wanted = try wantedSuites(of: all)
    try checkLayer(of: wanted)
    let run = RunPlan(
      suites: wanted, cases: [], command: adapter.command, limits: adapter.limits, seed: seed,
      jobs: jobs, harnessVersion: Product.version)
    var plan = CampaignPlan(run, start: [])
    plan.duration = time?.duration
    plan.executions = hasEnd ? executions : 0
    plan.variant = edition.map { Variant($0.rawValue) }
    plan.untilFinding = untilFinding
    plan.isStrict = strict
    plan.layer = layer
    plan.requirements = try wantedRequirements(of: wanted)
    var greeting = plan.run
    greeting.suites = all
    let claims = try AdapterGreeting.claims(greeting, typed: adapter.typed)
    if adapter.givenTimeout == nil, let calibration = try? Runner.calibrate(plan.run) {
      plan.run.limits = plan.run.limits.scaled(by: calibration)
    }
    let sources = try CaseSources(wanted, SetupOptions.parse([]), dialect)
    plan.start = try StartCorpus.cases(of: wanted, seed: seed, bare: bare).filter(isWanted)
    if !corpus.isEmpty { plan.start += try sources.cases(at: corpus).map(\.item).filter(isWanted) }
    plan.start.removeAll { claims.reasonToSkip($0) != nil }
    guard !plan.start.isEmpty else {
      StandardError.write(
        "assay: there is nothing to start from: the adapter claims none of the suites and editions that are asked for\n"
      )
      throw ExitCode(ExitStatus.nothingRun.rawValue)
    }
    let interruption = Interruption()
    let signals = InterruptionSignals(interruption, kept: "the campaign is written")
    defer { signals.cancel() }
    plan.feedback = try feedback(of: plan, claims, interruption)
    let path = try output.folder(for: claims.hello.implementationName, date: Date())
    // The commands that are shown work from any directory.
    let folder = try usable {
      try CampaignFolder(AbsolutePath.of(path), suites: all, interruption: interruption)
    }
    try takeUp(&plan, folder, try CaseSources(all, SetupOptions.parse([]), dialect))
    try conduct(plan, claims, folder, interruption)
  }

  /// Runs the campaign, and tells what came of it.
  private func conduct(
    _ plan: CampaignPlan, _ claims: Claims, _ folder: CampaignFolder, _ interruption: Interruption
  ) throws {
    let campaign = Campaign(plan, claims: claims, interruption: interruption, journal: folder)
    let typed = adapter.settings.typedAnywhere(adapter.adapter)
    var display = CampaignDisplay(plan, folder, output, adapter: typed)
    let status: CampaignStatus
    var distilled: Distillation.Outcome?
    do {
      status = try campaign.run { display.update($0) }
      if distil, !interruption.isRaised {
        distilled = try distil(plan, claims, folder, interruption, &display)
      }
    } catch let fault as HarnessFault {
      display.clear()
      StandardError.write("assay: a fault of assay itself, not of the library: \(fault)\n")
      throw ExitCode(ExitStatus.harnessFault.rawValue)
    }
    folder.finish()
    let isInterrupted = interruption.cause == .signal
    var exit = exitStatus(of: status, plan, isInterrupted: isInterrupted)
    if folder.fault != nil { exit = .harnessFault }
    display.end(
      status, plan, distilled, isInterrupted: isInterrupted, exit: exit,
      resume: ResumeCommand.text(CommandLine.arguments, folder: folder.path, adapter: typed))
    if let fault = folder.fault { StandardError.write("assay: \(fault)\n") }
    if exit != .passed { throw ExitCode(exit.rawValue) }
  }

  private func exitStatus(
    of status: CampaignStatus, _ plan: CampaignPlan, isInterrupted: Bool
  ) -> ExitStatus {
    if isInterrupted { return .interrupted }
    if status.findings.contains(where: { $0.verdict.isFatal }) { return .crashed }
    if status.findings.contains(where: plan.fails) { return .failed }
    let judged = status.executionsNow - status.adapterFaultsNow
    if status.adapterFaultsNow > 0 { return .adapterFault }
    return judged == 0 && hasEnd ? .nothingRun : .passed
  }

  /// Tries what the adapter tells of its code, and says so in one line.
  private func feedback(
    of plan: CampaignPlan, _ claims: Claims, _ interruption: Interruption
  ) throws -> Feedback {
    if coverage == .off { return .none() }
    let feedback = try Faults.reported {
      try FeedbackTrial(plan.run, claims: claims, interruption: interruption).measure(plan.start)
    }
    if coverage == .on, feedback.kind == .none, !interruption.isRaised {
      throw ValidationError(
        "--coverage on, and no edge of the adapter's code was counted (feedback: \(feedback.words)); "
          + "build it with the coverage runtime of the C kit or with AFL++'s compilers, or leave --coverage out"
      )
    }
    if !output.quiet { StandardError.write("assay: feedback: \(feedback.words)\n") }
    return feedback
  }

  // MARK: What is wanted

  private func wantedSuites(of all: [any Suite]) throws -> [any Suite] {
    for name in suites where !all.contains(where: { $0.name == name }) {
      let known = all.map(\.name).joined(separator: ", ")
      throw ValidationError("there is no suite \"\(name)\"; there are \(known)")
    }
    return suites.isEmpty ? all : all.filter { suites.contains($0.name) }
  }

  private func checkLayer(of suites: [any Suite]) throws {
    guard let layer else { return }
    var known: [String] = []
    for change in suites.flatMap(\.changes) {
      if let name = change.layer, !known.contains(name) { known.append(name) }
    }
    guard known.contains(layer) else {
      let names = known.isEmpty ? "none" : known.joined(separator: ", ")
      throw ValidationError("there is no layer \"\(layer)\" in these suites; there are \(names)")
    }
  }

  private func wantedRequirements(of suites: [any Suite]) throws -> Set<Clause.ID> {
    for name in requirements where !suites.contains(where: { $0.clauses[Clause.ID(name)] != nil }) {
      throw ValidationError(
        NearestName.unknownRequirement(name, in: "these suites", among: suites))
    }
    return Set(requirements.map { Clause.ID($0) })
  }

  private func isWanted(_ item: Case) -> Bool {
    edition.map { item.variant == Variant($0.rawValue) } ?? true
  }
}

/// Whether a campaign looks at the adapter's code.
enum CoverageChoice: String, ExpressibleByArgument, CaseIterable {
  /// Where the adapter counts edges.
  case auto
  /// It must.
  case on
  case off
}

/// A time that a person types: `90s`, `10m`, `8h`, `2d`, or seconds alone.
struct TimeSpan: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    var digits = argument
    var factor = 1.0
    if let last = argument.last, let unit = units[last] {
      factor = unit
      digits.removeLast()
    }
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let number = Double(digits), number > 0, number * factor <= 3.2e9
    else { return nil }
    duration = .milliseconds(Int64(number * factor * 1_000))
  }

  var defaultValueDescription: String { "\(duration.components.seconds)s" }
}
