import Conformance

/// Makes cases from entries by changes. A function of the seed and the number of the execution, and of the corpus as it stands.
struct ScriptMaker: Sendable {
  private let suites: [String: any Suite]
  /// The ways of changing the cases of each suite.
  private let changes: [String: ChangeGroups]
  private let seed: UInt64
  /// What is looked for, under which demands are reported that several clauses make; by suite. Empty for everything.
  private let requirements: [String: [Clause.ID]]

  /// - Parameter layer: only changes of this layer, or nil.
  init(
    suites: [String: any Suite], seed: UInt64, layer: String?, requirements: Set<Clause.ID>
  ) {
    self.suites = suites
    self.seed = seed
    changes = suites.mapValues { suite in
      ChangeGroups(suite.changes.filter { layer == nil || $0.layer == layer })
    }
    self.requirements = suites.mapValues { suite in
      requirements.filter { suite.clauses[$0] != nil }.sorted { $0.path < $1.path }
    }
  }

  /// What an execution is made from: drawn from the corpus, which nobody else may change meanwhile. The rest needs no corpus.
  struct Draft: Sendable {
    fileprivate var choices: Choices
    fileprivate let id: CaseID
    let execution: Int
    let parent: Int
    fileprivate let item: Case
    fileprivate let depth: Int
    /// Whether all steps of the parent were taken.
    fileprivate let isTaken: Bool
  }

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

  /// The entry that the case of this execution is made from; nil where its file cannot be read.
  func draft(_ execution: Int, from corpus: inout Corpus) -> Draft? {
    let id = CaseID("fuzz/\(seed)/\(execution)")
    var choices = Choices(seed: seed, case: id)
    guard let parent = corpus.draw(&choices), let item = corpus.item(of: parent) else {
      return nil
    }
    let entry = corpus.entries[parent]
    return Draft(
      choices: choices, id: id, execution: execution, parent: parent, item: item,
      depth: entry.depth, isTaken: entry.isTaken)
  }

  /// The case of a draft, or nil where no change came about.
  ///
  /// - Parameters:
  ///   - survival: what became of cases that were made from entries whose steps were all taken.
  ///   - donor: draws an entry whose steps may be taken over.
  func make(
    _ draft: Draft, _ survival: [String: Survival], _ learnt: [String: LearntValues],
    donor: (inout Choices) -> Case?
  ) throws(HarnessFault) -> Made? {
    guard let suite = suites[draft.item.suite], let all = changes[suite.name], !all.isEmpty else {
      return nil
    }
    let learnt = learnt[suite.name] ?? LearntValues()
    var choices = draft.choices
    var made = Made(
      item: draft.item, execution: draft.execution, parent: draft.parent, depth: draft.depth + 1,
      changes: [])
    // One change as often as all numbers above it together.
    var wanted = 1
    while wanted < Self.maxChanges, choices.below(2) == 1 { wanted += 1 }
    var draws = 0
    while made.changes.count < wanted, draws < Self.maxDraws {
      draws += 1
      let change = pick(all, survival, isTaken: draft.isTaken, &choices)
      // Whatever app it is for, its steps are moved to that of this case.
      let other = change.usesDonor ? donor(&choices) : nil
      let changed = try suite.changed(
        made.item, by: change, donor: other.flatMap { $0.suite == suite.name ? $0 : nil },
        learnt: learnt, &choices)
      guard let changed else { continue }
      made.item = changed
      made.changes.append(change.name)
    }
    // What the changes have made impossible is left out: asking after each of them would cost as much as the run.
    guard !made.changes.isEmpty, let permitted = try suite.permitted(made.item) else { return nil }
    let completed = try suite.completed(permitted, &choices)
    made.item = try suite.named(
      completed, CaseID("\(suite.name)/\(draft.id.path)"), "A script that a campaign has made.",
      about: requirements[suite.name] ?? [])
    return made
  }

  /// A change at random. Of an entry that was taken every second time the one of two that more often leaves such a case as it is: what is
  /// wrong in the depth is only met by what gets there.
  private func pick(
    _ all: ChangeGroups, _ survival: [String: Survival], isTaken: Bool, _ choices: inout Choices
  ) -> ScriptChange {
    let change = all.draw(&choices)
    guard isTaken, choices.below(2) == 1 else { return change }
    let other = all.draw(&choices)
    func rate(_ change: ScriptChange) -> Double { (survival[change.name] ?? .init()).rate }
    return rate(other) > rate(change) ? other : change
  }
}
