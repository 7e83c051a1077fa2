import Conformance

extension Entry {
  /// Leaves out the steps after the last one that showed something new: they cost time in all that is made from the entry. Where edges are
  /// counted, nobody knows which step took them, and all stay.
  ///
  /// - Parameters:
  ///   - news: how many features each step was the first to show.
  ///   - suite: that of the case; without it nothing is left out.
  ///   - seed: of what has to stand at the end. It is another one in each case, and the same in each campaign of this seed.
  mutating func shorten(to news: [Int], of suite: (any Suite)?, seed: UInt64) throws(HarnessFault) {
    guard newEdges.isEmpty, let last = news.lastIndex(where: { $0 > 0 }), last + 1 < news.count,
      let suite, let item, let shorter = try suite.keeping(Array(0...last), of: item)
    else { return }
    var choices = Choices(seed: seed, case: item.id)
    let completed = try suite.completed(shorter, &choices)
    let count = try suite.steps(of: completed)
    guard count < news.count else { return }
    self.item = completed
    steps = count
  }
}
