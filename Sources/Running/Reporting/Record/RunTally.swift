package import Conformance

/// What the results of a run are counted as, for its report and for the person at the terminal. Takes memory for what failed, within
/// bounds, and not for what passed.
package struct RunTally {
  package var scorecard: Scorecard
  /// What did not pass and was not skipped, in the order in which it came; of each verdict at most `maxFailures`.
  package private(set) var failures: [CaseResult] = []
  private var kept: [Verdict: Int] = [:]
  /// The reasons for skipping, each with the number of cases.
  package private(set) var skips: [String: Int] = [:]
  /// Why cases passed by a part of their steps only, each with the number of cases.
  package private(set) var partialPasses: [String: Int] = [:]
  /// How many failures of one verdict are kept for the summary; all of them stand in the report.
  package static let maxFailures = 5_000
  /// How many reasons are told apart; a run of assay has some dozens.
  private static let maxReasons = 1_000

  private var exchanges = KeptExchanges()

  package init(_ suites: [any Suite], isStrict: Bool) {
    scorecard = Scorecard(suites, isStrict: isStrict)
  }

  /// Counts a result for good.
  package mutating func add(_ result: CaseResult) {
    scorecard.add(result)
    switch result.verdict {
    case .passed:
      if let reason = result.reason { Self.count(reason, in: &partialPasses) }
    case .skipped: Self.count(result.reason ?? "no reason is given", in: &skips)
    default:
      guard kept[result.verdict, default: 0] < Self.maxFailures else { break }
      kept[result.verdict, default: 0] += 1
      failures.append(exchanges.bounded(result))
    }
  }

  private static func count(_ reason: String, in reasons: inout [String: Int]) {
    let isNew = reasons[reason] == nil
    reasons[isNew && reasons.count >= maxReasons ? "other reasons" : reason, default: 0] += 1
  }

  /// Puts the failures in the order of their places in a whole run.
  mutating func sortFailures() {
    failures.sort { ($0.place ?? .max) < ($1.place ?? .max) }
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
