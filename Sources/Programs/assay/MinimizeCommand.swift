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

/// `assay minimize`: one failing case, made as small as it can be.
struct MinimizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "minimize",
    abstract: "Shrink one failing case to the smallest that fails in the same way.",
    usage: "assay minimize [<options>] FILE|URL|REPORT#CASE -- ADAPTER [ARGS...]",
    discussion: """
      Steps, then each layer, parameter, key, value and byte are taken away as long as the same finding is shown: the one that the file \
      records, or else the first MUST. What comes out is seen three times more in a process of its own, and written as a case file.
      Example: assay minimize Reports/x/failures/abt/token/missing.plain.json -- ./my-adapter
      Exit codes: 0 the case does not fail, 1 a MUST failed, 2 wrong usage, 3 the adapter failed, 4 a crash, hang or overrun, \
      6 the adapter does not claim what the case needs, 70 a fault of assay itself, 130 interrupted.
      """)

  @OptionGroup var words: FilesAndAdapter

  @Option(
    help: ArgumentHelp(
      "The file to write (default: the name of FILE with -minimal; it must not be there yet).",
      valueName: "file"))
  var output: String?

  @Option(
    name: .customLong("requirement"),
    help: "Keep the finding about this requirement, where the case shows several.")
  var requirement: String?

  @Flag(help: "Treat a failed SHOULD as a failure.")
  var strict = false

  @Flag(help: "Only the file that is written.")
  var quiet = false

  @Option(help: "How progress is shown: auto, plain, none.")
  var progress: OutputOptions.Progress = .auto

  @OptionGroup(title: "Setup") var setup: SetupOptions
  @OptionGroup(title: "Dialect") var dialect: DialectOptions
  @OptionGroup(title: "Adapter") var settings: AdapterSettings

  func validate() throws {
    guard words.files.count == 1 else {
      throw ValidationError(
        words.files.isEmpty
          ? "name the case to make smaller, before --" : "minimize takes one file, before --")
    }
    try settings.check(words.adapter)
  }

  func run() throws {
    let dialect = try dialect.read()
    let suites = try Faults.reported { try SuiteCatalogue.suites(dialect: dialect) }
    let file = words.files[0]
    let found = try CaseSources(suites, setup, dialect).onlyCase(at: file, to: "minimize")
    guard let suite = suites.first(where: { $0.name == found.item.suite }) else { return }
    if let requirement, suite.clauses[Clause.ID(requirement)] == nil {
      throw ValidationError(
        NearestName.unknownRequirement(requirement, in: suite.name, among: [suite]))
    }
    let path = try outputPath(for: found)
    var plan = RunPlan(
      suites: suites, cases: [found.item], command: settings.command(words.adapter),
      limits: settings.limits, seed: 1, jobs: 1, harnessVersion: Product.version)
    let claims = try AdapterGreeting.claims(plan, typed: settings.typed(words.adapter))
    if let reason = claims.reasonToSkip(found.item) {
      StandardError.write("assay: \(found.item.id) was not run: \(VisibleText.escaped(reason))\n")
      throw ExitCode(ExitStatus.nothingRun.rawValue)
    }
    if settings.givenTimeout == nil, let calibration = try? Runner.calibrate(plan) {
      plan.limits = plan.limits.scaled(by: calibration)
    }
    let interruption = Interruption()
    let signals = InterruptionSignals(interruption, kept: "what it has come to is written")
    defer { signals.cancel() }
    let executor = CaseExecutor(plan, claims: claims, turnstile: Turnstile())
    defer { executor.stop() }
    let result = try Faults.reported { () throws(HarnessFault) in
      try executor.alone(found.item, after: found.earlier)
    }
    let finding = try wanted(in: result, of: found)
    let small = try Faults.reported { () throws(HarnessFault) in
      try shrink(found, finding, suite, executor, interruption)
    }
    guard small.stability != .flaky else {
      StandardError.write(
        "assay: \(finding.signature) was shown once and not again, so that nothing could be taken away\n"
      )
      throw ExitCode(status(of: finding, interruption).rawValue)
    }
    try write(small, finding, found, suite, to: path)
    let trace = try Faults.reported { () throws(HarnessFault) in
      quiet || interruption.isRaised ? nil : try executor.traced(small.item)?.trace
    }
    tell(small, finding, found, suite, trace, path)
    throw ExitCode(status(of: finding, interruption).rawValue)
  }

  private func shrink(
    _ found: CaseSources.Found, _ finding: Finding, _ suite: any Suite, _ executor: CaseExecutor,
    _ interruption: Interruption
  ) throws(HarnessFault) -> Investigation.Shown {
    let clock = ContinuousClock()
    let begun = clock.now
    var line = StatusLine(TerminalChoice.progress(progress, quiet: quiet))
    let investigation = Investigation(suite, on: executor, interruption: interruption) { tries in
      line.show(at: clock.now - begun) {
        ["\(Count.text(tries, "candidate")) tried", "\(finding.signature)"]
      }
    }
    let small = try investigation.pinDown(found.item, finding.signature, after: found.earlier)
    line.clear()
    return small
  }

  /// The finding that is kept.
  ///
  /// - Throws: the end of the program where there is none.
  private func wanted(in result: CaseResult?, of found: CaseSources.Found) throws -> Finding {
    guard let result, result.verdict.wasJudged else {
      StandardError.write(
        "assay: the case was not judged: \(VisibleText.escaped(result?.reason ?? "the adapter failed before it"))\n"
      )
      throw ExitCode(ExitStatus.adapterFault.rawValue)
    }
    let all = result.findings.filter { $0.level != .info }
    let findings = all.filter { finding in
      requirement.map { finding.clause.path == $0 || finding.clause.requirement == $0 } ?? true
    }
    let recorded = found.item.provenance?.signature
    guard
      let finding = findings.first(where: { $0.signature == recorded })
        ?? findings.first(where: { $0.level == .must }) ?? findings.first
    else {
      if let requirement, !all.isEmpty {
        let others = all.map(\.signature.description).joined(separator: ", ")
        throw ValidationError(
          "\(found.item.id) fails, but not by \(requirement): \(others); leave --requirement out, or name one of these"
        )
      }
      StandardOutput.write("\(found.item.id) passes: there is nothing to make smaller\n")
      throw ExitCode(ExitStatus.passed.rawValue)
    }
    if let recorded, !all.contains(where: { $0.signature == recorded }) {
      StandardError.write(
        "assay: the file records \(recorded); it shows \(finding.signature) now\n")
    }
    return finding
  }

  private func status(of finding: Finding, _ interruption: Interruption) -> ExitStatus {
    if interruption.cause == .signal { return .interrupted }
    let kind = finding.kind
    if kind == "hang" || kind.hasPrefix("crash/") || kind.hasPrefix("overrun/") { return .crashed }
    return finding.level == .must || strict ? .failed : .passed
  }

  // MARK: What is written

  private func outputPath(for found: CaseSources.Found) throws -> String {
    let source = found.path ?? "case.json"
    let stem = source.hasSuffix(".json") ? String(source.dropLast(5)) : source
    let path = output ?? stem + "-minimal.json"
    guard !path.isEmpty else { throw ValidationError("--output takes the name of a file") }
    guard !FileManager.default.fileExists(atPath: path) else {
      throw ValidationError("\(path) is there already; name another file with --output")
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw ValidationError(
        "nothing can be written into \(folder); name another file with --output")
    }
    return path
  }

  private func write(
    _ small: Investigation.Shown, _ finding: Finding, _ found: CaseSources.Found,
    _ suite: any Suite, to path: String
  ) throws {
    let bytes = try Faults.reported { () throws(HarnessFault) in
      var provenance = Provenance()
      provenance.found =
        found.item.provenance?.found ?? "assay minimize, from \(found.item.id)"
      provenance.signature = small.stability.isHeldByCase ? finding.signature : nil
      let told = try suite.explain(small.item, capabilities: small.item.needs)
      provenance.comment = told.steps.map(\.words).joined(separator: " ")
      return try suite.encode(try suite.noted(small.item, provenance))
    }
    do throws(OutputFault) {
      try OutputFile.replace(path: path) { (file) throws(OutputFault) in try file.write(bytes) }
    } catch {
      StandardError.write("assay: \(error)\n")
      throw ExitCode(ExitStatus.harnessFault.rawValue)
    }
  }

  private func tell(
    _ small: Investigation.Shown, _ finding: Finding, _ found: CaseSources.Found,
    _ suite: any Suite, _ trace: Trace?, _ path: String
  ) {
    let file = AbsolutePath.of(path)
    if quiet { return StandardOutput.write(file + "\n") }
    let style = TerminalStyle(
      color: TerminalChoice.usesColor(noColor: false), width: TerminalChoice.width(of: 1))
    var lines = [
      style.paint(
        VisibleText.escaped("\(finding.signature)  \(small.stability.words)"), .heading)
    ]
    func add(_ label: String, _ text: String) { lines += style.labelled(label, text) }
    add("before", size(of: found.item, suite))
    let end =
      small.isMinimal
      ? "; nothing more can be taken away" : "; not to the end: the next line goes on"
    add("after", size(of: small.item, suite) + " (\(Count.text(small.tries)) tries\(end))")
    let unusual = FuzzFinding.guilty((try? suite.unusualParts(of: small.item)) ?? [])
    if !unusual.isEmpty { add("unusual", unusual.joined(separator: ", ")) }
    if let trace, trace.steps.count > 1 {
      lines += TraceText.lines(trace, style: style, indent: 2)
    } else if let told = try? suite.explain(small.item, capabilities: small.item.needs) {
      for step in told.steps { add("step \(step.number)", step.words) }
    }
    for (signature, _) in small.others.sorted(by: { $0.key < $1.key }) {
      add("seen too", signature.description)
    }
    let adapter = settings.typedAnywhere(words.adapter)
    if !small.isMinimal {
      lines.append("  go on     assay minimize \(ShellText.quoted(file)) \(adapter)")
    }
    lines.append("  file      \(file)")
    lines.append("  replay    assay replay \(ShellText.quoted(file)) \(adapter)")
    lines.append("  explain   assay explain \(ShellText.quoted(file))")
    StandardOutput.write(lines.joined(separator: "\n") + "\n")
  }

  /// `3 steps, 2,413 bytes`
  private func size(of item: Case, _ suite: any Suite) -> String {
    let steps = (try? suite.steps(of: item)) ?? 0
    let bytes = ((try? suite.frames(item)) ?? []).reduce(0) { $0 + $1.body.count }
    return "\(Count.text(steps, "step")), \(Count.text(bytes, "byte"))"
  }
}
