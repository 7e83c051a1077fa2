package import Conformance

/// Which shard each case belongs to.
///
/// Without recorded times a case's id and variant alone decide: whatever cases are added or left out elsewhere, it stays where it is. With
/// the times of an earlier report the cases of that report are spread so that all shards take as long; the others stay where their ids
/// put them. Each shard of a run computes the same split.
package struct ShardSplit: Sendable {
  private let count: Int
  /// The shards, from 0, of cases whose times are known.
  private var placed: [CaseKey: Int32] = [:]

  /// What a case costs beside what was recorded of it, in microseconds.
  private static let overhead: Int64 = 100

  /// - Parameters:
  ///   - count: the number of shards, at least 1.
  ///   - cases: all that are selected.
  ///   - times: how long cases took, in microseconds; empty where nothing is known.
  ///
  /// Complexity: `n log n` in the cases whose times are known.
  package init(
    into count: Int, _ cases: some Sequence<Case> = EmptyCollection(),
    times: [CaseKey: Int64] = [:]
  ) {
    self.count = max(1, count)
    guard count > 1, !times.isEmpty else { return }
    var known: [(key: CaseKey, time: Int64)] = []
    for item in cases {
      let key = CaseKey(item.id, item.variant)
      if let time = times[key] { known.append((key, max(0, time))) }
    }
    // The longest first, each to the shard that has the least to do.
    known.sort { ($1.time, $0.key.value) < ($0.time, $1.key.value) }
    var loads = ShardLoads(count: self.count)
    for (key, time) in known { placed[key] = Int32(loads.add(time + Self.overhead)) }
  }

  /// The number of the shard that a case belongs to, from 1.
  package func number(of item: Case) -> Int {
    let key = CaseKey(item.id, item.variant)
    return 1 + (placed[key].map(Int.init) ?? Int(key.value % UInt64(count)))
  }

  /// The places of the cases of one shard, ascending.
  package func places(of shard: Shard, in cases: CaseList) -> [Int] {
    cases.indices.filter { number(of: cases[$0]) == shard.number }
  }
}

/// What each shard has to do so far: a heap whose first element has the least.
private struct ShardLoads {
  private var heap: [(load: Int64, shard: Int)]

  init(count: Int) { heap = (0..<count).map { (0, $0) } }

  /// Gives some work to the shard that has the least; of several, to the first.
  ///
  /// - Returns: that shard, from 0.
  mutating func add(_ load: Int64) -> Int {
    let shard = heap[0].shard
    heap[0].load = heap[0].load.addingReportingOverflow(load).partialValue
    var place = 0
    while true {
      let children = [2 * place + 1, 2 * place + 2].filter { $0 < heap.count }
      guard let least = children.min(by: { heap[$0] < heap[$1] }), heap[least] < heap[place] else {
        return shard
      }
      heap.swapAt(place, least)
      place = least
    }
  }
}
