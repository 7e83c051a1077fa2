import AdapterDriver
import Foundation

/// What a campaign has seen of the adapter's code: a byte for each place of the map, with a bit for each class of counts.
struct SeenEdges: Sendable {
  private var classes: [UInt8]
  /// How many edges were taken; those that come and go do not count.
  private(set) var count = 0
  /// In how many executions each place was taken.
  private var hits: [UInt32]
  private var executions = 0

  init(_ feedback: Feedback) {
    classes = Array(repeating: 0, count: feedback.kind == .none ? 0 : feedback.mapBytes)
    hits = Array(repeating: 0, count: classes.count)
    // Nothing about them is ever new.
    for place in feedback.unstable where place < classes.count { classes[place] = 0xFF }
  }

  /// Takes what an execution took, and says what of it is new. Linear in the edges.
  mutating func news(in taken: [CoveredEdge]) -> NewEdges {
    var news = NewEdges()
    if !taken.isEmpty { executions += 1 }
    for edge in taken where edge.place < classes.count {
      hits[edge.place] &+= 1
      let seen = classes[edge.place]
      let bit: UInt8 = 1 << UInt8(edge.countClass)
      guard seen & bit == 0 else { continue }
      classes[edge.place] = seen | bit
      if seen == 0 {
        news.places += 1
        count += 1
        if news.samples.count < NewEdges.maxSamples { news.samples.append(edge.place) }
      } else {
        news.counts += 1
      }
    }
    return news
  }

  /// How rare the code is that an entry was the first to reach: the binary logarithm of how many executions come on one that took its
  /// rarest edge. 0 where it reached none.
  func rarity(of news: NewEdges) -> Double {
    guard let least = news.samples.lazy.map({ hits[$0] }).min() else { return 0 }
    return log2(Double(max(executions, 1)) / Double(max(least, 1)))
  }
}
