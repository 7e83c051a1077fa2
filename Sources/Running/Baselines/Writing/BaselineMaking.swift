package import Conformance
package import Running

/// Makes entries out of failures: one for each way of failing, about as few requirements, families or cases as name just them.
package struct BaselineMaking: Sendable {
  private struct Place: Hashable {
    let variant: Variant
    let name: String
  }

  /// How many cases there are about a requirement, and how many below a part of a path.
  private var about: [Place: Int] = [:]
  private var below: [Place: Int] = [:]
  private var variants: [String: Set<Variant>] = [:]

  /// The tries that an entry of flaky cases gets.
  static let tries = 3

  /// - Parameters:
  ///   - known: all cases that there are, so that no pattern takes in more than was seen to fail.
  ///   - reported: cases of the report; those that were skipped stand in no pattern's way, and those that no suite makes count too.
  package init(known: some Sequence<Case>, reported: ReportedCases) {
    var seen: Set<Place> = []
    for result in reported.results {
      guard seen.insert(Place(variant: result.variant, name: result.id.path)).inserted else {
        continue
      }
      variants[result.suite, default: []].insert(result.variant)
      if result.verdict != .skipped { count(result.id, result.variant, result.targets) }
    }
    for item in known
    where seen.insert(Place(variant: item.variant, name: item.id.path)).inserted {
      variants[item.suite, default: []].insert(item.variant)
      count(item.id, item.variant, item.targets)
    }
  }

  private mutating func count(_ id: CaseID, _ variant: Variant, _ targets: [Clause.ID]) {
    for name in Self.names(of: targets) {
      about[Place(variant: variant, name: name), default: 0] += 1
    }
    for prefix in Self.prefixes(of: id) {
      below[Place(variant: variant, name: prefix), default: 0] += 1
    }
  }

  /// The clauses, and their requirements without facets, each once.
  private static func names(of targets: [Clause.ID]) -> Set<String> {
    Set(targets.map(\.path)).union(targets.map(\.requirement))
  }

  /// The paths that a case lies below, the shortest of two words, and its own.
  private static func prefixes(of id: CaseID) -> [String] {
    let words = id.path.split(separator: "/", omittingEmptySubsequences: false)
    guard words.count > 2 else { return [id.path] }
    return (2...words.count).map { words.prefix($0).joined(separator: "/") }
  }

  /// Entries for failures, in the order in which their first cases came, each with the open reason.
  package func entries(for failures: [CaseResult]) -> [Baseline.Entry] {
    var order: [FailureKind] = []
    var groups: [FailureKind: [Variant: [CaseResult]]] = [:]
    for result in failures {
      let kind = FailureKind(result)
      if groups[kind] == nil { order.append(kind) }
      groups[kind, default: [:]][result.variant, default: []].append(result)
    }
    return order.flatMap { kind in
      var subjects: [Variant: Baseline.Entry.Subject] = [:]
      for (variant, results) in groups[kind] ?? [:] {
        subjects[variant] = subject(of: results, in: variant)
      }
      return merged(subjects, of: kind.suite).map { subject, variant in
        Baseline.Entry(
          subject, variant: variant, signatures: kind.signatures, verdicts: kind.verdicts,
          reason: BaselineRecord.openReason, flaky: kind.isFlaky ? Self.tries : nil)
      }
    }
  }

  /// What names some cases of one variant, and no others: the requirement that they are about, if no other case is, or patterns.
  private func subject(of cases: [CaseResult], in variant: Variant) -> Baseline.Entry.Subject {
    // A single case is found sooner by its name.
    if cases.count > 1, let first = cases.first {
      let shared = cases.dropFirst().reduce(Self.names(of: first.targets)) {
        $0.intersection(Self.names(of: $1.targets))
      }
      let whole = shared.filter { about[Place(variant: variant, name: $0)] == cases.count }
      // The requirement itself says more than one of its facets.
      if let name = whole.min(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
        return .requirement(name)
      }
    }
    return .cases(patterns(of: cases.map(\.id), in: variant))
  }

  /// Patterns that some cases of one variant fit, and no others, in the order of the ids.
  func patterns(of ids: [CaseID], in variant: Variant) -> [GlobPattern] {
    var counts: [String: Int] = [:]
    for id in ids { for prefix in Self.prefixes(of: id) { counts[prefix, default: 0] += 1 } }
    var patterns: [GlobPattern] = []
    var seen: Set<String> = []
    for id in ids.sorted() {
      let whole = Self.prefixes(of: id).dropLast().first { prefix in
        let count = counts[prefix] ?? 0
        return count > 1 && below[Place(variant: variant, name: prefix)] == count
      }
      let text = whole.map { $0 + "/**" } ?? id.path
      if seen.insert(text).inserted { patterns.append(GlobPattern(text)) }
    }
    return patterns
  }

  /// The subjects of several variants, in one where they are the same and the suite has no other variant with such cases.
  func merged(
    _ subjects: [Variant: Baseline.Entry.Subject], of suite: String
  ) -> [(subject: Baseline.Entry.Subject, variant: Variant?)] {
    let sorted = subjects.sorted { $0.key < $1.key }
    if let first = sorted.first?.value, sorted.allSatisfy({ $0.value == first }) {
      let others = (variants[suite] ?? []).subtracting(subjects.keys)
      if others.allSatisfy({ !hasCase(of: first, in: $0) }) { return [(first, nil)] }
    }
    return sorted.map { ($0.value, $0.key) }
  }

  private func hasCase(of subject: Baseline.Entry.Subject, in variant: Variant) -> Bool {
    switch subject {
    case .requirement(let name): about[Place(variant: variant, name: name)] != nil
    case .cases(let patterns):
      patterns.contains { pattern in
        let path = pattern.text.hasSuffix("/**") ? String(pattern.text.dropLast(3)) : pattern.text
        return below[Place(variant: variant, name: path)] != nil
      }
    }
  }
}
