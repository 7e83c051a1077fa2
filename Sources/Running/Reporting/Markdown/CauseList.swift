import Conformance

/// What did not pass, cause by cause: how many cases each has, and one of them. However many cases there are, it holds no more than
/// `maxCauses` of them.
struct CauseList {
  struct Cause {
    let verdict: Verdict
    let signature: Signature?
    /// The first case that came again when it was repeated, or else the first one.
    fileprivate(set) var example: CaseResult
    fileprivate(set) var cases = 0
  }

  private struct Key: Hashable {
    let suite: String
    let verdict: Verdict
    let signature: Signature?
  }

  static let maxCauses = 500

  private var places: [Key: Int] = [:]
  private(set) var causes: [Cause] = []
  /// Cases of further causes.
  private(set) var further = 0

  mutating func add(_ result: CaseResult) {
    switch result.verdict {
    case .passed, .skipped, .notRun: return
    default: break
    }
    let signature = result.decisiveFinding?.signature
    let key = Key(suite: result.suite, verdict: result.verdict, signature: signature)
    guard let place = places[key] else {
      guard causes.count < Self.maxCauses else {
        further += 1
        return
      }
      places[key] = causes.count
      causes.append(
        Cause(
          verdict: result.verdict, signature: signature, example: Self.bounded(result), cases: 1))
      return
    }
    causes[place].cases += 1
    if causes[place].example.decisiveFinding?.confirmation != .deterministic,
      result.decisiveFinding?.confirmation == .deterministic
    {
      causes[place].example = Self.bounded(result)
    }
  }

  /// A case with its decisive finding only: one may have hundreds.
  private static func bounded(_ result: CaseResult) -> CaseResult {
    var bounded = result
    bounded.findings = result.decisiveFinding.map { [$0] } ?? []
    bounded.targets = Array(result.targets.prefix(8))
    return bounded
  }

  /// The causes of some verdicts, the worst first.
  func causes(_ verdicts: [Verdict]) -> [Cause] {
    verdicts.flatMap { verdict in causes.filter { $0.verdict == verdict } }
  }
}
