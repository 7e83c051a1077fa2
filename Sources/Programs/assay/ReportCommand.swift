import ArgumentParser
import Conformance
import Fuzzing
import Reporting
import SuiteModels
import Suites
import SystemLibrary

/// `assay report`: a report in another form.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a report in another form: HTML, JUnit, SARIF, Markdown, TAP, a badge.",
    usage: """
      assay report FILE|DIR --html|--junit|--sarif|... [--output FILE]
      assay report --matrix FILE|DIR... [--output FILE]
      """,
    discussion: """
      FILE is the report.json of a run, DIR the folder that it has written, and - standard input. The cases pass one by one, so \
      that a report may be larger than the memory. --matrix puts several reports side by side on one page, requirement by requirement. \
      The folder of a campaign of assay fuzz becomes a page with --html.
      Examples:
        assay report Reports/acme-2026-11-23-1 --html --output acme.html
        assay report --matrix Reports/acme-1.4 Reports/acme-2.0 --output matrix.html
        assay report Reports/nightly-campaign --html --output campaign.html
        assay report Reports/acme-2026-11-23-1 --junit
        assay report report.json --markdown >>"$GITHUB_STEP_SUMMARY"
        assay report report.json --sarif --output report.sarif
      Exit codes: 0 the report is written, 2 wrong usage, a file that is no report, or one that cannot be written, 70 \
      standard output cannot be written. What the report says changes nothing.
      """)

  @Argument(
    help: ArgumentHelp(
      "A report.json, the folder of a run or of a campaign, or - for standard input. Several with --matrix.",
      valueName: "report"))
  var reports: [String]

  @Flag(exclusivity: .exclusive) var format: ReportFormat?

  @Flag(help: "A page with all these reports side by side, requirement by requirement.")
  var matrix = false

  @Option(
    help: ArgumentHelp(
      "The file that is written, whole or not at all (default: standard output).",
      valueName: "file"))
  var output: String?

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("--output takes the name of a file") }
  }

  func run() throws {
    // What cannot be written is told, and kills nobody.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let suites = try Faults.reported { try SuiteCatalogue.suites() }
    if matrix { return try writeMatrix(suites) }
    // Not in `validate`, which would hide an option that there is not.
    guard reports.count == 1, let report = reports.first else {
      throw ValidationError(
        "one report at a time is written in another form; --matrix puts several side by side")
    }
    guard let format else {
      throw ValidationError(
        "name the form that is wanted: \(ReportFormat.options), as in: assay report \(report) --junit"
      )
    }
    if report != "-", CampaignFolder.isCampaign(report) {
      return try writeCampaign(report, format, suites)
    }
    let source = try readable { () throws(ReportFault) in try ReportSource(try file(report)) }
    try write { (file) throws(OutputFault) in
      try format.write(source, ReportContext(suites), to: file)
    }
  }

  /// Several reports on one page.
  private func writeMatrix(_ suites: [any Suite]) throws {
    guard format == nil || format == .html else {
      throw ValidationError("a matrix is a page: leave out --\(format?.name ?? "")")
    }
    guard (2...MatrixPage.maxReports).contains(reports.count) else {
      throw ValidationError(
        "--matrix takes 2 to \(MatrixPage.maxReports) reports, not \(reports.count)")
    }
    guard reports.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input holds one report only: name - once")
    }
    let read = try reports.map { path in
      try readable { () throws(ReportFault) in try file(path).read() }
    }
    try write { (file) throws(OutputFault) in
      try MatrixPage.write(read, ReportContext(suites), version: Product.version, to: file)
    }
  }

  private func writeCampaign(
    _ folder: String, _ format: ReportFormat, _ suites: [any Suite]
  ) throws {
    guard format == .html else {
      throw ValidationError(
        "\(folder) is the folder of a campaign, which becomes a page only: assay report \(folder) --html"
      )
    }
    let page: CampaignPage
    do throws(CampaignFolder.Unusable) {
      page = try CampaignPage(folder: folder, suites: suites, version: Product.version)
    } catch {
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
    try write { (file) throws(OutputFault) in try page.write(to: file) }
  }

  /// What `body` reads; what is wrong with a report is wrong usage.
  private func readable<Result>(_ body: () throws(ReportFault) -> Result) throws -> Result {
    do throws(ReportFault) {
      return try body()
    } catch {
      // Names in the file may hold line feeds, which must not look like lines of our own.
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
  }

  /// Writes to the file of `--output`, whole or not at all, or to standard output.
  private func write(_ body: (OutputFile) throws(OutputFault) -> Void) throws {
    do throws(OutputFault) {
      guard let output else {
        let file = try OutputFile.standardOutput()
        try body(file)
        return try file.close()
      }
      try OutputFile.replace(path: output, body)
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

  private func file(_ report: String) throws(ReportFault) -> ReportFile {
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
