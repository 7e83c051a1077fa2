package import Conformance
import SystemLibrary

/// What a run leaves behind: takes its results as they come, and writes its reports at the end.
package final class RunRecord {
  package let run: RunDescription
  package let folder: String
  /// What is counted of the results.
  package private(set) var tally: RunTally
  /// The places of the cases among all that were selected, in a run of one shard; empty in any other.
  private let places: [Int]
  private let context: ReportContext
  private let lock: FolderLock
  private let journal: Journal

  /// Opens the journal in `folder`, which has to exist and is this run's alone from now on. Reports of an earlier run in the same
  /// folder are removed: whatever becomes of this run, none may stand beside its journal.
  ///
  /// - Parameters:
  ///   - isStrict: whether a SHOULD that is not met counts as a failure.
  ///   - places: in a run of one shard, the places of its cases among all that were selected.
  package init(
    _ run: RunDescription, suites: [any Suite], folder: String, isStrict: Bool = false,
    places: [Int] = []
  ) throws(OutputFault) {
    self.places = places
    self.run = run
    self.folder = folder
    context = ReportContext(suites)
    tally = RunTally(suites, isStrict: isStrict)
    lock = try FolderLock(folder)
    for format in ReportFormat.allCases { unlink(folder + "/" + format.fileName) }
    journal = try Journal(
      path: folder + "/report.jsonl", exchanges: ExchangeStore(runFolder: folder))
  }

  package var scorecard: Scorecard { tally.scorecard }
  /// What did not pass and was not skipped; see `RunTally`.
  package var failures: [CaseResult] { tally.failures }
  package var skips: [String: Int] { tally.skips }
  package var partialPasses: [String: Int] { tally.partialPasses }

  /// Adds a result for good: to the journal and to the score.
  package func add(_ result: CaseResult) throws(OutputFault) {
    score(result)
    try journal.append(result)
    try journal.flush()
  }

  /// Writes results into the journal as they come, and again where they are revised; they count with `score`.
  package func note(_ results: [(number: Int, result: CaseResult)]) throws(OutputFault) {
    for (number, result) in results {
      var result = result
      if places.indices.contains(number) { result.place = places[number] }
      try journal.append(result, number: number)
    }
    try journal.flush()
  }

  /// Counts a result for good; to be called in the order of the run.
  package func score(_ result: CaseResult) { tally.add(result) }

  /// Takes what the run made of its baseline; to be called after the last result.
  package func settle(_ baseline: BaselineRecord) { tally.scorecard.baseline = baseline }

  /// Closes the journal and writes the reports from it.
  package func finish(
    elapsed: Duration, interrupted: Bool, formats: Set<ReportFormat> = ReportFormat.usual
  ) throws(OutputFault) {
    try journal.close()
    let source = try ReportSource(
      Report(run, tally.scorecard, elapsed: elapsed, interrupted: interrupted),
      journal: folder + "/report.jsonl")
    for format in ReportFormat.allCases where formats.contains(format) {
      try format.write(source, context, path: folder + "/" + format.fileName)
    }
  }
}
