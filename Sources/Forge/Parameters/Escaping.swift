import WireFormat

/// Percent-escapes beyond the canonical ones of `PercentCoding`.
enum Escaping {
  /// `%` and two hexadecimal digits, upper-case ones by default.
  static func escape(_ byte: UInt8, lowercase: Bool = false) -> [UInt8] {
    func digit(_ value: UInt8) -> UInt8 {
      value < 10 ? 0x30 + value : (lowercase ? 0x61 : 0x41) + value - 10
    }
    return [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
  }

  /// Every byte escaped, also those that need none.
  static func escapeAll(_ bytes: some Sequence<UInt8>) -> [UInt8] { bytes.flatMap { escape($0) } }

  /// What has to be escaped, in lowercase digits.
  static func lowercase(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.flatMap {
      PercentCoding.isUnreserved($0) ? [$0] : escape($0, lowercase: true)
    }
  }

  /// What has to be escaped, but for `+`, `/` and `=` (ABT-URL-11).
  static func rawBase64(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.flatMap { byte in
      let isOfBase64 =
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
      return isOfBase64 || PercentCoding.isUnreserved(byte) ? [byte] : escape(byte)
    }
  }
}
