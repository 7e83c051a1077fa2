import AdapterDriver
import ArgumentParser
import Conformance
import Foundation
import Reporting
import Running
import SuiteModels
import Suites

/// `assay replay`: stored cases and failures of a report, again.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Run stored cases again: case files, folders, failures of a report, files of URLs.",
    usage: "assay replay [<options>] FILE|DIR|REPORT|URL... -- ADAPTER [ARGS...]",
    discussion: """
      Each case comes out as one of these: same (it fails as it is recorded), different (it fails in another way), \
      fixed (it failed when it was recorded, and passes), fails, warns, passes (nothing is recorded of it), not judged. \
      A file that is no JSON holds a request URL, or one in each line; an argument that begins like a URL is one. \
      A folder that a run has written stands for the failures of its report.json. What was recorded counts as fixed when it stays \
      away five times: a finding that comes and goes is not fixed.
      Examples: assay replay Reports/acme-2026-11-23-1 -- ./my-adapter
                assay replay Corpus/regressions crash.url -- ./my-adapter
      Exit codes: 0 everything passes, 1 a MUST failed, 2 wrong usage, 3 the adapter failed, 4 a crash, hang \
      or overrun, 6 nothing was judged, 70 a fault of assay itself, 130 interrupted.
      """)

  @OptionGroup var words: FilesAndAdapter

  @OptionGroup(title: "Setup") var setup: SetupOptions
  @OptionGroup(title: "Dialect") var dialect: DialectOptions
  @OptionGroup(title: "Adapter") var settings: AdapterSettings

  @Option(help: "How many adapters work at a time (default: the number of cores).")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @Flag(help: "Treat a failed SHOULD as a failure.")
  var strict = false

  @Flag(help: "Only the counts.")
  var quiet = false

  @Flag(help: "Every case, those that pass too.")
  var verbose = false

  func validate() throws {
    guard jobs >= 1, jobs <= 1_024 else {
      throw ValidationError("--jobs takes a number from 1 to 1024, not \(jobs)")
    }
    guard !words.files.isEmpty else {
      throw ValidationError("name the files, folders or reports to run again, before --")
    }
    try settings.check(adapter)
  }

  private var adapter: [String] { words.adapter }

  func run() throws {
    let dialect = try dialect.read()
    let suites = try Faults.reported { try SuiteCatalogue.suites(dialect: dialect) }
    let found = try CaseSources(suites, setup, dialect, leavesLargeInFiles: true)
      .cases(at: words.files)
    CaseSources.tellAssumption(found)
    let ordered = Self.ordered(found)
    let cases = ordered.map(\.item)
    guard !cases.isEmpty else {
      StandardError.write("assay: there is nothing to run again: no failure is in the report\n")
      throw ExitCode(ExitStatus.nothingRun.rawValue)
    }
    for item in cases {
      for difference in item.provenance?.drift ?? [] {
        StandardError.write("assay: \(VisibleText.escaped("\(item.id), \(difference)"))\n")
      }
    }
    var plan = RunPlan(
      suites: suites, cases: cases, command: settings.command(adapter), limits: settings.limits,
      seed: 1,
      jobs: jobs, harnessVersion: Product.version)
    for (number, found) in ordered.enumerated() where !found.earlier.isEmpty {
      plan.earlierCases[number] = found.earlier
    }
    let claims = try AdapterGreeting.claims(plan, typed: settings.typed(adapter))
    if settings.givenTimeout == nil, let calibration = try? Runner.calibrate(plan) {
      plan.limits = plan.limits.scaled(by: calibration)
    }
    let interruption = Interruption()
    let signals = InterruptionSignals(interruption)
    defer { signals.cancel() }
    var scorecard = Scorecard(suites, isStrict: strict)
    var counts: [ReplayOutcome: Int] = [:]
    var failures: [(result: CaseResult, item: Case)] = []
    var next = ordered.makeIterator()
    let executor = CaseExecutor(plan, claims: claims, turnstile: Turnstile())
    defer { executor.stop() }
    var fault: HarnessFault?
    try Faults.reported {
      do throws(RunFault<Never>) {
        try Runner(plan, interruption: interruption).run(claims: claims) { (first) throws(Never) in
          guard let found = next.next() else { return scorecard.add(first) }
          switch doubted(first, found, executor, interruption) {
          case .failure(let error): fault = fault ?? error
          case .success(let result):
            scorecard.add(result)
            let outcome = ReplayOutcome(of: result, recorded: found.item.provenance?.signature)
            counts[outcome, default: 0] += 1
            show(outcome, result, found.item)
            if outcome.isFailure, failures.count < Self.maxFailures {
              failures.append((result, found.item))
            }
          }
        }
      } catch {
        if case .harness(let fault) = error { throw fault }
      }
      if let fault { throw fault }
    }
    if !quiet { showShortest(failures, plan, claims, interruption) }
    let parts = ReplayOutcome.allCases.compactMap { outcome in
      counts[outcome].map { "\($0) \(outcome.rawValue)" }
    }
    StandardOutput.write(
      "\(cases.count) \(cases.count == 1 ? "case" : "cases"): \(parts.joined(separator: ", "))\n")
    let status = ExitStatus(scorecard, interrupted: interruption.cause == .signal, strict: strict)
    if status != .passed { throw ExitCode(status.rawValue) }
  }

  /// Of more failures than these no causes are made.
  private static let maxFailures = 5_000

  /// The shortest sequence for each cause of failure.
  private func showShortest(
    _ failures: [(result: CaseResult, item: Case)], _ plan: RunPlan, _ claims: Claims,
    _ interruption: Interruption
  ) {
    let items = Dictionary(
      failures.map { ("\($0.result.suite) \($0.result.id) \($0.result.variant)", $0.item) },
      uniquingKeysWith: { first, _ in first })
    let earlier = Set(plan.earlierCases.keys.map { plan.cases[$0].id })
    let shortest = ShortestSequences.found(
      for: failures.map(\.result).filter { !earlier.contains($0.id) }, plan, claims, interruption,
      progress: .off
    ) { items["\($0.suite) \($0.id) \($0.variant)"] }
    let style = TerminalStyle(
      color: TerminalChoice.usesColor(noColor: false), width: TerminalChoice.width(of: 1))
    for one in shortest {
      var lines = style.paragraph(
        VisibleText.escaped("\(one.id): \(one.sentence)"), label: "shortest    ", indent: 0)
      if case .found(let sequence) = one.outcome {
        lines += TraceText.lines(sequence.trace, style: style, indent: 2)
      }
      StandardOutput.write(lines.joined(separator: "\n") + "\n")
    }
  }

  /// The result of a case that seems to be fixed, after more tries: perhaps its finding only comes and goes.
  private func doubted(
    _ result: CaseResult, _ found: CaseSources.Found, _ executor: CaseExecutor,
    _ interruption: Interruption
  ) -> Result<CaseResult, HarnessFault> {
    let recorded = found.item.provenance?.signature
    guard ReplayOutcome(of: result, recorded: recorded) == .fixed else { return .success(result) }
    do throws(HarnessFault) {
      let again = try executor.again(
        found.item, after: found.earlier, recorded: recorded,
        tries: CaseExecutor.triesForMended - 1, until: interruption)
      return .success(again.flatMap { $0.verdict.wasJudged ? $0 : nil } ?? result)
    } catch {
      return .failure(error)
    }
  }

  /// Suite by suite and variant by variant, so that adapters are not started for each case.
  private static func ordered(_ cases: [CaseSources.Found]) -> [CaseSources.Found] {
    var parts: [(key: String, cases: [CaseSources.Found])] = []
    for found in cases {
      let key = "\(found.item.suite) \(found.item.variant)"
      if let index = parts.firstIndex(where: { $0.key == key }) {
        parts[index].cases.append(found)
      } else {
        parts.append((key, [found]))
      }
    }
    return parts.flatMap(\.cases)
  }

  private func show(_ outcome: ReplayOutcome, _ result: CaseResult, _ item: Case) {
    switch outcome {
    case _ where quiet: return
    case .passes where !verbose: return
    default: break
    }
    let variant = item.variant == .sole ? "" : " [\(item.variant)]"
    let word = outcome.rawValue + String(repeating: " ", count: max(0, 10 - outcome.rawValue.count))
    StandardOutput.write("\(word)  \(VisibleText.escaped(item.id.path))\(variant)\n")
    let recorded = item.provenance?.signature
    let finding =
      result.findings.first { $0.signature == recorded }
      ?? result.findings.first { $0.level == .must } ?? result.findings.first
    switch outcome {
    case .fixed:
      if let recorded { show(recorded) }
    case .notJudged:
      StandardOutput.write(
        "            \(VisibleText.escaped(result.reason ?? result.verdict.rawValue, maxCharacters: 400))\n"
      )
    case .same, .different, .fails, .warns:
      if outcome == .different, let recorded { show(recorded) }
      if let finding {
        for (name, words) in [
          ("found   ", finding.signature.description), ("step    ", "\(finding.step)"),
          ("message ", finding.message), ("expected", finding.expected),
          ("observed", finding.observed),
        ] {
          StandardOutput.write(
            "            \(name)  \(VisibleText.escaped(words, maxCharacters: 600))\n")
        }
      }
      showLastWords(of: result)
    case .passes: break
    }
  }

  /// What the adapter wrote to standard error before it died, or while it was silent.
  private func showLastWords(of result: CaseResult) {
    guard result.verdict.isFatal, let exchange = result.exchange else { return }
    let lines = LastWords.lines(of: exchange.standardError, atMost: 6)
    guard !lines.isEmpty else {
      if result.verdict == .crashed {
        StandardOutput.write("            stderr    the adapter wrote none\n")
      }
      return
    }
    for (number, line) in lines.enumerated() {
      let label = number == 0 ? "stderr  " : "        "
      StandardOutput.write(
        "            \(label)  | \(VisibleText.escaped(line, maxCharacters: 200))\n")
    }
  }

  private func show(_ recorded: Signature) {
    let words = VisibleText.escaped(recorded.description, maxCharacters: 400)
    StandardOutput.write("            was       \(words)\n")
  }
}
