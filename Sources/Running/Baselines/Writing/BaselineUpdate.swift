package import Conformance
package import Running

/// A baseline brought up to a report: what does not fail any more is taken out, what fails in another way is said anew, and what is
/// new comes at the end. Reasons, links, the order and comments stay.
package struct BaselineUpdate: Sendable {
  /// The new text.
  package let text: String
  /// How many entries were changed, removed and added.
  package private(set) var changed = 0
  package private(set) var removed = 0
  package private(set) var added = 0
  /// Entries that the report leaves as they are, though they have expired: whether they may stay is for people to say.
  package private(set) var expired: [Baseline.Entry] = []

  package var isEmpty: Bool { changed + removed + added == 0 }

  private struct Member: Hashable {
    let id: CaseID
    let variant: Variant
  }

  /// What an entry's cases came to.
  private struct Share {
    var suite = ""
    /// Those that stay: they fail as known, or nobody judged them.
    var kept: [Member] = []
    var failing = 0
    var isAllJudged = true
    var seen: Set<Signature> = []
    /// Those that do not fail so any more.
    var dropped: [Member] = []
    /// Those that fail otherwise.
    var changed: [CaseResult] = []

    var isEmpty: Bool { kept.isEmpty && dropped.isEmpty && changed.isEmpty }
  }

  /// - Parameters:
  ///   - known: all cases that there are.
  ///   - today: decides which entries have expired.
  package init(
    _ document: BaselineDocument, _ report: ReportedCases, known: some Sequence<Case>,
    today: CalendarDay?
  ) {
    let entries = document.baseline.entries
    let making = BaselineMaking(known: known, reported: report)
    let cases = Self.cases(known, report)
    let failures = KnownFailures(
      document.baseline, cases: cases, isWhole: report.isWhole, isStrict: report.isStrict)
    let (shares, unknown) = Self.shares(entries, cases, report, failures)

    var changes: [Int: BaselineDocument.Change] = [:]
    var left = unknown
    var isLeft = Set(unknown.map { Member(id: $0.id, variant: $0.variant) })
    for (index, share) in shares.enumerated() {
      let entry = entries[index]
      let (change, rest) = Self.change(entry, share, making, isWhole: report.isWhole)
      for result in rest
      where isLeft.insert(Member(id: result.id, variant: result.variant)).inserted {
        left.append(result)
      }
      switch change {
      case .replace([entry])?: break
      case .replace?: changed += 1
      case .remove?: removed += 1
      case nil: break
      }
      if change != .replace([entry]) { changes[index] = change }
      if let until = entry.until, let today, today > until, change != .remove {
        expired.append(entry)
      }
    }
    let new = making.entries(for: left)
    added = new.count
    text = document.text(changing: changes, appending: new)
  }

  /// All cases, those of the report that no suite makes too.
  private static func cases(_ known: some Sequence<Case>, _ report: ReportedCases) -> [Case] {
    var seen: Set<Member> = []
    let reported = report.results.map {
      Case(
        suite: $0.suite, id: $0.id, variant: $0.variant, title: "", targets: $0.targets, needs: [],
        origin: .generated(index: 0, seed: 0))
    }
    return (reported + Array(known)).filter {
      seen.insert(Member(id: $0.id, variant: $0.variant)).inserted
    }
  }

  private static func shares(
    _ entries: [Baseline.Entry], _ cases: [Case], _ report: ReportedCases,
    _ failures: KnownFailures
  ) -> (shares: [Share], unknown: [CaseResult]) {
    var shares = Array(repeating: Share(), count: entries.count)
    var unknown: [CaseResult] = []
    let lookup = EntryLookup(entries)
    let results = Dictionary(
      report.results.map { (Member(id: $0.id, variant: $0.variant), $0) },
      uniquingKeysWith: { first, _ in first })
    for item in cases {
      let member = Member(id: item.id, variant: item.variant)
      let own = lookup.entries(about: item.id, item.variant, targets: item.targets)
      guard let result = results[member], result.verdict.wasJudged else {
        for index in own {
          shares[index].suite = item.suite
          shares[index].kept.append(member)
          // What is not claimed says nothing, and never will.
          if results[member]?.verdict != .skipped { shares[index].isAllJudged = false }
        }
        continue
      }
      if own.isEmpty, report.isFailure(result) { unknown.append(result) }
      for (index, showing) in failures.showings(in: result) {
        shares[index].suite = item.suite
        shares[index].seen.formUnion(result.findings.map(\.signature))
        switch showing {
        case .asKnown:
          shares[index].kept.append(member)
          shares[index].failing += 1
        case .passes where entries[index].flaky != nil: shares[index].kept.append(member)
        case .passes: shares[index].dropped.append(member)
        case .otherwise: shares[index].changed.append(result)
        }
      }
    }
    return (shares, unknown)
  }

  /// What becomes of an entry, and which of its cases need another one.
  private static func change(
    _ entry: Baseline.Entry, _ share: Share, _ making: BaselineMaking, isWhole: Bool
  ) -> (BaselineDocument.Change?, rest: [CaseResult]) {
    if share.isEmpty { return (isWhole ? .remove : nil, []) }
    var new = entry
    if entry.flaky != nil {
      for result in share.changed {
        let kind = FailureKind(result)
        if !entry.signatures.isEmpty {
          new.signatures += kind.signatures.filter { !new.signatures.contains($0) }
        }
        if !new.allows(result.verdict) { new.verdicts.append(result.verdict) }
      }
      return (.replace([new]), [])
    }
    var kept = share.kept
    var rest = share.changed
    let kinds = Set(share.changed.map(FailureKind.init))
    if share.failing == 0, kinds.count == 1, let kind = kinds.first, !kind.isFlaky {
      new.signatures = kind.signatures
      new.verdicts = kind.verdicts
      kept += share.changed.map { Member(id: $0.id, variant: $0.variant) }
      rest = []
    } else if share.isAllJudged, share.failing > 0 {
      new.signatures = entry.signatures.filter(share.seen.contains)
    }
    if kept.isEmpty { return (.remove, rest) }
    if share.dropped.isEmpty, rest.isEmpty { return (.replace([new]), rest) }
    return (.replace(narrowed(new, to: kept, of: share, rest, making)), rest)
  }

  /// An entry about fewer cases: several where its variants differ now.
  private static func narrowed(
    _ entry: Baseline.Entry, to kept: [Member], of share: Share, _ rest: [CaseResult],
    _ making: BaselineMaking
  ) -> [Baseline.Entry] {
    let gone = share.dropped + rest.map { Member(id: $0.id, variant: $0.variant) }
    var subjects: [Variant: Baseline.Entry.Subject] = [:]
    for (variant, members) in Dictionary(grouping: kept, by: \.variant) {
      let lost = gone.filter { $0.variant == variant }
      if lost.isEmpty {
        subjects[variant] = entry.subject
        continue
      }
      // Patterns that lose nothing stay as they are.
      var patterns: [GlobPattern] = []
      if case .cases(let own) = entry.subject {
        patterns = own.filter { pattern in
          !lost.contains { pattern.matches($0.id.path) }
            && members.contains { pattern.matches($0.id.path) }
        }
      }
      let others = members.filter { member in !patterns.contains { $0.matches(member.id.path) } }
      subjects[variant] = .cases(patterns + making.patterns(of: others.map(\.id), in: variant))
    }
    let isFree = entry.variant == nil
    return making.merged(subjects, of: share.suite).map { subject, variant in
      var part = entry
      part.subject = subject
      if isFree { part.variant = variant }
      return part
    }
  }
}
