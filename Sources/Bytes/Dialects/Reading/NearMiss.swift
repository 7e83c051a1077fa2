/// Finds what somebody probably meant.
enum NearMiss {
  /// Longer names are not compared.
  static let maxBytes = 64

  /// The candidate that differs least from `word`: by at most two letters added, left out, changed
  /// or swapped, and by at most a third of its own letters. Case, hyphens and underscores do not
  /// count.
  static func closest(to word: String, among candidates: [String]) -> String? {
    guard word.utf8.count <= maxBytes else { return nil }
    let letters = folded(word)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let other = folded(candidate)
      let distance = distance(letters, other)
      guard distance <= min(2, other.count / 3) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  private static func folded(_ word: String) -> [UInt8] {
    word.utf8.compactMap { byte in
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"): nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: byte
      }
    }
  }

  /// How many letters have to be added, removed, changed or swapped with their neighbour.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        var cost = min(
          last[column] + (left[row] == right[column] ? 0 : 1), last[column + 1] + 1,
          current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
