import Conformance
import Synchronization

/// The families that keep hanging, and those for which the adapter could not be started again and again: what is left of them is
/// not run, and says so. A hang on everything must not cost the deadline times all cases.
///
/// Families are cut off in the order in which results are reported, so that the same cases are left out for any number of jobs.
final class CutOff: Sendable {
  private struct Key: Hashable {
    let suite: String
    let variant: Variant
    let family: String
  }

  private let families = Mutex<Set<Key>>([])

  static func reason(_ summary: Case) -> String {
    "cut off: the cases of \(summary.family) before it kept hanging, or found no adapter"
  }

  /// Whether a result is one of those that cut a family off when they come in a row.
  static func counts(_ result: CaseResult) -> Bool {
    result.verdict == .timedOut || result.lacksAdapter
  }

  func contains(_ summary: Case) -> Bool {
    families.withLock { !$0.isEmpty && $0.contains(Self.key(summary)) }
  }

  /// Takes the results of a batch in reporting order: replaces what belongs to a family that is cut off, and cuts off the families
  /// that hung too often in a row.
  ///
  /// - Returns: the offsets of the results that were replaced.
  @discardableResult
  func settle(_ batch: ArraySlice<Case>, _ results: inout [CaseResult]) -> [Int] {
    var replaced: [Int] = []
    var hangs: [Key: Int] = [:]
    let cutBefore = families.withLock { $0 }
    for (offset, summary) in batch.enumerated() {
      let key = Self.key(summary)
      if cutBefore.contains(key), results[offset].verdict != .skipped {
        if results[offset].verdict != .notRun { replaced.append(offset) }
        results[offset].verdict = .notRun
        results[offset].findings = []
        results[offset].exchange = nil
        results[offset].reason = Self.reason(summary)
        results[offset].duration = .zero
        results[offset].lacksAdapter = false
        continue
      }
      // What did not run interrupts no row of hangs.
      if results[offset].verdict == .skipped || results[offset].verdict == .notRun { continue }
      let count = Self.counts(results[offset]) ? hangs[key, default: 0] + 1 : 0
      hangs[key] = count
      if count >= BatchRunner.hangsBeforeCutOff {
        families.withLock { _ = $0.insert(key) }
      }
    }
    return replaced
  }

  private static func key(_ summary: Case) -> Key {
    Key(suite: summary.suite, variant: summary.variant, family: summary.family)
  }
}
