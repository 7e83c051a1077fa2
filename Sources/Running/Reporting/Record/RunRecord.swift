package import Conformance
import Glibc

/// What a run leaves behind: takes its results as they come, and writes its reports at the end.
package final class RunRecord {
  package let run: RunDescription
  package let folder: String
  package private(set) var scorecard: Scorecard
  /// What did not pass and was not skipped, in order; of each verdict at most `maxFailures`.
  package private(set) var failures: [CaseResult] = []
  private var kept: [Verdict: Int] = [:]
  /// The reasons for skipping, each with the number of cases.
  package private(set) var skips: [String: Int] = [:]
  /// Why cases passed by a part of their steps only, each with the number of cases.
  package private(set) var partialPasses: [String: Int] = [:]
  /// How many failures of one verdict are kept for the summary; all of them stand in the journal.
  package static let maxFailures = 5_000

  private var exchanges = KeptExchanges()
  private let context: ReportContext
  private let lock: FolderLock
  private let journal: Journal

  /// Opens the journal in `folder`, which has to exist and is this run's alone from now on. Reports of an earlier run in the same
  /// folder are removed: whatever becomes of this run, none may stand beside its journal.
  ///
  /// - Parameter isStrict: whether a SHOULD that is not met counts as a failure.
  package init(
    _ run: RunDescription, suites: [any Suite], folder: String, isStrict: Bool = false
  ) throws(OutputFault) {
    self.run = run
    self.folder = folder
    context = ReportContext(suites)
    scorecard = Scorecard(suites, isStrict: isStrict)
    lock = try FolderLock(folder)
    for format in ReportFormat.allCases { unlink(folder + "/" + format.fileName) }
    journal = try Journal(
      path: folder + "/report.jsonl", exchanges: ExchangeStore(runFolder: folder))
  }

  /// Adds a result for good: to the journal and to the score.
  package func add(_ result: CaseResult) throws(OutputFault) {
    score(result)
    try journal.append(result)
    try journal.flush()
  }

  /// Writes results into the journal as they come, and again where they are revised; they count with `score`.
  package func note(_ results: [(number: Int, result: CaseResult)]) throws(OutputFault) {
    for (number, result) in results { try journal.append(result, number: number) }
    try journal.flush()
  }

  /// Counts a result for good; to be called in the order of the run.
  package func score(_ result: CaseResult) {
    scorecard.add(result)
    switch result.verdict {
    case .passed:
      if let reason = result.reason { partialPasses[reason, default: 0] += 1 }
    case .skipped: skips[result.reason ?? "no reason is given", default: 0] += 1
    default:
      guard kept[result.verdict, default: 0] < Self.maxFailures else { break }
      kept[result.verdict, default: 0] += 1
      failures.append(exchanges.bounded(result))
    }
  }

  /// Takes what the run made of its baseline; to be called after the last result.
  package func settle(_ baseline: BaselineRecord) { scorecard.baseline = baseline }

  /// Closes the journal and writes the reports from it.
  package func finish(
    elapsed: Duration, interrupted: Bool, formats: Set<ReportFormat> = ReportFormat.usual
  ) throws(OutputFault) {
    try journal.close()
    let source = try ReportSource(
      Report(run, scorecard, elapsed: elapsed, interrupted: interrupted),
      journal: folder + "/report.jsonl")
    for format in ReportFormat.allCases where formats.contains(format) {
      try format.write(source, context, path: folder + "/" + format.fileName)
    }
  }
}

/// Bounds the memory that exchanges take until the summary is written; all of them stand in the journal.
struct KeptExchanges {
  static let maxBytes = 64 << 20
  /// So many cases of one signature keep theirs as long as there is any room, others while half of it is left.
  private static let certainCases = 3

  private struct Cause: Hashable {
    let suite: String
    let variant: Variant
    let signature: Signature?
  }

  private let maxBytes: Int
  private var bytes = 0
  private var cases: [Cause: Int] = [:]

  init(maxBytes: Int = KeptExchanges.maxBytes) { self.maxBytes = maxBytes }

  /// The result, without its exchange where there is no room for it.
  mutating func bounded(_ result: CaseResult) -> CaseResult {
    guard let exchange = result.exchange else { return result }
    let cause = Cause(
      suite: result.suite, variant: result.variant, signature: result.decisiveFinding?.signature)
    let isCertain = cases[cause, default: 0] < Self.certainCases
    guard bytes + exchange.size <= (isCertain ? maxBytes : maxBytes / 2) else {
      var result = result
      result.exchange = nil
      return result
    }
    cases[cause, default: 0] += 1
    bytes += exchange.size
    return result
  }
}

extension ObservedExchange {
  fileprivate var size: Int {
    steps.reduce(standardError.count) { $0 + $1.request.count + ($1.reply?.count ?? 0) }
  }
}
