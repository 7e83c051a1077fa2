import Conformance

/// The cases that came out badly in the same way: over the same signature of the same suite, whatever the variant.
struct FailureGroup {
  struct Key: Hashable {
    let suite: String
    /// Nil where a case brought no finding.
    let signature: Signature?
    /// Crashes, hangs and overruns are told apart from answers that are wrong.
    let verdict: Verdict
    /// What fails after other cases only is told apart from what fails by itself.
    let needsOthers: Bool
  }

  let key: Key
  var cases: [CaseResult]

  /// The groups of some cases, in the order in which their first cases came.
  static func groups(_ results: [CaseResult]) -> [FailureGroup] {
    var positions: [Key: Int] = [:]
    var groups: [FailureGroup] = []
    for result in results {
      let key = Key(
        suite: result.suite, signature: result.decisiveFinding?.signature, verdict: result.verdict,
        needsOthers: result.decisiveFinding?.after != nil)
      if let position = positions[key] {
        groups[position].cases.append(result)
      } else {
        positions[key] = groups.count
        groups.append(FailureGroup(key: key, cases: [result]))
      }
    }
    return groups
  }

  /// The case that tells most: one that came again when it was repeated alone, and whose conversation is there.
  var example: CaseResult? {
    let best = cases.map(Self.worth).max()
    return cases.first { Self.worth($0) == best }
  }

  private static func worth(_ result: CaseResult) -> Int {
    (result.decisiveFinding?.confirmation == .deterministic ? 2 : 0)
      + (result.exchange == nil ? 0 : 1)
  }

  /// The cases by the part of the run that they belong to, in order.
  var parts: [(name: String, cases: [CaseResult])] {
    var parts: [(name: String, cases: [CaseResult])] = []
    for result in cases {
      let name = partName(suite: result.suite, variant: result.variant)
      if let place = parts.firstIndex(where: { $0.name == name }) {
        parts[place].cases.append(result)
      } else {
        parts.append((name, [result]))
      }
    }
    return parts
  }
}

extension CaseResult {
  /// The finding that a case is listed under: what ended it where it ended badly, else the first of the most serious ones, of those
  /// that the case is about before others.
  var decisiveFinding: Finding? {
    switch verdict {
    case .crashed, .timedOut, .overLimit:
      // The findings on the end stand last, all with the same message, the broken clause first.
      guard let message = findings.last?.message else { return nil }
      return findings.first { $0.message == message }
    default:
      for level in [Level.must, .should] {
        let own = findings.filter { $0.level == level }
        if let first = own.first(where: { targets.contains($0.clause) }) ?? own.first {
          return first
        }
      }
      return findings.first
    }
  }

  /// The other clauses that the case found broken, each once.
  var furtherClauses: [Clause.ID] {
    var seen: Set<Clause.ID> = []
    if let decisive = decisiveFinding?.clause { seen.insert(decisive) }
    return findings.map(\.clause).filter { seen.insert($0).inserted }
  }
}

extension Finding.EarlierCases {
  /// Which earlier cases a finding needs, in one line.
  var sentence: String {
    if ids.isEmpty { return "it came in a shuffled order, and not in the ordinary one" }
    let names = ids.prefix(64).map(\.path).joined(separator: ", ")
    let more = ids.count > 64 ? " and \(ids.count - 64) more" : ""
    return "\(isMinimal ? "only after" : "after") \(names)\(more), in one process"
  }
}

extension Verdict {
  /// Whether the implementation did something that it must not do.
  var isFailure: Bool {
    switch self {
    case .failed, .crashed, .timedOut, .overLimit: true
    default: false
    }
  }

  /// Whether the implementation did not survive the case.
  package var isFatal: Bool { isFailure && self != .failed }

  /// The verdict as a word in a sentence: `timed out`.
  var phrase: String {
    switch self {
    case .timedOut: "timed out"
    case .overLimit: "over limit"
    case .notRun: "not run"
    case .adapterFault: "adapter fault"
    case .knownFailure: "known failure"
    case .unexpectedPass: "unexpected pass"
    default: rawValue
    }
  }
}

/// The name of a part of a run: `abt/plain`, or `appconnect.dualmode` where there are no editions.
func partName(suite: String, variant: Variant) -> String {
  variant == .sole ? suite : "\(suite)/\(variant)"
}
