import Conformance

/// What of a comparison fails a gate.
package struct ComparisonGate: Sendable {
  /// The names are those of `--fail-on`.
  package enum Kind: String, Sendable, CaseIterable {
    /// What is worse than before, and what fails now and was not judged before.
    case regressions
    /// What was judged before, and is not any more.
    case unjudged
    /// SHOULDs that are not met any more. In a strict run they are regressions.
    case warnings
    /// What fails in another way.
    case changed
    /// New cases that fail.
    case new
    /// Cases that are gone.
    case gone
    /// Time beyond noise.
    case slower
    /// Memory beyond noise.
    case memory
  }

  package let kinds: Set<Kind>

  package init(_ kinds: Set<Kind> = [.regressions, .unjudged]) { self.kinds = kinds }

  /// How much of each kind there is, apart from what the later run's baseline knows.
  package static func count(_ kind: Kind, in comparison: ReportComparison) -> Int {
    func unknown(_ change: CaseChange) -> Int {
      comparison.count(change) - (comparison.known[change] ?? 0)
    }
    switch kind {
    case .regressions:
      return unknown(.regressed) + unknown(.failsNow)
        + (comparison.new.report.isStrict ? unknown(.warns) : 0)
    case .unjudged: return comparison.count(.unjudged)
    case .warnings: return unknown(.warns)
    case .changed: return unknown(.changed)
    case .new: return comparison.newFailures
    case .gone: return comparison.count(.gone)
    case .slower: return comparison.cost.slowerCount + comparison.cost.parts.count { $0.isSlower }
    case .memory: return comparison.cost.largerCount
    }
  }

  /// What fails the gate, with its number.
  package func failures(in comparison: ReportComparison) -> [(kind: Kind, count: Int)] {
    Kind.allCases.filter(kinds.contains)
      .map { ($0, Self.count($0, in: comparison)) }
      .filter { $0.1 > 0 }
  }

  /// 0 where nothing fails the gate, 4 where a crash, a hang or an overrun does, and 1 otherwise.
  package func exitCode(_ comparison: ReportComparison) -> Int {
    let failed = failures(in: comparison).map(\.kind)
    guard !failed.isEmpty else { return 0 }
    let isFatal = failed.contains { kind in
      switch kind {
      case .regressions: !comparison.fatal.isDisjoint(with: [.regressed, .failsNow])
      case .changed: comparison.fatal.contains(.changed)
      case .new: comparison.fatal.contains(.new)
      case .unjudged, .warnings, .gone, .slower, .memory: false
      }
    }
    return isFatal ? 4 : 1
  }
}

extension ComparisonGate.Kind {
  /// With its number: `12 regressions`.
  package func words(_ count: Int) -> String {
    switch self {
    case .regressions: Count.text(count, "regression")
    case .unjudged: "\(Count.text(count, "case")) not judged any more"
    case .warnings: Count.text(count, "new warning")
    case .changed: "\(Count.text(count, "case")) failing in another way"
    case .new: Count.text(count, "new case") + (count == 1 ? " that fails" : " that fail")
    case .gone: "\(Count.text(count, "case")) gone"
    case .slower: "time beyond noise in \(Count.text(count, "place"))"
    case .memory: "memory beyond noise in \(Count.text(count, "case"))"
    }
  }
}
