package import Conformance

/// Counts what the entries of a baseline come to in a run. Takes memory for each entry, not for each case.
package struct BaselineTally: Sendable {
  private struct Count {
    var judged = 0
    var failed = 0
    var passes = 0
    var otherwise = 0
    var passing: [BaselineRecord.Drift.Example] = []
    var failing: [BaselineRecord.Drift.Example] = []
    var seen: Set<Signature> = []
    var unknown: Set<Signature> = []
  }

  private let known: KnownFailures
  private var counts: [Count]
  private static let maxUnknown = 8

  package init(_ known: KnownFailures) {
    self.known = known
    counts = Array(repeating: Count(), count: known.baseline.entries.count)
  }

  /// Counts a result for good.
  package mutating func add(_ result: CaseResult) {
    for (index, showing) in known.showings(in: result) {
      counts[index].judged += 1
      let entry = known.baseline.entries[index]
      if result.ownVerdict != .passed {
        counts[index].seen.formUnion(
          result.findings.map(\.signature).filter(entry.signatures.contains))
      }
      let example = BaselineRecord.Drift.Example(result.id, result.variant)
      switch showing {
      case .asKnown: counts[index].failed += 1
      case .passes:
        counts[index].passes += 1
        guard entry.flaky == nil else { break }
        counts[index].passing.appendExample(example)
      case .otherwise(let unknown):
        counts[index].otherwise += 1
        counts[index].failing.appendExample(example)
        for signature in unknown where counts[index].unknown.count < Self.maxUnknown {
          counts[index].unknown.insert(signature)
        }
      }
    }
  }

  /// What the entries came to.
  ///
  /// - Parameter today: decides which of them have expired.
  package func record(today: CalendarDay?) -> BaselineRecord {
    var record = BaselineRecord(path: known.baseline.path)
    for (index, entry) in known.baseline.entries.enumerated() {
      let count = counts[index]
      var row = BaselineRecord.Entry(
        line: entry.line, subject: entry.subjectWords, reason: entry.reason, link: entry.link,
        until: entry.until?.description, flaky: entry.flaky)
      row.cases = known.selected[index]
      row.judged = count.judged
      row.failed = count.failed
      row.passed = count.passes
      record.entries.append(row)
      record.drifts += drifts(of: index, today)
    }
    return record
  }

  private func drifts(of index: Int, _ today: CalendarDay?) -> [BaselineRecord.Drift] {
    let entry = known.baseline.entries[index]
    let count = counts[index]
    var drifts: [BaselineRecord.Drift] = []
    func add(
      _ kind: BaselineRecord.Drift.Kind, _ message: String, _ cases: Int = 0,
      _ examples: [BaselineRecord.Drift.Example] = []
    ) {
      drifts.append(
        .init(
          kind, line: entry.line, subject: entry.subjectWords, message: message, cases: cases,
          examples: examples))
    }
    let isThere = known.selected[index] > 0
    if known.existing?[index] == 0 { add(.matchesNothing, "there is no such case") }
    if let until = entry.until, let today, today > until, isThere || known.existing != nil {
      add(.expired, "it was to hold until \(until)")
    }
    if count.passes > 0, entry.flaky == nil {
      let some = "\(count.passes) of \(Self.words(count.judged))"
      add(
        .passes,
        count.judged == 1
          ? "its only case does not fail so any more"
          : count.passes == count.judged
            ? "none of its \(count.judged) cases fails so any more"
            : "\(some) \(count.passes == 1 ? "does" : "do") not fail so any more",
        count.passes, count.passing)
    }
    if count.otherwise > 0 {
      let kinds = count.unknown.sorted().map(\.description).joined(separator: ", ")
      let way = kinds.isEmpty ? "with another verdict" : "otherwise: \(kinds)"
      add(
        .failsOtherwise,
        "\(count.otherwise) of \(Self.words(count.judged)) \(count.otherwise == 1 ? "fails" : "fail") \(way)",
        count.otherwise, count.failing)
    }
    // Only where all its cases have been judged, and some still fail, is it certain that a part of the entry is idle.
    if entry.flaky == nil, known.existing?[index] == count.judged, count.failed > 0 {
      for signature in entry.signatures where !count.seen.contains(signature) {
        add(.neverSeen, "no case fails with \(signature) any more")
      }
    }
    return drifts
  }

  private static func words(_ number: Int) -> String { number == 1 ? "1 case" : "\(number) cases" }
}

extension [BaselineRecord.Drift.Example] {
  fileprivate mutating func appendExample(_ example: Element) {
    if count < BaselineRecord.Drift.maxExamples { append(example) }
  }
}
