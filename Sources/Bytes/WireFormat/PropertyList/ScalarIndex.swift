/// The encoded scalars that have already been written: an open-addressing table over byte ranges of
/// one array.
struct ScalarIndex {
  private struct Entry {
    var hash: UInt64
    var start: Int
    var end: Int
    var object: UInt32
    /// Its place in `slots`.
    var slot: Int
  }

  private var entries: [Entry] = []
  /// 1-based positions in `entries`; 0 is empty. The size is a power of two.
  private var slots: [UInt32] = Array(repeating: 0, count: 64)
  /// The offset at which the next scalar's bytes begin.
  private(set) var end = 0

  /// Forgets everything, and releases large tables.
  mutating func removeAll() {
    if slots.count > 4_096 {
      slots = Array(repeating: 0, count: 64)
    } else {
      // Most lists are short, and the table is as large as the largest one has made it.
      for entry in entries { slots[entry.slot] = 0 }
    }
    entries.removeAll(keepingCapacity: entries.capacity <= 4_096)
    end = 0
  }

  /// The object with the same bytes as `range` of `bytes`. If there is none, enters the range as
  /// `object` and returns nil.
  mutating func find(
    _ bytes: [UInt8], _ range: Range<Int>, orInsert object: UInt32
  ) -> UInt32? {
    if entries.count * 2 >= slots.count { grow() }
    return bytes.withUnsafeBytes { bytes in
      let candidate = UnsafeRawBufferPointer(rebasing: bytes[range])
      let hash = Self.hash(candidate)
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != 0 {
        let entry = entries[Int(slots[slot]) - 1]
        if entry.hash == hash,
          Self.areEqual(UnsafeRawBufferPointer(rebasing: bytes[entry.start..<entry.end]), candidate)
        {
          return entry.object
        }
        slot = (slot + 1) & (slots.count - 1)
      }
      entries.append(
        Entry(
          hash: hash, start: range.lowerBound, end: range.upperBound, object: object, slot: slot))
      slots[slot] = UInt32(truncatingIfNeeded: entries.count)
      end = range.upperBound
      return nil
    }
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 4)
    for (position, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(truncatingIfNeeded: position + 1)
      entries[position].slot = slot
    }
  }

  /// Eight bytes at a time: a list may have the same long text a hundred thousand times.
  private static func areEqual(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Bool {
    guard one.count == other.count else { return false }
    var position = 0
    while position + 8 <= one.count {
      guard
        one.loadUnaligned(fromByteOffset: position, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      else { return false }
      position += 8
    }
    while position < one.count {
      guard one[position] == other[position] else { return false }
      position += 1
    }
    return true
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var position = 0
    while position + 8 <= bytes.count {
      mix(&hash, bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    var tail: UInt64 = 0
    while position < bytes.count {
      tail = tail << 8 | UInt64(bytes[position])
      position += 1
    }
    mix(&hash, tail)
    return hash
  }

  private static func mix(_ hash: inout UInt64, _ word: UInt64) {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    hash = product.high ^ product.low &+ 0xD6E8_FEB8_6659_FD93
  }
}
