extension JSONReader {
  /// Reads a string.
  public mutating func readString() throws(JSONError) -> String {
    guard try nextByte() == UInt8(ascii: "\"") else { throw wrongKind(.string) }
    try countNode()
    return try scanString().string(of: base)
  }

  /// Reads a string and appends its UTF-8 to `bytes`, without creating a `String`.
  public mutating func readStringBytes(into bytes: inout [UInt8]) throws(JSONError) {
    guard try nextByte() == UInt8(ascii: "\"") else { throw wrongKind(.string) }
    try countNode()
    try scanString().append(of: base, to: &bytes)
  }

  /// Skips a string whose opening quote is next, and validates all of it.
  mutating func scanString() throws(JSONError) -> StringSpan {
    let start = position &+ 1
    var index = start
    var isEscaped = false
    while true {
      index = TextScan.plainEnd(base, from: index, to: count)
      guard index < count else { throw error(.unexpectedEnd, at: count) }
      switch byte(at: index) {
      case UInt8(ascii: "\""):
        position = index &+ 1
        return StringSpan(start: start, end: index, isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        try scanEscape(&index)
      case 0x80...0xFF:
        repeat {
          let length = TextScan.utf8Length(base, at: index, to: count)
          if length == 0 { throw error(.invalidUTF8, at: index) }
          index &+= length
        } while index < count && byte(at: index) >= 0x80
      case let control:
        throw error(.controlCharacter(control), at: index)
      }
    }
  }

  private mutating func scanEscape(_ index: inout Int) throws(JSONError) {
    guard index &+ 1 < count else { throw error(.unexpectedEnd, at: count) }
    switch byte(at: index &+ 1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index &+= 2
    case UInt8(ascii: "u"):
      let unit = try scanUnit(index)
      switch unit {
      case 0xD800...0xDBFF:
        for (distance, wanted) in [(6, UInt8(ascii: "\\")), (7, UInt8(ascii: "u"))] {
          guard index &+ distance < count else { throw error(.unexpectedEnd, at: count) }
          if byte(at: index &+ distance) != wanted { throw error(.loneSurrogate, at: index) }
        }
        guard case 0xDC00...0xDFFF = try scanUnit(index &+ 6) else {
          throw error(.loneSurrogate, at: index)
        }
        index &+= 12
      case 0xDC00...0xDFFF:
        throw error(.loneSurrogate, at: index)
      default:
        index &+= 6
      }
    case let other:
      throw error(.invalidEscape(other), at: index)
    }
  }

  /// The code unit of the escape `\uXXXX` at `index`.
  private mutating func scanUnit(_ index: Int) throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for digit in index &+ 2..<index &+ 6 {
      guard digit < count else { throw error(.unexpectedEnd, at: count) }
      let value = TextScan.hexadecimal(byte(at: digit))
      if value > 15 { throw error(.invalidUnicodeEscape, at: index) }
      unit = unit << 4 | UInt32(value)
    }
    return unit
  }
}
