/// Base64 as it occurs in messages: the standard alphabet, padded (RFC 4648, section 4).
public enum AdapterBase64 {
  /// The text of these bytes.
  public static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = bytes.count - index
      let group =
        UInt32(bytes[index]) << 16 | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
        | (left > 2 ? UInt32(bytes[index + 2]) : 0)
      text.append(digit(group >> 18))
      text.append(digit(group >> 12))
      text.append(left > 1 ? digit(group >> 6) : UInt8(ascii: "="))
      text.append(left > 2 ? digit(group) : UInt8(ascii: "="))
      index += 3
    }
    return text
  }

  /// The bytes of a text, or nil if it contains anything but the alphabet, or if its padding or the
  /// bits after its end differ from what an encoder writes.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var digits = 0
    var padding = 0
    for byte in text {
      if byte == UInt8(ascii: "=") {
        padding += 1
        group <<= 6
      } else {
        guard padding == 0, let value = value(byte) else { return nil }
        group = group << 6 | value
      }
      digits += 1
      guard digits == 4 else { continue }
      guard padding <= 2 else { return nil }
      let surplus: UInt32 = padding == 0 ? 0 : padding == 1 ? 0xFF : 0xFFFF
      guard group & surplus == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 16))
      if padding < 2 { bytes.append(UInt8(truncatingIfNeeded: group >> 8)) }
      if padding < 1 { bytes.append(UInt8(truncatingIfNeeded: group)) }
      group = 0
      digits = 0
    }
    return bytes
  }

  private static func digit(_ bits: UInt32) -> UInt8 {
    switch UInt8(truncatingIfNeeded: bits) & 63 {
    case let value where value < 26: UInt8(ascii: "A") + value
    case let value where value < 52: UInt8(ascii: "a") + value - 26
    case let value where value < 62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  private static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
