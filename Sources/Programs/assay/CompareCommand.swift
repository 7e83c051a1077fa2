import ArgumentParser
import Conformance
import Reporting
import SystemLibrary

/// `assay compare`: what changed between two reports, or what several implementations do otherwise.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Show what changed between two reports, or who does what.",
    usage: """
      assay compare OLD NEW [--fail-on LIST] [--format text|markdown|json]
      assay compare --between [<options>] -- ADAPTER [ARGS...] -- ADAPTER...
      """,
    discussion: """
      OLD and NEW are report.json files, or the folders of runs; one of them may be - for standard input. \
      A case is worse if it comes to something worse by itself: a failure in the place of a pass, a crash in the place of a failure. \
      What the baseline of NEW knows is shown and fails nothing.
      Examples:
        assay compare last-release Reports/acme-2026-11-23-1
        assay compare old.json new.json --fail-on regressions,unjudged,slower
        assay compare old.json new.json --format markdown >>"$GITHUB_STEP_SUMMARY"
      Exit codes: 0 nothing of --fail-on, 1 something of it, 4 a crash, hang or overrun among it, 2 wrong usage, a file that is no report, \
      or reports that have no case in common.

      With --between the same cases are run on several adapters, each after a -- of its own, and a table shows by layer and form what they \
      do otherwise: where somebody breaks a requirement, and where the specification leaves a choice. It is a map and no gate: whatever differs, the exit code is 0.
      Examples:
        assay compare --between --suite abt -- ./one -- python3 other.py
        assay compare --between --reference --select 'abt/form/**' --format markdown --output map.md -- ./my-adapter
      Exit codes: 0 compared, 2 wrong usage, 3 an adapter failed, 6 no case was asked of two of them, 70 a fault of assay itself, or a table \
      that could not be written, 130 interrupted.
      """)

  @Argument(help: "The earlier report.")
  var old: String?

  @Argument(help: "The later report.")
  var new: String?

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp(
      "What fails, with commas between: \(ComparisonGate.Kind.names); or none (default: \(Self.usualGate)). Example: --fail-on regressions,new",
      valueName: "list"))
  var failOn: String?

  @Option(help: "How it is shown: text, markdown, json.")
  var format: Format = .text

  @Option(
    help: ArgumentHelp(
      "The file that is written, whole or not at all (default: standard output).",
      valueName: "file"))
  var output: String?

  @Option(
    name: .customLong("time-factor"),
    help: ArgumentHelp(
      "How many times as long a case may take before it counts as slower (default: 2).",
      valueName: "number"))
  var givenTimeFactor: Double?

  @Option(
    name: .customLong("time-floor"),
    help: ArgumentHelp(
      "How much longer a case may take in any event (default: 50).", valueName: "ms"))
  var givenTimeFloor: Int?

  @Flag(
    help:
      "Only the verdict, and what differs between the runs; with --between only who was compared.")
  var quiet = false

  @Flag(help: "Every cause, requirement and row, not only the first twenty of each kind.")
  var verbose = false

  @Flag(name: .customLong("no-color"), help: "No colours (as with NO_COLOR in the environment).")
  var noColor = false

  @OptionGroup(title: "With --between") var between: BetweenOptions

  private static let usualGate = "regressions,unjudged"
  private var timeFactor: Double { givenTimeFactor ?? 2 }
  private var timeFloor: Int { givenTimeFloor ?? 50 }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, json
  }

  func validate() throws {
    _ = try gate
    if output?.isEmpty == true { throw ValidationError("--output takes the name of a file") }
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
    guard (1.0...1_000).contains(timeFactor) else {
      throw ValidationError("--time-factor takes a number from 1 to 1000, not \(timeFactor)")
    }
    guard (0...3_600_000).contains(timeFloor) else {
      throw ValidationError("--time-floor takes milliseconds from 0 to 3600000, not \(timeFloor)")
    }
    if between.isWanted {
      guard old == nil else {
        throw ValidationError(
          "--between takes adapters, each after --, and no reports: \(old ?? "")")
      }
      let stray = [
        ("--fail-on", failOn != nil), ("--time-factor", givenTimeFactor != nil),
        ("--time-floor", givenTimeFloor != nil),
      ]
      if let stray = stray.first(where: \.1)?.0 {
        throw ValidationError("\(stray) is for two reports; --between is a map and no gate")
      }
      return
    }
    guard old != nil, new != nil else {
      throw ValidationError(
        "two reports are compared: assay compare OLD NEW; or adapters: assay compare --between -- ./one -- ./other"
      )
    }
    if old == "-", new == "-" {
      throw ValidationError("only one of the reports can be standard input")
    }
  }

  private var gate: ComparisonGate {
    get throws {
      let failOn = failOn ?? Self.usualGate
      if failOn == "none" { return ComparisonGate([]) }
      let names = ComparisonGate.Kind.allCases.map(\.rawValue)
      let words = failOn.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.trimmingPrefix(" ") }
      return ComparisonGate(
        Set(
          try words.map { word in
            guard let kind = ComparisonGate.Kind(rawValue: String(word)) else {
              let word = String(word)
              throw ValidationError(
                "--fail-on: there is no \"\(word)\"\(NearestName.hint(for: word, among: names, all: names + ["none"]))"
              )
            }
            return kind
          }))
    }
  }

  func run() throws {
    // What cannot be written is told, and kills nobody.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    if between.isWanted { return try runBetween() }
    guard let old, let new else { return }
    let gate = try gate
    var noise = CostComparison.Noise()
    noise.factor = timeFactor
    noise.floor = .milliseconds(timeFloor)
    let comparison: ReportComparison
    do throws(ReportFault) {
      comparison = ReportComparison(
        try ReportMarks(Self.file(old)), try ReportMarks(Self.file(new)), noise: noise)
    } catch {
      // Names in the file may hold line feeds, which must not look like lines of our own.
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
    guard comparison.common > 0 else {
      throw ValidationError(
        VisibleText.escaped(
          "\(old) and \(new) have no case in common, so that there is nothing to compare"))
    }
    try write(comparison, gate)
    let code = gate.exitCode(comparison)
    if code != 0 { throw ExitCode(Int32(code)) }
  }

  private static func file(_ path: String) throws(ReportFault) -> ReportFile {
    try path == "-" ? ReportFile.standardInput() : ReportFile(path: path)
  }

  private func write(_ comparison: ReportComparison, _ gate: ComparisonGate) throws {
    do throws(OutputFault) {
      try writeOut { (file) throws(OutputFault) in
        switch format {
        case .json: try ComparisonJSON.write(comparison, gate, to: file)
        case .markdown: try file.write(ComparisonMarkdown.text(comparison, gate).utf8)
        case .text:
          let text = ComparisonText.text(
            comparison, gate, shown: quiet ? 0 : verbose ? .max : 20, style: style)
          try file.write(text.utf8)
        }
      }
    } catch {
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
  }

  /// Writes to where `--output` says. Whoever reads no further from standard output has seen enough.
  func writeOut(
    _ body: (OutputFile) throws(OutputFault) -> Void
  ) throws(OutputFault) {
    if let output { return try OutputFile.replace(path: output, body) }
    do throws(OutputFault) {
      let file = try OutputFile.standardOutput()
      try body(file)
      try file.close()
    } catch {
      if !error.isBrokenPipe { throw error }
    }
  }

  var style: TerminalStyle {
    TerminalStyle(
      color: output == nil && TerminalChoice.usesColor(noColor: noColor),
      width: TerminalChoice.width(of: 1))
  }
}

extension ComparisonGate.Kind {
  /// `regressions, unjudged, …`
  fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
