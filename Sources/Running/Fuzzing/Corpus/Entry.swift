import AdapterDriver
package import Conformance
import Foundation

/// A case that showed something new, from which others are made.
package struct Entry: Sendable {
  /// Nil while it is in its file only.
  package internal(set) var item: Case? {
    get { held?.item }
    set { held = newValue.map(HeldCase.init) }
  }
  /// Most entries of a long campaign hold none, and need no room for one.
  private var held: HeldCase?
  /// The name of its file, where it has one.
  package internal(set) var file: String?
  /// How many features it was the first to show.
  package let newFeatures: Int
  /// How many cases were made from it.
  package internal(set) var children = 0
  /// How many of these were kept as entries.
  package internal(set) var kept = 0
  /// What it was the first to take of the code.
  package internal(set) var newEdges: NewEdges
  /// How many steps it has, which is what it costs.
  package internal(set) var steps: Int
  /// How many changes lead to it from a case of the start.
  package let depth: Int
  /// Whether the implementation took all of its steps. What is refused for one thing is not looked at for another.
  package let isTaken: Bool
  /// Whether its file cannot be read any more.
  var isLost = false

  package init(
    _ item: Case, newFeatures: Int, newEdges: NewEdges = .init(), steps: Int = 1, depth: Int,
    isTaken: Bool = false
  ) {
    self.isTaken = isTaken
    held = HeldCase(item)
    self.newFeatures = newFeatures
    self.newEdges = newEdges
    self.steps = steps
    self.depth = depth
  }

  /// An entry that is in its file only. What it took of the code is found out anew.
  init(_ stored: StoredEntry) {
    file = stored.file
    newFeatures = stored.newFeatures
    children = stored.children
    kept = stored.kept
    newEdges = NewEdges()
    steps = 1
    depth = stored.depth
    isTaken = stored.isTaken
  }

  /// How much an entry deserves to be changed next: what it brought and what its children brought, over how often it was tried, so that
  /// it ages with each try.
  ///
  /// Where edges are counted, they decide. An edge that nothing had taken counts as sixteen shapes of replies, and each doubling of their
  /// number as sixteen more, for the first cases reach most of the code at once; that known edges were taken about so often for the first
  /// time counts for an eighth of that. All this counts more the rarer the code is that the entry leads to: ten times as much where one
  /// execution in 512 has come there, and what took many changes to reach is worth up to twice as much.
  ///
  /// What costs four times the steps is worth half as much.
  ///
  /// - Parameter rarity: the binary logarithm of the executions for each one that took the rarest edge which the entry was the first to
  ///   take.
  func energy(rarity: Double = 0) -> Double {
    if isLost { return -1 }
    var brought = 1 + Double(newFeatures) + 4 * Double(kept)
    if !newEdges.isEmpty {
      let reached = 16 * log2(Double(1 + newEdges.places)) + 2 * log2(Double(1 + newEdges.counts))
      brought += reached * (1 + rarity) * (1 + Double(min(depth, 16)) / 16)
    }
    return brought / Double(max(steps, 1)).squareRoot() / Double(1 + children)
  }
}

/// A case in memory.
private final class HeldCase: Sendable {
  let item: Case

  init(_ item: Case) { self.item = item }
}

/// What an execution took of the code for the first time.
package struct NewEdges: Hashable, Sendable {
  /// Edges that nothing had taken.
  package var places = 0
  /// Edges that had been taken, but never about so often.
  package var counts = 0
  /// The places of some of the edges that nothing had taken.
  var samples: [Int] = []
  static let maxSamples = 16

  package init() {}

  package var isEmpty: Bool { places == 0 && counts == 0 }
}

/// The cases of a campaign that showed something new, and what has been shown.
struct Corpus: Sendable {
  var entries: [Entry] = []
  private var features: Set<UInt64> = []
  private var edges: SeenEdges
  /// The entries that were the first to take an edge.
  private var reaching: [Int] = []
  /// The entries of which all steps were taken.
  private var taken: [Int] = []
  /// What became of cases that were made from such entries.
  private(set) var survival: [String: Survival] = [:]
  /// What no file and no database holds yet.
  var unsaved = Unsaved()
  /// Which cases are in memory.
  var inMemory = CasesInMemory()

