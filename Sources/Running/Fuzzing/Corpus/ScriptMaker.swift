import Conformance

/// Makes cases from entries by changes. A function of the seed and the number of the execution, and of the corpus as it stands.
struct ScriptMaker: Sendable {
  let suites: [String: any Suite]
  let seed: UInt64
  /// Only changes of this layer, or nil.
  let layer: String?
  /// What is looked for, under which demands are reported that several clauses make; empty for everything.
  let requirements: Set<Clause.ID>

  /// A case, and how it came about.
  struct Made: Sendable {
    var item: Case
    /// The number that it was made from, with the seed.
    let execution: Int
    /// The entry that it was made from.
    var parent: Int
    var depth: Int
    /// The names of its changes.
    var changes: [String]
  }

  /// How many changes one case has at most.
  static let maxChanges = 8
  /// How often a change that cannot be made is drawn anew.
  private static let maxDraws = 24

  /// The case of this execution, or nil where no change came about.
  func make(
    _ execution: Int, from corpus: inout Corpus, _ learnt: [String: LearntValues]
  ) throws(HarnessFault) -> Made? {
    let id = CaseID("fuzz/\(seed)/\(execution)")
    var choices = Choices(seed: seed, case: id)
    guard let parent = corpus.draw(&choices) else { return nil }
    let depth = corpus.entries[parent].depth
    guard let item = corpus.item(of: parent), let suite = suites[item.suite] else { return nil }
    let all = suite.changes.filter { layer == nil || $0.layer == layer }
    guard !all.isEmpty else { return nil }
    var made = Made(
      item: item, execution: execution, parent: parent, depth: depth, changes: [])
    // One change as often as all numbers above it together.
    var wanted = 1
    while wanted < Self.maxChanges, choices.below(2) == 1 { wanted += 1 }
    var draws = 0
    while made.changes.count < wanted, draws < Self.maxDraws {
      draws += 1
      let change = pick(all, from: parent, corpus, &choices)
      let drawn = corpus.draw(&choices)
      let donor = change.usesDonor ? drawn.flatMap { corpus.item(of: $0) } : nil
      let isDonor = donor.map { $0.suite == suite.name && $0.variant == made.item.variant } ?? false
      let changed = try suite.changed(
        made.item, by: change, donor: isDonor ? donor : nil,
        learnt: learnt[suite.name] ?? LearntValues(),
        &choices)
      guard let changed, try suite.isPermitted(changed) else { continue }
      made.item = changed
      made.changes.append(change.name)
    }
    guard !made.changes.isEmpty else { return nil }
    let completed = try suite.completed(made.item, &choices)
    made.item = try suite.named(
      completed, CaseID("\(suite.name)/\(id.path)"), "A script that a campaign has made.",
      about: requirements.filter { suite.clauses[$0] != nil }.sorted { $0.path < $1.path })
    made.depth += 1
    return made
  }

  /// A change at random. Of an entry that was taken every second time the one of two that more often leaves such a case as it is: what is
  /// wrong in the depth is only met by what gets there.
  private func pick(
    _ all: [ScriptChange], from parent: Int, _ corpus: Corpus, _ choices: inout Choices
  ) -> ScriptChange {
    let change = choices.pick(all)
    guard corpus.entries[parent].isTaken, choices.below(2) == 1 else { return change }
    let other = choices.pick(all)
    func rate(_ change: ScriptChange) -> Double { (corpus.survival[change.name] ?? .init()).rate }
    return rate(other) > rate(change) ? other : change
  }
}
