import ArgumentParser
import Baselines
import Conformance
import Reporting
import Running
import SuiteModels
import Suites

/// `assay baseline`: the file of known failures.
struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Write or update the known-failures file of an implementation.",
    usage: "assay baseline [<options>] REPORT",
    discussion: """
      Without --update, the failures of a report become a new baseline: on standard output, or in the file of --output. \
      Give each entry a reason in the place of TODO.
      With --update, the file is brought up to the report: what does not fail any more is taken out, what fails in \
      another way is said anew, and new failures come at the end. Reasons, links, the order and comments stay.
      Examples:
        assay run --output first -- ./my-adapter
        assay baseline first --output known-failures.yaml
        assay run --baseline known-failures.yaml --output second -- ./my-adapter
        assay baseline --update known-failures.yaml second
      Exit codes: 0 done, 2 wrong usage, or a file that cannot be read or written.
      """)

  @Argument(help: "A report.json, the folder of a run, or - for standard input.")
  var report: String

  @Option(help: ArgumentHelp("The file to write; it must not be there yet.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("The baseline to bring up to the report.", valueName: "file"))
  var update: String?

  @OptionGroup(title: "Dialect") var dialect: DialectOptions

  func validate() throws {
    if output != nil, update != nil {
      throw ValidationError("--output and --update exclude each other; give one of them")
    }
  }

  func run() throws {
    let document = try update.map { try BaselineFiles.read($0) }
    let reported = try readReport()
    let shared = try dialect.read()
    let suites = try Faults.reported { try SuiteCatalogue.suites(dialect: shared) }
    let known = CaseList(joining: suites.map { $0.cases(seed: reported.seed) })
    if let update, let document {
      try bringUp(update, document, reported, known)
    } else {
      try writeNew(reported, known)
    }
  }

  private func readReport() throws -> ReportedCases {
    do throws(ReportFault) {
      return try ReportedCases(
        report == "-" ? ReportFile.standardInput() : ReportFile(path: report))
    } catch {
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
  }

  private func writeNew(_ reported: ReportedCases, _ known: CaseList) throws {
    let making = BaselineMaking(known: known, reported: reported)
    let failures = reported.results.filter(reported.isFailure)
    let entries = making.entries(for: failures)
    let text = BaselineDocument.text(
      of: entries,
      title: VisibleText.escaped(
        "Known failures of \(reported.implementation)", maxCharacters: 160))
    guard let output else {
      StandardOutput.write(text)
      return
    }
    guard !InputFile.exists(output) else {
      throw ValidationError(
        "\(output) is there already; bring it up to the report with "
          + "assay baseline --update \(ShellText.quoted(output)) \(ShellText.quoted(report))")
    }
    try write(text, to: output)
    let reasons =
      entries.isEmpty ? "" : "; write a reason in the place of each \(BaselineRecord.openReason)"
    StandardOutput.write(
      VisibleText.escaped(
        "\(output): \(Count.text(failures.count, "failed case")) under "
          + "\(Count.text(entries.count, "known failure"))\(reasons)") + "\n")
  }

  private func bringUp(
    _ path: String, _ document: BaselineDocument, _ reported: ReportedCases, _ known: CaseList
  ) throws {
    let updated = BaselineUpdate(document, reported, known: known, today: BaselineFiles.today)
    for entry in updated.expired {
      StandardError.write(
        VisibleText.escaped(
          "assay: \(path): the known failure of line \(entry.line) (\(entry.subjectWords)) has expired: mend it, "
            + "or write a later day behind \"until\"") + "\n")
    }
    guard !updated.isEmpty else {
      StandardOutput.write(VisibleText.escaped("\(path) is up to this report") + "\n")
      return
    }
    // What cannot be read back must not take the place of what can.
    let after: BaselineDocument
    do throws(BaselineError) {
      after = try BaselineDocument(Array(updated.text.utf8), path: path)
    } catch {
      StandardError.write(
        "assay: a fault of assay itself: the new text of \(path) cannot be read (\(error)); the file is as it was\n"
      )
      throw ExitCode(ExitStatus.harnessFault.rawValue)
    }
    try write(updated.text, to: path)
    StandardOutput.write(
      VisibleText.escaped(
        "\(path): \(updated.changed) changed, \(updated.removed) removed, \(updated.added) added; "
          + "\(Count.text(after.baseline.entries.count, "known failure")) in all") + "\n")
    BaselineFiles.warnOfOpenReasons(after.baseline.entries, of: path)
  }

  private func write(_ text: String, to path: String) throws {
    do throws(OutputFault) {
      try OutputFile.replace(path: path) { (file) throws(OutputFault) in
        try file.write(text.utf8)
      }
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
