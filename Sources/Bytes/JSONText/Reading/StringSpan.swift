/// The content of a string between its quotes, known to be well-formed.
///
/// Its methods take the start of the text, so that the hot path copies no reader.
struct StringSpan {
  var start: Int
  var end: Int
  var isEscaped: Bool

  /// What the string means.
  @inline(__always)
  func string(of base: UnsafeRawPointer) -> String {
    if isEscaped { return unescapedString(of: base) }
    return String(decoding: bytes(of: base), as: UTF8.self)
  }

  /// Appends what the string means.
  func append(of base: UnsafeRawPointer, to bytes: inout [UInt8]) {
    if isEscaped {
      unescape(base, into: &bytes)
    } else {
      bytes.append(contentsOf: self.bytes(of: base))
    }
  }

  @inline(__always)
  private func bytes(of base: UnsafeRawPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + start, count: end &- start)
  }

  @inline(never)
  private func unescapedString(of base: UnsafeRawPointer) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end - start)
    unescape(base, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func unescape(_ base: UnsafeRawPointer, into bytes: inout [UInt8]) {
    var index = start
    while index < end {
      let plain = TextScan.escapeEnd(base, from: index, to: end)
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: base + index, count: plain &- index))
      guard plain < end else { return }
      index = plain &+ 2
      switch base.load(fromByteOffset: plain &+ 1, as: UInt8.self) {
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = Self.unit(base, plain)
        index = plain &+ 6
        if scalar >> 10 == 0x36 {
          scalar = 0x10000 &+ (scalar & 0x3FF) << 10 &+ Self.unit(base, plain &+ 6) & 0x3FF
          index = plain &+ 12
        }
        TextScan.appendUTF8(scalar, to: &bytes)
      case let other: bytes.append(other)
      }
    }
  }

  /// The code unit of the escape `\uXXXX` at `index`.
  private static func unit(_ base: UnsafeRawPointer, _ index: Int) -> UInt32 {
    var unit: UInt32 = 0
    for digit in index &+ 2..<index &+ 6 {
      let value = TextScan.hexadecimal(base.load(fromByteOffset: digit, as: UInt8.self))
      unit = unit << 4 | UInt32(value)
    }
    return unit
  }
}
