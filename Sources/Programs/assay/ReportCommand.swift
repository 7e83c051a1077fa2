import ArgumentParser
import Conformance
import Glibc
import Reporting
import Suites

/// `assay report`: a report in another form.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a report in another form: JUnit, SARIF, Markdown, TAP, a badge.",
    usage: "assay report FILE|DIR (\(ReportFormat.options)) [--output FILE]",
    discussion: """
      FILE is the report.json of a run, DIR the folder that it has written, and - standard input. The cases pass one by one, so \
      that a report may be larger than the memory.
      Examples:
        assay report Reports/acme-2026-11-23-1 --junit
        assay report report.json --markdown >>"$GITHUB_STEP_SUMMARY"
        assay report report.json --sarif --output report.sarif
      Exit codes: 0 the report is written, 2 wrong usage, a file that is no report, or one that cannot be written, 70 \
      standard output cannot be written. What the report says changes nothing.
      """)

  @Argument(help: "A report.json, the folder of a run, or - for standard input.")
  var report: String

  @Flag(exclusivity: .exclusive) var format: ReportFormat?

  @Option(
    help: ArgumentHelp(
      "The file that is written, whole or not at all (default: standard output).",
      valueName: "file"))
  var output: String?

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("--output takes the name of a file") }
  }

  func run() throws {
    // Not in `validate`, which would hide an option that there is not.
    guard let format else {
      throw ValidationError(
        "name the form that is wanted: \(ReportFormat.options), as in: assay report \(report) --junit"
      )
    }
    // What cannot be written is told, and kills nobody.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let context = ReportContext(try Faults.reported { try SuiteCatalogue.suites() })
    let source: ReportSource
    do throws(ReportFault) {
      source = try ReportSource(try file())
    } catch {
      // Names in the file may hold line feeds, which must not look like lines of our own.
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
    do throws(OutputFault) {
      guard let output else {
        let file = try OutputFile.standardOutput()
        try format.write(source, context, to: file)
        return try file.close()
      }
      try format.write(source, context, path: output)
    } catch {
      // Whoever reads no further has seen enough.
      if output == nil {
        if error.isBrokenPipe { return }
        StandardError.write("assay: \(VisibleText.escaped("\(error)"))\n")
        throw ExitCode(70)
      }
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
  }

  private func file() throws(ReportFault) -> ReportFile {
    try report == "-" ? ReportFile.standardInput() : ReportFile(path: report)
  }
}

extension ReportFormat: EnumerableFlag {
  static func name(for value: ReportFormat) -> NameSpecification { .customLong(value.name) }

  static func help(for value: ReportFormat) -> ArgumentHelp? {
    ArgumentHelp(
      stringLiteral: value.purpose.prefix(1).uppercased() + value.purpose.dropFirst() + ".")
  }

  /// `--json | --junit | …`
  static var options: String { allCases.map { "--\($0.name)" }.joined(separator: " | ") }
}
