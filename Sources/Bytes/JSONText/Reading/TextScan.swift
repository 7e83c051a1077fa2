/// Scans the text within JSON strings, eight bytes at a time while they are plain ASCII.
enum TextScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The lowest set bit marks the first byte that is below space, above ASCII, a quote or a
  /// backslash. Higher set bits may be wrong, because a borrow only runs upwards.
  @inline(__always)
  private static func stops(_ word: UInt64) -> UInt64 {
    let quote = word ^ ones &* 0x22
    let backslash = word ^ ones &* 0x5C
    let found =
      word | (word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote
      | (backslash &- ones) & ~backslash
    return found & highBits
  }

  /// The end of the run of ASCII bytes that stand for themselves in a string.
  @inline(__always)
  static func plainEnd(_ base: UnsafeRawPointer, from start: Int, to end: Int) -> Int {
    var index = start
    while index &+ 8 <= end {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let stop = stops(word)
      if stop != 0 { return index &+ stop.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < end {
      let byte = base.load(fromByteOffset: index, as: UInt8.self)
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { return index }
      index &+= 1
    }
    return end
  }

  /// The end of the run of bytes that need no escape in a string.
  @inline(__always)
  static func unescapedEnd(_ base: UnsafeRawPointer, from start: Int, to end: Int) -> Int {
    var index = plainEnd(base, from: start, to: end)
    while index < end, base.load(fromByteOffset: index, as: UInt8.self) >= 0x80 {
      index = plainEnd(base, from: index &+ 1, to: end)
    }
    return index
  }

  /// The position of the next backslash, or the end.
  static func escapeEnd(_ base: UnsafeRawPointer, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, base.load(fromByteOffset: index, as: UInt8.self) != 0x5C { index &+= 1 }
    return index
  }

  /// The length of the UTF-8 sequence at `index`, whose first byte is above ASCII, or 0 if it is
  /// invalid (Unicode 15, table 3-7: overlong forms, surrogates and values beyond U+10FFFF are
  /// invalid).
  static func utf8Length(_ base: UnsafeRawPointer, at index: Int, to end: Int) -> Int {
    func at(_ distance: Int) -> UInt8 {
      index &+ distance < end ? base.load(fromByteOffset: index &+ distance, as: UInt8.self) : 0
    }
    func continues(_ distance: Int) -> Bool { at(distance) & 0xC0 == 0x80 }
    switch at(0) {
    case 0xC2...0xDF:
      return continues(1) ? 2 : 0
    case 0xE0...0xEF:
      guard continues(1), continues(2) else { return 0 }
      if at(0) == 0xE0, at(1) < 0xA0 { return 0 }
      if at(0) == 0xED, at(1) > 0x9F { return 0 }
      return 3
    case 0xF0...0xF4:
      guard continues(1), continues(2), continues(3) else { return 0 }
      if at(0) == 0xF0, at(1) < 0x90 { return 0 }
      if at(0) == 0xF4, at(1) > 0x8F { return 0 }
      return 4
    default:
      return 0
    }
  }

  /// The value of a hexadecimal digit (either case), or 255 if it is not one.
  static func hexadecimal(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
    default: 255
    }
  }

  /// Appends the UTF-8 of a scalar value.
  static func appendUTF8(_ scalar: UInt32, to bytes: inout [UInt8]) {
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F }
    switch scalar {
    case 0..<0x80:
      bytes.append(UInt8(scalar))
    case 0x80..<0x800:
      bytes.append(0xC0 | UInt8(scalar >> 6))
      bytes.append(tail(0))
    case 0x800..<0x10000:
      bytes.append(0xE0 | UInt8(scalar >> 12))
      bytes.append(tail(6))
      bytes.append(tail(0))
    default:
      bytes.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18) & 0x07)
      bytes.append(tail(12))
      bytes.append(tail(6))
      bytes.append(tail(0))
    }
  }
}
