package import Conformance

/// A baseline laid over the cases of a run: which entries are about which case, and what a result is beside them.
package struct KnownFailures: Sendable {
  package let baseline: Baseline
  /// How many cases of the run each entry is about.
  private(set) var selected: [Int]
  /// Whether the run has all the cases that there are, so that an entry about none of them is about nothing.
  private let isWhole: Bool
  private let isStrict: Bool
  private let lookup: EntryLookup
  private var entries: [Key: [Int]] = [:]

  /// How many cases there are at all that each entry is about; nil where the run does not have them all, so that nobody knows.
  var existing: [Int]? { isWhole ? selected : nil }

  private struct Key: Hashable {
    let id: CaseID
    let variant: Variant
  }

  /// What a case came to beside its entries.
  package enum Outcome: Sendable, Hashable {
    case passes, asKnown, otherwise, unjudged
  }

  /// What an entry came to in one case.
  package enum Showing: Hashable {
    case asKnown
    /// The case does not fail in the entry's way any more: it passes, or fails only as other entries know.
    case passes
    /// The case fails in a way that no entry about it knows.
    case otherwise([Signature])
  }

  /// - Parameters:
  ///   - cases: those of the run.
  ///   - isWhole: whether these are all the cases that there are, so that an entry about none of them is about nothing.
  ///   - isStrict: whether a SHOULD that is not met counts as a failure.
  ///
  /// Complexity: the cases times the entries; an entry that names its cases in full costs nothing for others.
  package init(
    _ baseline: Baseline, cases: some Sequence<Case>, isWhole: Bool, isStrict: Bool = false
  ) {
    self.init(baseline, isWhole: isWhole, isStrict: isStrict)
    for item in cases { admit(item.id, item.variant, targets: item.targets) }
  }

  /// A baseline laid over no case yet.
  package init(_ baseline: Baseline, isWhole: Bool, isStrict: Bool) {
    self.baseline = baseline
    self.isWhole = isWhole
    self.isStrict = isStrict
    lookup = EntryLookup(baseline.entries)
    selected = Array(repeating: 0, count: baseline.entries.count)
  }

  /// Adds a case of the run.
  package mutating func admit(_ id: CaseID, _ variant: Variant, targets: [Clause.ID]) {
    let own = lookup.entries(about: id, variant, targets: targets)
    guard !own.isEmpty else { return }
    for index in own { selected[index] += 1 }
    entries[Key(id: id, variant: variant)] = own
  }

  private func entries(of result: CaseResult) -> [Int] {
    entries[Key(id: result.id, variant: result.variant)] ?? []
  }

  /// How often a case is tried; nil where no entry calls it flaky.
  func tries(of item: Case) -> Int? {
    entries[Key(id: item.id, variant: item.variant)]?.compactMap { baseline.entries[$0].flaky }
      .max()
  }

  /// What a result is beside what was known of its case.
  package func judged(_ result: CaseResult) -> CaseResult {
    let own = entries(of: result)
    guard !own.isEmpty, result.ownVerdict.wasJudged else { return result }
    let first = baseline.entries[own[0]]
    var judged = result
    judged.known = KnownCase(
      verdict: result.ownVerdict, lines: own.map { baseline.entries[$0].line },
      reason: first.link.map { "\(first.reason) (\($0))" } ?? first.reason)
    switch outcome(of: result) {
    case .asKnown: judged.verdict = .knownFailure
    case .passes:
      let isFlaky = own.allSatisfy { baseline.entries[$0].flaky != nil }
      judged.verdict = isFlaky ? result.ownVerdict : .unexpectedPass
    case .otherwise, .unjudged: judged.verdict = result.ownVerdict
    }
    return judged
  }

  package func outcome(of result: CaseResult) -> Outcome {
    let own = entries(of: result)
    let verdict = result.ownVerdict
    guard verdict.wasJudged, !own.isEmpty else { return .unjudged }
    if verdict == .passed { return .passes }
    let shown = own.contains { shows($0, result) }
    let isNew = unknown(in: result, own).contains { isStrict || $0.level == .must }
    return shown && !isNew ? .asKnown : .otherwise
  }

  /// What each entry about a case came to in it.
  package func showings(in result: CaseResult) -> [(entry: Int, showing: Showing)] {
    let own = entries(of: result)
    guard result.ownVerdict.wasJudged, !own.isEmpty else { return [] }
    if result.ownVerdict == .passed { return own.map { ($0, .passes) } }
    let unknown = Set(unknown(in: result, own).map(\.signature)).sorted()
    let isKnown = outcome(of: result) == .asKnown
    return own.map { index in
      if shows(index, result) { return (index, unknown.isEmpty ? .asKnown : .otherwise(unknown)) }
      return (index, isKnown ? .passes : .otherwise(unknown))
    }
  }

  /// Whether a failed case fails in a way of the entry.
  private func shows(_ index: Int, _ result: CaseResult) -> Bool {
    let entry = baseline.entries[index]
    guard entry.allows(result.ownVerdict) else { return false }
    return entry.signatures.isEmpty
      || result.findings.contains { entry.signatures.contains($0.signature) }
  }

  /// The findings of a case that none of its entries names. What is only recorded is none.
  private func unknown(in result: CaseResult, _ own: [Int]) -> [Finding] {
    let allowed = own.map { baseline.entries[$0] }.filter { $0.allows(result.ownVerdict) }
    return result.findings.filter { finding in
      finding.level != .info && !allowed.contains { $0.names(finding.signature) }
    }
  }
}

/// Finds the entries about a case without asking each of them.
package struct EntryLookup: Sendable {
  private let entries: [Baseline.Entry]
  /// The entries that name this very case.
  private var literal: [String: [Int]] = [:]
  /// The entries that have to be asked.
  private var others: [Int] = []

  package init(_ entries: [Baseline.Entry]) {
    self.entries = entries
    for (index, entry) in entries.enumerated() {
      guard case .cases(let patterns) = entry.subject else {
        others.append(index)
        continue
      }
      for pattern in patterns where pattern.isLiteral {
        literal[pattern.text, default: []].append(index)
      }
      if !patterns.allSatisfy(\.isLiteral) { others.append(index) }
    }
  }

  /// The indices of the entries about a case, ascending.
  package func entries(
    about id: CaseID, _ variant: Variant, targets: [Clause.ID]
  ) -> [Int] {
    var found = others.filter { entries[$0].isAbout(id, variant, targets: targets) }
    for index in literal[id.path] ?? [] where !found.contains(index) {
      if entries[index].variant.map({ $0 == variant }) ?? true { found.append(index) }
    }
    return found.sorted()
  }
}
