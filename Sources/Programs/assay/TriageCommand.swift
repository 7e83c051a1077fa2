import AdapterDriver
import ArgumentParser
import Conformance
import Foundation
import Fuzzing
import Reporting
import Running
import SuiteModels
import Suites
import Synchronization

/// `assay triage`: a folder of findings, sorted into buckets.
struct TriageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "triage",
    abstract: "Sort findings into buckets, the worst first, and name duplicates.",
    usage: "assay triage [<options>] DIR|FILE|REPORT... [-- ADAPTER [ARGS...]]",
    discussion: """
      Cases are in one bucket where they show the same finding, at the same place of code as far as standard error names one, \
      and nothing more is unusual in the larger one than in the smaller. Without an adapter the findings that the files record are \
      sorted. With one, each case is run in a process of its own: what fails no more is told, and files without a recorded \
      finding (crash files of other tools) are sorted, too. A recorded finding counts as repaired when it stays away five times.
      Examples: assay triage Reports/fuzz-acme-2026-11-23-1
                assay triage crashes -- ./my-adapter
      Exit codes: 0 nothing fails, or no adapter was given, 1 a MUST failed, 2 wrong usage, 3 the adapter failed, 4 a crash, hang \
      or overrun, 6 nothing was judged, 70 a fault of assay itself, 130 interrupted.
      """)

  @OptionGroup var words: FilesAndAdapter

  @Option(help: "How many adapters work at a time (default: the number of cores).")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @Flag(help: "One JSON object, for tools.")
  var json = false

  @Flag(help: "Treat a failed SHOULD as a failure.")
  var strict = false

  @Flag(name: .customLong("no-color"), help: "No colours (as with NO_COLOR in the environment).")
  var noColor = false

  @Option(help: "How progress is shown: auto, plain, none.")
  var progress: OutputOptions.Progress = .auto

  @OptionGroup(title: "Setup") var setup: SetupOptions
  @OptionGroup(title: "Dialect") var dialect: DialectOptions
  @OptionGroup(title: "Adapter") var settings: AdapterSettings

  func validate() throws {
    guard jobs >= 1, jobs <= 1_024 else {
      throw ValidationError("--jobs takes a number from 1 to 1024, not \(jobs)")
    }
    guard !words.files.isEmpty else {
      throw ValidationError("name the folder or the files with the findings")
    }
    if hasAdapter { try settings.check(words.adapter) }
  }

  private var hasAdapter: Bool { settings.reference || !words.adapter.isEmpty }

  func run() throws {
    let dialect = try dialect.read()
    let suites = try Faults.reported { try SuiteCatalogue.suites(dialect: dialect) }
    let found = Self.eachOnce(
      try CaseSources(suites, setup, dialect).cases(at: words.files.map(Self.findings)))
    CaseSources.tellAssumption(found)
    let byName = Dictionary(suites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var cases = try Faults.reported { () throws(HarnessFault) -> [TriagedCase] in
      var cases: [TriagedCase] = []
      // A failure of a report, and one URL of several in a file, are named by their ids.
      let shared = Dictionary(grouping: found.compactMap(\.path), by: \.self).filter {
        $0.value.count > 1
      }
      for one in found {
        guard let suite = byName[one.item.suite] else { continue }
        let path = one.path.map {
          one.failure == nil && shared[$0] == nil ? $0 : "\($0)#\(one.item.id.path)"
        }
        cases.append(try TriagedCase(one.item, at: path ?? one.item.id.path, of: suite))
      }
      return cases
    }
    var status = ExitStatus.passed
    if hasAdapter {
      let results = try run(found, suites)
      for (place, result) in results.values.enumerated() {
        guard let suite = byName[cases[place].item.suite] else { continue }
        cases[place].take(result, of: suite, isInterrupted: results.isInterrupted)
      }
      status = results.status
    }
    let triage = Triage(cases)
    if json {
      StandardOutput.write(TriageJSON.text(triage))
    } else {
      StandardOutput.write(
        TriageText.text(
          triage, suites: suites,
          adapter: hasAdapter ? settings.typedAnywhere(words.adapter) : nil,
          setup: setup.setup,
          style: TerminalStyle(
            color: TerminalChoice.usesColor(noColor: noColor), width: TerminalChoice.width(of: 1))))
    }
    if status != .passed { throw ExitCode(status.rawValue) }
  }

  /// Of a campaign's folder its findings: the entries are no failures.
  private static func findings(in path: String) -> String {
    let isCampaign = ["entries", "findings"].allSatisfy { InputFile.isFolder("\(path)/\($0)") }
    return isCampaign ? path + "/findings" : path
  }

  /// The same file under two names is no duplicate of itself.
  private static func eachOnce(_ found: [CaseSources.Found]) -> [CaseSources.Found] {
    var seen: Set<String> = []
    return found.filter { one in
      guard let path = one.path else { return true }
      let place = URL(filePath: path).resolvingSymlinksInPath().path
      return seen.insert("\(place)#\(one.item.id) \(one.item.variant)").inserted
    }
  }

  /// What became of the cases, in their order.
  private struct Results: Sendable {
    var values: [CaseResult?]
    var next = 0
    var fault: HarnessFault?
    var status = ExitStatus.passed
    var isInterrupted = false
  }

  /// Runs each case in a process of its own.
  private func run(_ found: [CaseSources.Found], _ suites: [any Suite]) throws -> Results {
    var plan = RunPlan(
      suites: suites, cases: CaseList(found.map(\.item)),
      command: settings.command(words.adapter), limits: settings.limits, seed: 1, jobs: jobs,
      harnessVersion: Product.version)
    let claims = try AdapterGreeting.claims(plan, typed: settings.typed(words.adapter))
    if settings.givenTimeout == nil, let calibration = try? Runner.calibrate(plan) {
      plan.limits = plan.limits.scaled(by: calibration)
    }
    let interruption = Interruption()
    let signals = InterruptionSignals(interruption, kept: "what has run is shown")
    defer { signals.cancel() }
    let shared = Mutex(Results(values: Array(repeating: nil, count: found.count)))
    let turnstile = Turnstile()
    let finalPlan = plan
    let threads = (0..<min(jobs, found.count)).map { _ in
      WorkerThread {
        let executor = CaseExecutor(finalPlan, claims: claims, turnstile: turnstile)
        defer { executor.stop() }
        while !interruption.isRaised {
          let place = shared.withLock { state -> Int? in
            guard state.next < found.count, state.fault == nil else { return nil }
            state.next += 1
            return state.next - 1
          }
          guard let place else { return }
          let one = found[place]
          do throws(HarnessFault) {
            let result =
              if let reason = claims.reasonToSkip(one.item) {
                CaseResult.skipped(one.item, reason)
              } else {
                try executor.again(
                  one.item, after: one.earlier, recorded: one.item.provenance?.signature,
                  until: interruption)
              }
            shared.withLock { $0.values[place] = result }
          } catch {
            shared.withLock { $0.fault = $0.fault ?? error }
          }
        }
      }
    }
    let clock = ContinuousClock()
    let begun = clock.now
    var line = StatusLine(TerminalChoice.progress(progress, quiet: json))
    while true {
      let done = shared.withLock { $0.next }
      if done >= found.count || interruption.isRaised || shared.withLock({ $0.fault }) != nil {
        break
      }
      line.show(at: clock.now - begun) {
        ["\(Count.text(done)) of \(Count.text(found.count, "case"))"]
      }
      usleep(50_000)
    }
    for thread in threads { thread.join() }
    line.clear()
    var results = shared.withLock { $0 }
    results = try Faults.reported { () throws(HarnessFault) -> Results in
      if let fault = results.fault { throw fault }
      return results
    }
    results.isInterrupted = interruption.isRaised
    results.status = status(results.values, suites, interrupted: interruption.cause == .signal)
    return results
  }

  private func status(
    _ results: [CaseResult?], _ suites: [any Suite], interrupted: Bool
  ) -> ExitStatus {
    var scorecard = Scorecard(suites, isStrict: strict)
    for result in results { if let result { scorecard.add(result) } }
    return ExitStatus(scorecard, interrupted: interrupted, strict: strict)
  }
}

extension CaseResult {
  fileprivate static func skipped(_ item: Case, _ reason: String) -> CaseResult {
    CaseResult(
      id: item.id, suite: item.suite, variant: item.variant, targets: item.targets,
      verdict: .skipped, reason: reason)
  }
}
