/// Which of some sets are enough to have all elements of all of them: greedily, the one with the most that is missing first, of equal ones
/// the cheapest. No smaller selection is guaranteed; that is a problem without a quick solution.
enum SetCover {
  /// The places of the sets that are enough, in increasing order. O(n log n) for n elements in all sets together, about.
  ///
  /// - Parameter costs: one for each set.
  static func places(of sets: [[UInt64]], costs: [Int]) -> [Int] {
    var covered: Set<UInt64> = []
    var chosen: [Int] = []
    func gain(_ place: Int) -> Int { Set(sets[place]).count { !covered.contains($0) } }
    // A set never gains by waiting: what was worth most and still is worth as much is the best one.
    var waiting: [Int: [Int]] = [:]
    for place in sets.indices { waiting[gain(place), default: []].append(place) }
    var level = waiting.keys.max() ?? 0
    while level > 0 {
      var here = (waiting.removeValue(forKey: level) ?? []).sorted {
        (costs[$0], $0) < (costs[$1], $1)
      }[...]
      while let place = here.popFirst() {
        let now = gain(place)
        if now == level {
          chosen.append(place)
          covered.formUnion(sets[place])
        } else if now > 0 {
          waiting[now, default: []].append(place)
        }
      }
      level -= 1
    }
    return chosen.sorted()
  }
}
