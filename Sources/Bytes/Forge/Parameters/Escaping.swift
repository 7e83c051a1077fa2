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
  static func escapeAll(_ bytes: [UInt8]) -> [UInt8] {
    escape(bytes, lowercase: false) { _ in false }
  }

  /// What has to be escaped, in lowercase digits.
  static func lowercase(_ bytes: [UInt8]) -> [UInt8] {
    escape(bytes, lowercase: true) { PercentCoding.isUnreserved($0) }
  }

  /// What has to be escaped, but for `+`, `/` and `=` (ABT-URL-11).
  static func rawBase64(_ bytes: [UInt8]) -> [UInt8] {
    plainInBase64.withUnsafeBufferPointer { plain in
      escape(bytes, lowercase: false) { plain[Int($0)] }
    }
  }

  /// Whether each byte needs no escape in Base64, for loops.
  private static let plainInBase64 = (0...UInt8.max).map { byte in
    "+/=".utf8.contains(byte) || PercentCoding.isUnreserved(byte)
  }

  /// Complexity: linear; data of a mebibyte passes through here.
  @inline(__always)
  private static func escape(
    _ bytes: [UInt8], lowercase: Bool, unless isPlain: (UInt8) -> Bool
  ) -> [UInt8] {
    let letters: UInt8 = (lowercase ? 0x61 : 0x41) - 10
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : letters + value }
    // This is room for the worst case. Only what is written of it is ever touched.
    return [UInt8](unsafeUninitializedCapacity: 3 * bytes.count) { output, count in
      var end = 0
      for byte in bytes {
        if isPlain(byte) {
          output[end] = byte
          end &+= 1
        } else {
          output[end] = UInt8(ascii: "%")
          output[end &+ 1] = digit(byte >> 4)
          output[end &+ 2] = digit(byte & 15)
          end &+= 3
        }
      }
      count = end
    }
  }
}
