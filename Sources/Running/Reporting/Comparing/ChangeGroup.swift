import Conformance

/// Cases that changed in the same way for the same reason, in one suite and edition.
struct ChangeGroup {
  struct Key: Hashable {
    let change: CaseChange
    /// Nil where the report does not have the case.
    let old: Verdict?
    let new: Verdict?
    /// What decided: in the later report, or in the earlier one for what is repaired or gone.
    let signature: Signature?
    let part: String
  }

  let key: Key
  private(set) var cases = 0
  /// The first of them.
  private(set) var examples: [ReportComparison.Pair] = []
  static let maxExamples = 3

  /// The groups of a comparison: by kind, then the worst verdict, then the most cases first.
  static func groups(of comparison: ReportComparison) -> [ChangeGroup] {
    var groups: [Key: ChangeGroup] = [:]
    for pair in comparison.pairs {
      let key = comparison.key(of: pair)
      var group = groups.removeValue(forKey: key) ?? ChangeGroup(key: key)
      group.cases += 1
      if group.examples.count < maxExamples { group.examples.append(pair) }
      groups[key] = group
    }
    return groups.values.sorted { $0.rank < $1.rank }
  }

  private var rank: (Int, Int, Int, String, String) {
    let worst = max(key.new?.badness ?? -1, key.old?.badness ?? -1)
    return (key.change.order, -worst, -cases, key.signature?.description ?? "", key.part)
  }
}

extension ReportComparison {
  fileprivate func key(of pair: Pair) -> ChangeGroup.Key {
    let before = pair.old >= 0 ? old.marks[Int(pair.old)] : nil
    let now = pair.new >= 0 ? new.marks[Int(pair.new)] : nil
    let later = now.flatMap(new.signature)
    let isOver = pair.change == .repaired || pair.change == .gone || pair.change == .unjudged
    return ChangeGroup.Key(
      change: pair.change, old: before?.verdict, new: now?.verdict,
      signature: isOver ? before.flatMap(old.signature) : later,
      part: now.map(new.part) ?? before.map(old.part) ?? "")
  }

  /// The case of a pair, as the later report has it, or the earlier one.
  func result(of pair: Pair) -> CaseResult? {
    pair.new >= 0
      ? new.result(of: new.marks[Int(pair.new)]) : old.result(of: old.marks[Int(pair.old)])
  }
}
