/// Base64 as in `data` elements: RFC 4648 section 4 with padding, and white space anywhere.
enum SpacedBase64 {
  struct Defect: Error {
    var reason: XMLPropertyListError.Reason
    /// The index of the byte that shows the defect.
    var index: Int
  }

  /// Complexity: one pass.
  static func decode(_ text: [UInt8]) throws(Defect) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var sextets = 0
    var padding = 0
    for (index, byte) in text.enumerated() where !XMLCharacters.isSpace(byte) {
      if byte == UInt8(ascii: "=") {
        padding += 1
        guard sextets + padding <= 4, sextets >= 2 else {
          throw Defect(reason: .badDataPadding, index: index)
        }
        continue
      }
      guard let value = value(of: byte) else {
        throw Defect(reason: .foreignDataByte(byte), index: index)
      }
      guard padding == 0 else { throw Defect(reason: .badDataPadding, index: index) }
      group = group << 6 | value
      sextets += 1
      if sextets == 4 {
        append(group, bytes: 3, to: &bytes)
        (group, sextets) = (0, 0)
      }
    }
    guard sextets > 0 else { return bytes }
    guard sextets + padding == 4 else {
      throw Defect(reason: .badDataPadding, index: text.count)
    }
    group <<= UInt32(6 * padding)
    guard group & (1 << UInt32(8 * padding) - 1) == 0 else {
      throw Defect(reason: .strayDataBits, index: text.count)
    }
    append(group, bytes: 3 - padding, to: &bytes)
    return bytes
  }

  /// Appends the first bytes of a group of 24 bits.
  private static func append(_ group: UInt32, bytes count: Int, to bytes: inout [UInt8]) {
    for shift in [16, 8, 0].prefix(count) {
      bytes.append(UInt8(truncatingIfNeeded: group >> shift))
    }
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
