import ArgumentParser
import Baselines
import Conformance
import Foundation
import Reporting
import Running
import SuiteModels
import Suites

/// `assay merge`: one report out of those of shards.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Make one report of the reports of all shards of a run.",
    usage: "assay merge REPORT... [--output DIR] [--baseline FILE] [--format LIST]",
    discussion: """
      Each REPORT is the report.json of one shard (assay run --shard K/N), or the folder that it was written to. They have to be of one run: \
      the same seed, suites, adapter and options, and every shard once. The merged report is the one that the whole run would have written.
      Examples:
        assay merge shard-1 shard-2 shard-3 --output whole
        assay merge shards/*/report.json --output whole --format json,junit,sarif
      Exit codes: those that the whole run would have had (assay help run), 2 wrong usage, a file that is no report, reports that do not \
      belong together, or shards that are missing.
      """)

  @Argument(help: "The report.json of a shard, or the folder of its run.")
  var reports: [String]

  @Option(
    help: ArgumentHelp(
      "Where the merged report goes (default: Reports/<implementation>-<date>-<n>).",
      valueName: "dir"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The known failures that the shards were run with (default: the file that they name).",
      valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Which reports are written, with commas between: \(ReportFormat.names). report.json always is.",
      valueName: "list"))
  var format = "json,junit"

  @OptionGroup var summary: SummaryOptions

  func validate() throws {
    _ = try OutputOptions.formats(named: format)
    if output?.isEmpty == true { throw ValidationError("--output takes the name of a folder") }
  }

  func run() throws {
    signal(SIGXFSZ, SIG_IGN)
    let files: ShardFiles
    do throws(MergeFault) {
      files = try ShardFiles(reports)
    } catch {
      throw Self.refusal(error)
    }
    let suites = try Self.suites(of: files)
    var known = try knownFailures(of: files)
    let baseline = known?.baseline.path
    var shards: ShardSet
    do throws(MergeFault) {
      shards = try ShardSet(files, suites: suites) { result in
        known?.admit(result.id, result.variant, targets: result.targets)
      }
      if let known { shards.settle(try Self.record(known, shards, files)) }
    } catch {
      throw Self.refusal(error)
    }
    let report = shards.report
    let written = try write(shards, report, suites, files)
    let repeated = RepeatCommand(report)
    StandardOutput.write(
      TerminalSummary.text(
        run: RunDescription(report), scorecard: shards.tally.scorecard,
        failures: shards.tally.failures, skips: shards.tally.skips,
        partialPasses: shards.tally.partialPasses,
        shownFailures: summary.shownFailures, suites: suites,
        repeatCommand: { repeated.text(for: $0) },
        repairCommand: baseline.map {
          "assay baseline --update \(ShellText.quoted($0)) \(ShellText.quoted(written.folder))"
        },
        reportPath: written.folder + "/report.json", elapsed: report.elapsed,
        interrupted: report.isInterrupted,
        style: TerminalStyle(
          color: summary.usesColor, width: TerminalChoice.width(of: 1))))
    let times = report.shards.map(\.elapsed)
    StandardOutput.write(
      "shards  \(report.shards.count), of \(Count.text(times.min() ?? .zero)) to \(Count.text(times.max() ?? .zero))\n"
    )
    if written.exchanges > 0 {
      StandardError.write(
        "assay: \(Count.text(written.exchanges, "conversation")) of failed cases could not be taken along: "
          + "the folder exchanges of a shard is not beside its report\n")
    }
    let status = ExitStatus(
      shards.tally.scorecard, interrupted: report.isInterrupted, strict: report.isStrict)
    if status != .passed { throw ExitCode(status.rawValue) }
  }

  /// Names in the files may hold line feeds, which must not look like lines of our own.
  private static func refusal(_ fault: MergeFault) -> ValidationError {
    ValidationError(VisibleText.escaped("\(fault)"))
  }

  /// The suites as the version that the reports name had them.
  private static func suites(of files: ShardFiles) throws -> [any Suite] {
    let name = files.first.suiteVersion
    guard let version = SuiteVersion(name), SuiteHistory.knows(version) else {
      throw refusal(.unknownVersion(path: files.firstPath, name, known: SuiteHistory.names))
    }
    return try Faults.reported { try SuiteCatalogue.suites() }.map { $0.asOf(version) }
  }

  // MARK: Known failures

  /// The baseline that the shards were run with, laid over no case yet; nil where they had none.
  private func knownFailures(of files: ShardFiles) throws -> KnownFailures? {
    guard let path = baseline ?? files.first.baseline?.path else { return nil }
    guard files.first.baseline != nil else {
      throw ValidationError(
        "the shards were run without a baseline; leave out --baseline, or run them with it")
    }
    let document: BaselineDocument
    do {
      document = try BaselineFiles.read(path)
    } catch let error as ValidationError {
      guard baseline == nil else { throw error }
      throw ValidationError("\(error)\nname the baseline of the shards with --baseline")
    }
    let entries = document.baseline.entries.map(\.words)
    for (report, record) in files.baselines where record?.entries.map(\.words) != entries {
      throw Self.refusal(
        .otherBaseline(path: path, "its entries are not those that \(report) tells of"))
    }
    return KnownFailures(
      Baseline(path: files.first.baseline?.path ?? path, entries: document.baseline.entries),
      isWhole: !files.first.isNarrowedBesideShards, isStrict: files.first.isStrict)
  }

  /// What the whole run makes of its baseline.
  private static func record(
    _ known: KnownFailures, _ shards: ShardSet, _ files: ShardFiles
  ) throws(MergeFault) -> BaselineRecord {
    var tally = BaselineTally(known)
    var other: CaseResult?
    try shards.forEachKnownCase { result in
      tally.add(result)
      if other == nil, known.judged(result).verdict != result.verdict { other = result }
    }
    if let other {
      throw .otherBaseline(
        path: known.baseline.path,
        "by it, the case \(other.id) would not count as \(other.verdict.rawValue)")
    }
    return tally.record(today: CalendarDay(secondsSince1970: files.ended))
  }

  // MARK: Writing

  /// - Returns: the folder of the merged report, and how many conversations are missing in it.
  private func write(
    _ shards: ShardSet, _ report: Report, _ suites: [any Suite], _ files: ShardFiles
  ) throws -> (folder: String, exchanges: Int) {
    let isNew = output.map { !InputFile.exists($0) } ?? true
    let folder: String
    if let output {
      for own in files.folders where Self.isSame(own, output) {
        throw Self.refusal(.intoShard(folder: own))
      }
      try OutputFolder.make(output)
      folder = output
    } else {
      folder = try OutputFolder.new(for: report.implementation.name, date: Date())
    }
    let lock: FolderLock
    do throws(OutputFault) {
      lock = try FolderLock(folder)
    } catch {
      throw ValidationError(VisibleText.escaped("\(error)"))
    }
    defer { withExtendedLifetime(lock) {} }
    do throws(OutputFault) {
      return (
        folder,
        try MergedReport.write(
          shards, report, ReportContext(suites), formats: OutputOptions.known(format),
          folder: folder)
      )
    } catch {
      if isNew { rmdir(folder) }
      StandardError.write("assay: \(VisibleText.escaped("\(error)"))\n")
      throw ExitCode(ExitStatus.harnessFault.rawValue)
    }
  }

  /// Whether two names are of one folder.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }
}

extension OutputOptions {
  /// The formats of a list that has been looked at before.
  static func known(_ list: String) -> Set<ReportFormat> {
    (try? formats(named: list)) ?? ReportFormat.usual
  }
}

extension Baseline.Entry {
  /// What a report tells of the entry, whatever its cases came to.
  fileprivate var words: [String] {
    [
      "\(line)", subjectWords, reason, link ?? "", until?.description ?? "",
      flaky.map(String.init) ?? "",
    ]
  }
}

extension BaselineRecord.Entry {
  fileprivate var words: [String] {
    ["\(line)", subject, reason, link ?? "", until ?? "", flaky.map(String.init) ?? ""]
  }
}
