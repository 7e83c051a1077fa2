package import Conformance

/// A case that showed something new, from which others are made.
package struct Entry: Sendable {
  /// Nil while it is in its file only.
  package internal(set) var item: Case?
  /// The name of its file, where it has one.
  package internal(set) var file: String?
  /// How many features it was the first to show.
  package let newFeatures: Int
  /// How many cases were made from it.
  package internal(set) var children = 0
  /// How many of these were kept as entries.
  package internal(set) var kept = 0
  /// How many changes lead to it from a case of the start.
  package let depth: Int
  /// Whether its file cannot be read any more.
  var isLost = false

  package init(_ item: Case, newFeatures: Int, depth: Int) {
    self.item = item
    self.newFeatures = newFeatures
    self.depth = depth
  }

  /// An entry that is in its file only.
  init(_ stored: StoredEntry) {
    item = nil
    file = stored.file
    newFeatures = stored.newFeatures
    children = stored.children
    kept = stored.kept
    depth = stored.depth
  }

  /// How much an entry deserves to be changed next: what it brought and what its children brought, over how often it was tried.
  var energy: Double {
    if isLost { return -1 }
    return (1 + Double(newFeatures) + 4 * Double(kept)) / Double(1 + children)
  }
}

/// The cases of a campaign that showed something new, and what has been shown.
struct Corpus: Sendable {
  var entries: [Entry] = []
  private var features: Set<UInt64> = []
  /// What no file and no database holds yet.
  var unsaved = Unsaved()
  /// Which cases are in memory.
  var inMemory = CasesInMemory()

  init() {}

  init(_ entries: [StoredEntry], features: [UInt64], files: (any CaseFiles)?) {
    self.entries = entries.map(Entry.init)
    self.features = Set(features)
    inMemory.files = files
  }

  var featureCount: Int { features.count }

  /// Counts the features that nothing has shown before.
  mutating func news(in shown: [UInt64]) -> Int {
    var news = 0
    for feature in shown where features.insert(feature).inserted {
      news += 1
      unsaved.features.append(feature)
    }
    return news
  }

  mutating func add(_ entry: Entry) {
    unsaved.entries.append(entries.count)
    entries.append(entry)
    if entries.count > CasesInMemory.maxCases { forget(entries.count - 1 - CasesInMemory.maxCases) }
  }

  /// Notes that a case was made from an entry, and whether it was kept.
  mutating func note(child of: Int, kept: Bool) {
    entries[of].children += 1
    unsaved.tried.insert(of)
    if kept { entries[of].kept += 1 }
  }

  /// Draws an entry: of three at random the one with the most energy.
  ///
  /// - Returns: nil where there is none.
  func draw(_ choices: inout Choices) -> Int? {
    guard !entries.isEmpty else { return nil }
    var best = choices.below(entries.count)
    for _ in 0..<2 {
      let other = choices.below(entries.count)
      if entries[other].energy > entries[best].energy { best = other }
    }
    return best
  }
}
