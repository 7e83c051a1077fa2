import AdapterDriver
import AdapterProtocol
import ArgumentParser
import Conformance
import Forge
import Foundation
import Reporting
import Running
import SuiteModels
import Suites

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the conformance suites, score them, write reports.",
    usage: "assay run [<options>] -- ADAPTER [ARGS...]",
    discussion: """
      Examples: assay run -- ./my-adapter
                assay run --select 'abt/token/**' --edition plain -- python3 adapter.py
                assay run --output mine --format json,sarif -- ./my-adapter
      Exit codes: 0 everything passed, 1 a MUST failed, 2 wrong usage, 3 the adapter failed, 4 a crash, hang \
      or overrun, 5 only a --baseline that does not say any more what fails, 6 nothing was run, or the shard is empty, 70 a fault of assay itself, or results that could not be written, \
      130 interrupted.
      """)

  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Shards") var sharding: ShardOptions
  @OptionGroup(title: "Adapter") var adapter: AdapterOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Dialect") var dialect: DialectOptions

  @Option(
    name: .customLong("profile"),
    help: "Add cases for the payloads of a .mobileconfig (repeatable).")
  var profiles: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run these case files, too: a file or a folder, such as Corpus/regressions (repeatable). One with the id of a generated case stands in its place.",
      valueName: "path"))
  var corpus: [String] = []

  @Option(
    name: .customLong("memory-limit"),
    help: ArgumentHelp(
      "How far a case may take an adapter's memory above what a valid request of the same length takes (default: 32).",
      valueName: "MiB"))
  var memoryLimit: Int?

  @Option(help: "What the generated parts of the cases are made from.")
  var seed: UInt64 = 1

  @OptionGroup var generation: GenerationOptions
  @OptionGroup var versions: VersionOptions

  @Option(help: "How many adapters work at a time (default: the number of cores).")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @Option(
    help: ArgumentHelp(
      "Run what has passed again in this many random orders, each in one adapter process. A case that fails only there is reported with the shortest sequence of earlier cases that makes it fail. Example: assay run --shuffle 3 -- ./my-adapter",
      valueName: "orders"))
  var shuffle: Int?

  @Option(
    name: .customLong("after"),
    help: ArgumentHelp(
      "Run this case first, in the same process as each selected one (repeatable; they run in the order given). This repeats what --shuffle has found.",
      valueName: "case"))
  var after: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file of known failures: they have to fail as it says, and then do not fail the run (assay baseline writes one). Example: assay run --baseline known-failures.yaml -- ./my-adapter",
      valueName: "file"))
  var baseline: String?

  @OptionGroup var digest: DigestOptions

  @Flag(help: "Treat a failed SHOULD as a failure.")
  var strict = false

  @Flag(
    name: .customLong("fail-fast"),
    help: "End with the first case that fails; cases after it count as not run.")
  var failFast = false

  @Flag(
    name: .customLong("save-failures"),
    help: "Write each failure into a case file below the report's folder, for assay replay.")
  var savesFailures = false

  func validate() throws {
    guard jobs >= 1, jobs <= 1_024 else {
      throw ValidationError("--jobs takes a number from 1 to 1024, not \(jobs)")
    }
    if let memoryLimit, !(1...1 << 20).contains(memoryLimit) {
      throw ValidationError("--memory-limit takes MiB from 1 to 1048576, not \(memoryLimit)")
    }
    if let shuffle, !(1...1_000).contains(shuffle) {
      throw ValidationError("--shuffle takes a number of orders from 1 to 1000, not \(shuffle)")
    }
    if shuffle != nil, !after.isEmpty {
      throw ValidationError("--shuffle and --after exclude each other; give one of them")
    }
    guard seed <= UInt64(Int64.max) else {
      throw ValidationError("--seed takes a number from 0 to \(Int64.max), not \(seed)")
    }
  }

  func run() throws {
    let dialect = try dialect.read()
    let suites = try versions.applied(
      to: Faults.reported {
        try SuiteCatalogue.suites(
          dialect: dialect, profiles: try ProfileFiles.read(profiles, dialect: dialect),
          casesPerFamily: generation.casesPerFamily)
      })
    let selected = try selection.cases(
      of: suites, seed: seed, adding: try storedCases(suites, dialect))
    guard !selected.isEmpty else {
      StandardError.write("assay: the selection is empty: the patterns fit, but leave no case\n")
      throw ExitCode(ExitStatus.nothingRun.rawValue)
    }
    let part = try sharding.part(of: selected)
    var plan = RunPlan(
      suites: suites,
      cases: part.cases,
      command: adapter.command, limits: adapter.limits, seed: seed, jobs: jobs,
      harnessVersion: Product.version)
    plan.failFast = failFast
    if let memoryLimit { plan.allowMemory(memoryLimit << 20) }
    plan.earlierCases = try earlierCases(of: plan)
    plan.known = try knownFailures(of: plan)
    let claims = try AdapterGreeting.claims(plan, typed: adapter.typed)
    try checkProcesses(of: claims)
    let calibration = try? Runner.calibrate(plan)
    if let calibration, adapter.givenTimeout == nil {
      plan.limits = plan.limits.scaled(by: calibration)
    }
    do {
      try conduct(plan, part, claims, calibration, dialect)
    } catch let error as OutputFault {
      StandardError.write("assay: \(error)\n")
      throw ExitCode(ExitStatus.usage.rawValue)
    }
  }

  /// The cases of `--corpus`.
  ///
  /// - Throws: wrong usage, where two of them have one id.
  private func storedCases(_ suites: [any Suite], _ dialect: SharedDialect) throws -> [Case] {
    guard !corpus.isEmpty else { return [] }
    let sources = try CaseSources(
      suites, try SetupOptions.parse([]), dialect, leavesLargeInFiles: true)
    let found = try sources.cases(at: corpus)
    CaseSources.tellAssumption(found)
    var files: [String: String] = [:]
    for one in found {
      let path = one.path ?? one.item.id.path
      if let other = files.updateValue(path, forKey: "\(one.item.id) \(one.item.variant)") {
        throw ValidationError("\(other) and \(path) hold cases with one id: \(one.item.id)")
      }
    }
    return found.map(\.item)
  }

  /// Runs the plan, and leaves its reports and its verdict behind.
  private func conduct(
    _ plan: RunPlan, _ part: ShardOptions.Part, _ claims: Claims, _ calibration: Calibration?,
    _ dialect: SharedDialect
  ) throws {
    let formats = try output.formats
    let clock = ContinuousClock()
    let begun = clock.now
    let date = Date()
    let folder = try output.folder(for: claims.hello.implementationName, date: date)
    let record = try RunRecord(
      description(plan, part, claims, date, calibration, dialect), suites: plan.suites,
      folder: folder, isStrict: strict, places: part.places)
    let interruption = Interruption()
    let signals = InterruptionSignals(interruption)
    defer { signals.cancel() }
    var progress = ProgressLine(output.progressMode, total: plan.cases.count)
    var known = RunProgress(total: plan.cases.count)
    var outputFault: OutputFault?
    // What shuffling may still change.
    var passed: [(number: Int, result: CaseResult)] = []
    var emitted = 0
    var tally = plan.known.map(BaselineTally.init)
    var ofShuffling: Shuffler.Outcome?
    do throws(RunFault<Never>) {
      try Runner(plan, interruption: interruption).run(
        claims: claims,
        note: { (results) throws(Never) in
          known.take(results)
          progress.update(done: known.done, findings: known.findings)
          guard outputFault == nil else { return }
          do throws(OutputFault) {
            try record.note(results)
          } catch {
            // What is being measured still goes to the terminal; nothing more is begun.
            outputFault = error
            interruption.raise(.output)
          }
        },
        emit: { (result) throws(Never) in
          if shuffle != nil, result.verdict == .passed {
            passed.append((emitted, result))
          } else {
            record.score(result)
            tally?.add(result)
          }
          emitted += 1
        })
      progress.clear()
      if shuffles(claims, interruption, record.scorecard) {
        ofShuffling = try shuffled(plan, claims, passed, interruption)
      }
    } catch {
      progress.clear()
      for (_, result) in passed { record.score(result) }
      guard case .harness(let fault) = error else { return }
      StandardError.write("assay: a fault of assay itself, not of the library: \(fault)\n")
      do throws(OutputFault) {
        try record.finish(elapsed: clock.now - begun, interrupted: true, formats: formats)
      } catch {
        StandardError.write("assay: \(error)\n")
      }
      throw ExitCode(ExitStatus.harnessFault.rawValue)
    }
    let elapsed = clock.now - begun
    let isInterrupted = interruption.cause == .signal
    let revised = (ofShuffling?.revised ?? []).map { number, result in
      (number: number, result: plan.known?.judged(result) ?? result)
    }
    let changes = Dictionary(revised.map { ($0.number, $0.result) }, uniquingKeysWith: { $1 })
    for (number, result) in passed {
      let final = changes[number] ?? result
      record.score(final)
      tally?.add(final)
    }
    if let tally { record.settle(tally.record(today: BaselineFiles.today)) }
    if outputFault == nil {
      do throws(OutputFault) {
        try record.note(revised)
        try record.finish(
          elapsed: elapsed, interrupted: isInterrupted, formats: formats)
      } catch {
        outputFault = error
      }
    }
    let shortest =
      isInterrupted || outputFault != nil || output.quiet
      ? [] : try shortestFailures(of: record.failures, plan, claims, interruption)
    StandardOutput.write(
      TerminalSummary.text(
        run: record.run, scorecard: record.scorecard, failures: record.failures,
        skips: record.skips, partialPasses: record.partialPasses,
        shownFailures: output.summary.shownFailures, suites: plan.suites,
        shortest: shortest,
        repeatCommand: repeatCommand, repairCommand: repairCommand(folder),
        reportPath: outputFault == nil ? reportPath(folder) : nil,
        elapsed: elapsed, interrupted: isInterrupted,
        style: TerminalStyle(color: output.usesColor, width: output.width)))
    if let words = shuffleWords(ofShuffling, claims, record.scorecard) {
      StandardOutput.write("shuffle  \(VisibleText.escaped(words))\n")
    }
    if let outputFault {
      StandardError.write(
        """
        assay: \(outputFault)
        What was measured stands above. Lines that were written before are in \(folder)/report.jsonl, \
        where that is left.

        """)
      throw ExitCode(ExitStatus.harnessFault.rawValue)
    }
    if savesFailures {
      let saved = try saveFailures(record.failures, of: plan, below: folder + "/failures")
      let rest =
        saved.left == 0
        ? ""
        : "; \(saved.left) more fail only after cases of other apps or unknown ones, which no file can hold"
      StandardOutput.write("failures  \(saved.written) case files in \(folder)/failures\(rest)\n")
    }
    if let own = part.shard, part.cases.isEmpty {
      StandardError.write(
        "assay: the shard \(own.shard) is empty: its report says so, and assay merge takes it\n")
    }
    let status = ExitStatus(record.scorecard, interrupted: isInterrupted, strict: strict)
    if status != .passed { throw ExitCode(status.rawValue) }
  }

  /// Writes what did not pass, each case with the finding that it stands for, and after the cases that it needs before it. Files of an
  /// earlier run in the same folder are removed.
  ///
  /// - Returns: how many were written, and how many no file can hold.
  private func saveFailures(
    _ failures: [CaseResult], of plan: RunPlan, below folder: String
  ) throws -> (written: Int, left: Int) {
    try? FileManager.default.removeItem(atPath: folder)
    let cases = cases(namedIn: failures, of: plan)
    var count = 0
    var left = 0
    for result in failures {
      guard let item = cases["\(result.id) \(result.variant)"],
        let suite = plan.suites.first(where: { $0.name == item.suite }),
        let finding = result.findings.first(where: { $0.level == .must }) ?? result.findings.first
      else { continue }
      var provenance = item.provenance ?? Provenance()
      provenance.signature = finding.signature
      let earlier = finding.after.map { after in
        after.ids.compactMap { cases["\($0) \(result.variant)"] }
      }
      if let earlier, earlier.isEmpty {
        left += 1
        continue
      }
      let noted = try Faults.reported { () throws(HarnessFault) -> Case? in
        let noted = try suite.noted(item, provenance)
        guard let earlier else { return noted }
        return try suite.joined(earlier, with: noted)
      }
      guard let noted else {
        left += 1
        continue
      }
      try CaseFiles.write(noted, of: suite, below: folder)
      count += 1
    }
    return (count, left)
  }

  /// The cases that have failed and those that they need before them, by id and variant.
  func cases(namedIn failures: [CaseResult], of plan: RunPlan) -> [String: Case] {
    func key(_ id: CaseID, _ variant: Variant) -> String { "\(id) \(variant)" }
    let earlier = failures.flatMap { result in
      result.findings.flatMap { $0.after?.ids ?? [] }.map { key($0, result.variant) }
    }
    let wanted = Set(failures.map { key($0.id, $0.variant) } + earlier)
    var cases: [String: Case] = [:]
    for list in [plan.cases] + (earlier.isEmpty ? [] : plan.suites.map { $0.cases(seed: seed) }) {
      for item in list {
        let key = key(item.id, item.variant)
        if cases[key] == nil, wanted.contains(key) { cases[key] = item }
      }
    }
    return cases
  }

  private func reportPath(_ folder: String) -> String {
    let formats = (try? output.formats) ?? []
    let name = ReportFormat.allCases.first(where: formats.contains)?.fileName ?? "report.jsonl"
    return folder + "/" + name
  }

  private func description(
    _ plan: RunPlan, _ part: ShardOptions.Part, _ claims: Claims, _ date: Date,
    _ calibration: Calibration?, _ dialect: SharedDialect
  ) -> RunDescription {
    let digest = ProgramDigest(of: plan.command, adding: digest.files)
    var description = RunDescription(
      assayVersion: Product.version, suiteVersion: versions.effective, seed: seed,
      started: Int64(date.timeIntervalSince1970),
      implementationName: claims.hello.implementationName,
      implementationVersion: claims.hello.implementationVersion,
      language: claims.hello.language,
      adapterCommand: [plan.command.executable] + plan.command.arguments,
      adapterSHA256: digest.sha256, adapterFiles: digest.files, options: options,
      shard: part.shard, jobs: jobs,
      pace: calibration.map { RunPace($0, stepDeadline: plan.limits.stepDeadline) },
      startDeadline: plan.limits.startDeadline, stepDeadline: plan.limits.stepDeadline)
    description.dialectSHA256 = DialectFiles.digest(of: dialect)
    return description
  }

  /// The options that decide what is run, as they were given.
  private var options: [(String, String)] {
    var options = selection.given
    options += profiles.map { ("profile", $0) }
    options += corpus.map { ("corpus", $0) }
    options += generation.given
    options += versions.given
    options += sharding.given
    options += dialect.given
    options += adapter.given
    options += digest.files.map { ("digest", $0) }
    options.append(("timeout", "\(adapter.timeout)"))
    if let memoryLimit { options.append(("memory-limit", "\(memoryLimit)")) }
    if let baseline { options.append(("baseline", baseline)) }
    if strict { options.append(("strict", "true")) }
    if failFast { options.append(("fail-fast", "true")) }
    if let shuffle { options.append(("shuffle", "\(shuffle)")) }
    options += after.map { ("after", $0) }
    return options
  }

  /// The command that repeats just this case, from any directory.
  private func repeatCommand(_ result: CaseResult) -> String {
    let earlier = result.findings.lazy.compactMap(\.after).first
    var words = ["assay", "run"]
    if let shuffle, let earlier, earlier.ids.isEmpty {
      // Which of the cases it needs is not known.
      for (name, value) in selection.given { words += ["--\(name)", ShellText.quoted(value)] }
      for (name, value) in sharding.given { words += ["--\(name)", ShellText.quoted(value)] }
      words += ["--shuffle", "\(shuffle)"]
    } else {
      words += ["--select", ShellText.quoted(result.id.path)]
      if result.variant != .sole { words += ["--edition", result.variant.name] }
      for id in earlier?.ids ?? [] { words += ["--after", ShellText.quoted(id.path)] }
    }
    words += ["--seed", "\(seed)"]
    for (name, value) in generation.given + versions.given { words += ["--\(name)", value] }
    for profile in profiles { words += ["--profile", ShellText.quoted(AbsolutePath.of(profile))] }
    for path in corpus { words += ["--corpus", ShellText.quoted(AbsolutePath.of(path))] }
    if let file = dialect.dialect {
      words += ["--dialect", ShellText.quoted(AbsolutePath.of(file))]
    }
    if let timeout = adapter.givenTimeout { words += ["--timeout", "\(timeout)"] }
    if let memoryLimit { words += ["--memory-limit", "\(memoryLimit)"] }
    if strict { words.append("--strict") }
    return (words + [adapter.settings.typedAnywhere(adapter.adapter)]).joined(separator: " ")
  }
}

extension RunPace {
  /// What was measured before the run, and what became of the deadline of a step.
  fileprivate init(_ calibration: Calibration, stepDeadline: Duration) {
    self.init(
      adapterStart: calibration.startTime, roundTrip: calibration.roundTrip,
      work: calibration.work, stepDeadline: stepDeadline)
  }
}
