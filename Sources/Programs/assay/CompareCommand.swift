import ArgumentParser
import Conformance
import Glibc
import Reporting

/// `assay compare`: what changed between two reports.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Show what changed between two reports, and fail if something is worse.",
    usage: "assay compare OLD NEW [--fail-on LIST] [--format text|markdown|json]",
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
      """)

  @Argument(help: "The earlier report.")
  var old: String

  @Argument(help: "The later report.")
  var new: String

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp(
      "What fails, with commas between: \(ComparisonGate.Kind.names); or none. Example: --fail-on regressions,new",
      valueName: "list"))
  var failOn = "regressions,unjudged"

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
      "How many times as long a case may take before it counts as slower.", valueName: "number"))
  var timeFactor = 2.0

  @Option(
    name: .customLong("time-floor"),
    help: ArgumentHelp(
      "How much longer a case may take in any event.", valueName: "ms"))
  var timeFloor = 50

  @Flag(help: "Only the verdict, and what differs between the runs.")
  var quiet = false

  @Flag(help: "Every cause and requirement, not only the first twenty of each kind.")
  var verbose = false

  @Flag(name: .customLong("no-color"), help: "No colours (as with NO_COLOR in the environment).")
  var noColor = false

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
    if old == "-", new == "-" {
      throw ValidationError("only one of the reports can be standard input")
    }
  }

  private var gate: ComparisonGate {
    get throws {
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
      guard let output else {
        let file = try OutputFile.standardOutput()
        try write(comparison, gate, to: file)
        return try file.close()
      }
      try OutputFile.replace(path: output) { (file) throws(OutputFault) in
        try write(comparison, gate, to: file)
      }
    } catch {
      // Whoever reads no further has seen enough.
      if output == nil, error.isBrokenPipe { return }
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
  }

  private func write(
    _ comparison: ReportComparison, _ gate: ComparisonGate, to file: OutputFile
  ) throws(OutputFault) {
    switch format {
    case .json: try ComparisonJSON.write(comparison, gate, to: file)
    case .markdown: try file.write(ComparisonMarkdown.text(comparison, gate).utf8)
    case .text:
      let usesColor = output == nil && TerminalChoice.usesColor(noColor: noColor)
      let text = ComparisonText.text(
        comparison, gate, shown: quiet ? 0 : verbose ? .max : 20,
        style: TerminalStyle(color: usesColor, width: TerminalChoice.width(of: 1)))
      try file.write(text.utf8)
    }
  }
}

extension ComparisonGate.Kind {
  /// `regressions, unjudged, …`
  fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