  init(_ feedback: Feedback = .none()) { edges = SeenEdges(feedback) }

  init(
    _ entries: [StoredEntry], features: [UInt64], files: (any CaseFiles)?,
    _ feedback: Feedback = .none()
  ) {
    self.entries = entries.map(Entry.init)
    self.features = Set(features)
    edges = SeenEdges(feedback)
    inMemory.files = files
    taken = entries.indices.filter { entries[$0].isTaken }
  }

  var featureCount: Int { features.count }
  var edgeCount: Int { edges.count }

  /// So many features are remembered; then nothing that is shown is new any more, and the corpus grows by edges only. What a campaign
  /// keeps is thereby bounded, however long it lasts.
  static let maxFeatures = 1 << 16

  /// Counts the features that nothing has shown before.
  mutating func news(in shown: [UInt64]) -> Int {
    var news = 0
    for feature in shown
    where features.count < Self.maxFeatures && features.insert(feature).inserted {
      news += 1
      unsaved.features.append(feature)
    }
    return news
  }

  /// Counts the edges that nothing has taken before, or not about so often.
  mutating func news(in taken: [CoveredEdge]) -> NewEdges { edges.news(in: taken) }

  mutating func add(_ entry: Entry) {
    if entry.newEdges.places > 0 { reaching.append(entries.count) }
    if entry.isTaken { taken.append(entries.count) }
    unsaved.entries.append(entries.count)
    entries.append(entry)
    if entries.count > CasesInMemory.maxCases { forget(entries.count - 1 - CasesInMemory.maxCases) }
  }

  /// Notes what an entry of an earlier sitting takes of the code.
  mutating func note(_ newEdges: NewEdges, steps: Int, of place: Int) {
    if newEdges.places > 0, entries[place].newEdges.places == 0 { reaching.append(place) }
    entries[place].newEdges = newEdges
    entries[place].steps = steps
  }

  /// Notes that a case was made from an entry, and whether it was kept.
  mutating func note(child of: Int, kept: Bool) {
    entries[of].children += 1
    unsaved.tried.insert(of)
    if kept { entries[of].kept += 1 }
  }

  /// Notes whether a case was taken that was made by these changes from an entry that was.
  mutating func note(_ changes: Set<String>, of parent: Int, taken: Bool) {
    guard entries[parent].isTaken else { return }
    for change in changes {
      survival[change, default: .init()].tried += 1
      if taken { survival[change, default: .init()].taken += 1 }
    }
  }

  /// Draws an entry: of three at random the one with the most energy. Where edges are counted, every second time of eight that were the
  /// first to take one: most entries only show other replies. Otherwise every second time of those that were taken step by step: in
  /// what is refused, nothing lies deep.
  ///
  /// - Returns: nil where there is none.
  func draw(_ choices: inout Choices) -> Int? {
    guard !entries.isEmpty else { return nil }
    let isNarrowed = !reaching.isEmpty && choices.below(2) == 1
    let all: [Int]? =
      if isNarrowed {
        reaching
      } else if !taken.isEmpty, choices.below(2) == 1 {
        taken
      } else { nil }
    var best: Int?
    var most = 0.0
    for _ in 0..<(isNarrowed ? 8 : 3) {
      let place = all.map { $0[choices.below($0.count)] } ?? choices.below(entries.count)
      let energy = energy(of: place)
      if best == nil || energy > most { (best, most) = (place, energy) }
    }
    return best
  }

  private func energy(of place: Int) -> Double {
    let entry = entries[place]
    return entry.energy(rarity: edges.rarity(of: entry.newEdges))
  }
}

/// How often a kind of change leaves a case such that all its steps are taken.
struct Survival: Sendable {
  var tried = 0
  var taken = 0

  /// From 0 to 1; a half where nothing is known.
  var rate: Double { Double(taken + 1) / Double(tried + 2) }
}
