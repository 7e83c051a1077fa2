import WireFormat

/// The objects of a list in the order of their bytes, and which of them the top object leads to.
///
/// Complexity: linear in the bytes and the objects; no recursion.
struct ListObjects {
  /// By their places; those of one place by their numbers, and those beyond the end last.
  let inOrder: [Int]
  /// Whether each object was reached from the top; empty where that is not known.
  private let isReached: [Bool]

  init(_ map: PropertyListMap, size: Int) {
    inOrder = Self.sorted(map, size: size)
    isReached = Self.reached(map, size: size)
  }

  /// Whether it is known that the top object does not lead to it.
  func isUnreferenced(_ number: Int) -> Bool { !isReached.isEmpty && !isReached[number] }

  /// A bucket for each byte: objects by the hundred thousand are not worth a sort of their own.
  private static func sorted(_ map: PropertyListMap, size: Int) -> [Int] {
    var ends = [Int32](repeating: 0, count: size + 2)
    func bucket(_ number: Int) -> Int { Int(min(map.entry(number), UInt64(size))) }
    for number in 0..<map.objectCount { ends[bucket(number) + 1] += 1 }
    for place in 1..<ends.count { ends[place] += ends[place - 1] }
    var order = [Int](repeating: 0, count: map.objectCount)
    for number in 0..<map.objectCount {
      let bucket = bucket(number)
      order[Int(ends[bucket])] = number
      ends[bucket] += 1
    }
    return order
  }

  private static func reached(_ map: PropertyListMap, size: Int) -> [Bool] {
    // Lists whose objects overlap over and over would cost far more than their bytes.
    var budget = 2 * size + 4_096
    var isReached = [Bool](repeating: false, count: map.objectCount)
    var open = [Int32(truncatingIfNeeded: map.top)]
    isReached[map.top] = true
    while let number = open.popLast() {
      let object = map.object(Int(number))
      budget -= object.referenceCount
      guard budget >= 0 else { return [] }
      for position in 0..<object.referenceCount {
        let child = map.reference(at: position, of: object)
        guard child < UInt64(map.objectCount), !isReached[Int(child)] else { continue }
        isReached[Int(child)] = true
        open.append(Int32(truncatingIfNeeded: child))
      }
    }
    return isReached
  }
}
