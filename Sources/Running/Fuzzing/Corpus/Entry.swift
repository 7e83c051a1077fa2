package import Conformance

/// A case that showed something new, from which others are made.
package struct Entry: Sendable {
  package let item: Case
  /// How many features it was the first to show.
  package let newFeatures: Int
  /// How many cases were made from it.
  package internal(set) var children = 0
  /// How many of these were kept as entries.
  package internal(set) var kept = 0
  /// How many changes lead to it from a case of the start.
  package let depth: Int

  package init(_ item: Case, newFeatures: Int, depth: Int) {
    self.item = item
    self.newFeatures = newFeatures
    self.depth = depth
  }

  /// How much an entry deserves to be changed next: what it brought and what its children brought, over how often it was tried.
  var energy: Double {
    (1 + Double(newFeatures) + 4 * Double(kept)) / Double(1 + children)
  }
}

/// The cases of a campaign that showed something new, and what has been shown.
struct Corpus: Sendable {
  private(set) var entries: [Entry] = []
  private var features: Set<UInt64> = []

  var featureCount: Int { features.count }

  /// Counts the features that nothing has shown before.
  mutating func news(in shown: [UInt64]) -> Int {
    var news = 0
    for feature in shown where features.insert(feature).inserted { news += 1 }
    return news
  }

  mutating func add(_ entry: Entry) { entries.append(entry) }

  /// Notes that a case was made from an entry, and whether it was kept.
  mutating func note(child of: Int, kept: Bool) {
    entries[of].children += 1
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
