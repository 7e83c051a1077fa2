/// One of the parts that a run is split into, as `--shard` and reports name it: `2/8` is the second of eight.
package struct Shard: Sendable, Hashable, CustomStringConvertible {
  /// From 1 to `count`.
  package let number: Int
  /// How many shards the run is split into.
  package let count: Int

  /// The most shards that a run is split into.
  package static let maxCount = 1_000

  /// - Returns: nil where there is no such shard.
  package init?(_ number: Int, of count: Int) {
    guard (1...Self.maxCount).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Reads `2/8`, or nil where the text has another form or there is no such shard.
  package init?(_ text: String) {
    let words = text.split(separator: "/", omittingEmptySubsequences: false)
    guard words.count == 2, let number = Self.number(words[0]), let count = Self.number(words[1])
    else { return nil }
    self.init(number, of: count)
  }

  /// Digits alone: no sign, and nothing that is longer than any number of shards.
  private static func number(_ word: Substring) -> Int? {
    (1...6).contains(word.utf8.count) && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
      ? Int(word) : nil
  }

  package var description: String { "\(number)/\(count)" }
}

/// A number for a case that is the same in every process and on every machine, unlike that of `Hasher`, and that depends on the case's id
/// and variant alone: cases are spread over shards by it.
package struct CaseKey: Sendable, Hashable {
  package let value: UInt64

  package init(_ id: CaseID, _ variant: Variant) {
    // FNV-1a, mixed once more: its lowest bits alone would follow the last characters of the id.
    var hash = Self.added(id.path, to: 0xcbf2_9ce4_8422_2325)
    hash = Self.added(variant.name, to: hash &* 0x0000_0100_0000_01b3)
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    value = hash ^ (hash >> 31)
  }

  private static func added(_ text: String, to start: UInt64) -> UInt64 {
    var text = text
    // A buffer: reports of a million cases are read for it.
    return text.withUTF8 { bytes in
      var hash = start
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
      return hash
    }
  }
}
