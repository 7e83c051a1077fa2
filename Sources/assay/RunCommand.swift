import AdapterDriver
import AdapterProtocol
import ArgumentParser
import Conformance
import Foundation
import Reporting
import Running

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the conformance suites, score them, write reports.",
    usage: "assay run [<options>] -- ADAPTER [ARGS...]",
    discussion: """
      Exit codes: 0 everything passed, 1 a MUST failed, 2 wrong usage, 3 the adapter failed, 4 a crash, hang \
      or overrun, 6 nothing was run, 70 a fault of assay itself, 130 interrupted.
      """)

  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Adapter") var adapter: AdapterOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    name: .customLong("profile"),
    help: "Add cases for the payloads of a .mobileconfig (repeatable).")
  var profiles: [String] = []

  @Option(help: "What the generated parts of the cases are made from.")
  var seed: UInt64 = 1

  @Option(help: "How many adapters work at a time (default: the number of cores).")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @Flag(help: "A SHOULD that is not met fails the run, too.")
  var strict = false

  @Flag(
    name: .customLong("fail-fast"), help: "End with the batch of cases in which one fails first.")
  var failFast = false

  func validate() throws {
    guard jobs >= 1, jobs <= 1_024 else {
      throw ValidationError("--jobs takes a number from 1 to 1024, not \(jobs)")
    }
    guard seed <= UInt64(Int64.max) else {
      throw ValidationError("--seed takes a number from 0 to \(Int64.max), not \(seed)")
    }
  }

  func run() throws {
    let suites = try Faults.reported {
      try SuiteCatalogue.suites(profiles: try ProfileFiles.read(profiles))
    }
    var plan = RunPlan(
      suites: suites, cases: try selection.summaries(of: suites), command: adapter.command,
      limits: adapter.limits, seed: seed, jobs: jobs, harnessVersion: Product.version)
    plan.failFast = failFast
    guard !plan.cases.isEmpty else {
      StandardError.write("assay: the selection is empty: the patterns fit, but leave no case\n")
      throw ExitCode(ExitStatus.nothingRun.rawValue)
    }
    let claims = try greet(plan)
    do {
      try conduct(plan, claims)
    } catch let error as OutputFault {
      StandardError.write("assay: \(error)\n")
      throw ExitCode(ExitStatus.usage.rawValue)
    }
  }

  private func greet(_ plan: RunPlan) throws -> Claims {
    do throws(AdapterTrouble) {
      return try Runner.greet(plan)
    } catch {
      StandardError.write(
        """
        assay: \(error)
        The library was not tested. Try the adapter alone: type \
        {"id":1,"type":"hello","protocol":1} into it; it has to answer with one line.

        """)
      throw ExitCode(ExitStatus.adapterFault.rawValue)
    }
  }

  /// Runs the plan, and leaves its reports and its verdict behind.
  private func conduct(_ plan: RunPlan, _ claims: Claims) throws {
    let clock = ContinuousClock()
    let begun = clock.now
    let date = Date()
    let folder = try output.folder(for: claims.hello.implementationName, date: date)
    let record = try RunRecord(
      description(plan, claims, date), suites: plan.suites, folder: folder)
    let interruption = Interruption()
    let signals = InterruptionSignals(interruption)
    defer { signals.cancel() }
    var progress = ProgressLine(output.progressMode, total: plan.cases.count)
    var done = 0
    do throws(RunFault<OutputFault>) {
      try Runner(plan, interruption: interruption).run(claims: claims) {
        (result) throws(OutputFault) in
        try record.add(result)
        done += 1
        progress.update(done: done, findings: record.failures.count)
      }
    } catch {
      progress.clear()
      switch error {
      case .harness(let fault):
        try record.finish(
          elapsed: clock.now - begun, interrupted: true, formats: try output.formats)
        StandardError.write("assay: a fault of assay itself, not of the library: \(fault)\n")
        throw ExitCode(ExitStatus.harnessFault.rawValue)
      case .sink(let fault): throw fault
      }
    }
    progress.clear()
    let elapsed = clock.now - begun
    try record.finish(
      elapsed: elapsed, interrupted: interruption.isRaised, strict: strict,
      formats: try output.formats)
    StandardOutput.write(
      TerminalSummary.text(
        run: record.run, scorecard: record.scorecard, failures: record.failures,
        skips: record.skips,
        shownFailures: output.quiet ? 0 : output.verbose ? .max : 20, suites: plan.suites,
        repeatCommand: repeatCommand, reportPath: reportPath(folder), elapsed: elapsed,
        interrupted: interruption.isRaised,
        style: TerminalStyle(color: output.usesColor, width: output.width)))
    let warned = record.scorecard.count(.warned)
    if strict, warned > 0 {
      StandardOutput.write(
        "\(warned) cases do not meet a SHOULD, which fails this run (--strict)\n")
    }
    let status = ExitStatus(
      record.scorecard, interrupted: interruption.isRaised, strict: strict)
    if status != .passed { throw ExitCode(status.rawValue) }
  }

  private func reportPath(_ folder: String) -> String {
    let formats = (try? output.formats) ?? []
    let name = ReportFormat.allCases.first(where: formats.contains)?.fileName ?? "report.jsonl"
    return folder + "/" + name
  }

  private func description(_ plan: RunPlan, _ claims: Claims, _ date: Date) -> RunDescription {
    RunDescription(
      assayVersion: Product.version, suiteVersion: Product.suiteVersion, seed: seed,
      started: Int64(date.timeIntervalSince1970),
      implementationName: claims.hello.implementationName,
      implementationVersion: claims.hello.implementationVersion,
      language: claims.hello.language,
      adapterCommand: [plan.command.executable] + plan.command.arguments,
      adapterSHA256: ProgramDigest.sha256(of: plan.command), options: options, jobs: jobs)
  }

  /// The options that decide what is run, as they were given.
  private var options: [(String, String)] {
    var options = selection.given
    options += profiles.map { ("profile", $0) }
    options.append(("timeout", "\(adapter.timeout)"))
    if strict { options.append(("strict", "true")) }
    if failFast { options.append(("fail-fast", "true")) }
    return options
  }

  /// The command that repeats just this case.
  private func repeatCommand(_ result: CaseResult) -> String {
    var words = ["assay", "run", "--select", ShellText.quoted(result.id.path)]
    if result.variant != .sole { words += ["--edition", result.variant.name] }
    words += ["--seed", "\(seed)"]
    for profile in profiles { words += ["--profile", ShellText.quoted(profile)] }
    if adapter.timeout != 2 { words += ["--timeout", "\(adapter.timeout)"] }
    return (words + [adapter.typed]).joined(separator: " ")
  }
}
