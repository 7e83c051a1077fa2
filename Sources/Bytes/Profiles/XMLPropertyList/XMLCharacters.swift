/// The bytes and characters of XML 1.0: the productions Char, S and Name.
enum XMLCharacters {
  /// The first byte sequence that is not UTF-8 or not a character of XML (section 2.2), or nil.
  ///
  /// Complexity: one pass.
  static func firstDefect(
    in bytes: [UInt8], from start: Int
  ) -> (offset: Int, reason: XMLPropertyListError.Reason)? {
    var index = start
    while index < bytes.count {
      let lead = bytes[index]
      if lead < 0x80 {
        guard lead >= 0x20 || isSpace(lead) else {
          return (index, .forbiddenCharacter(UInt32(lead)))
        }
        index += 1
        continue
      }
      guard let (length, scalar) = decode(bytes, at: index) else { return (index, .invalidUTF8) }
      guard isCharacter(scalar) else { return (index, .forbiddenCharacter(scalar)) }
      index += length
    }
    return nil
  }

  /// The production Char.
  static func isCharacter(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }

  /// The production S.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether a byte can begin a name. Every byte of a non-ASCII character counts, because no name
  /// with such a character is accepted later.
  static func beginsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...: true
    default: false
    }
  }

  /// Whether a byte can be part of a name.
  static func continuesName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: beginsName(byte)
    }
  }

  /// The production PubidChar: the characters of a document type's public identifier.
  static func isPublic(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0A, 0x0D, UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-'()+,./:=?;!*#@$_%".utf8.contains(byte)
    }
  }

  /// One character of two to four bytes by RFC 3629, or nil if the bytes are not one.
  private static func decode(_ bytes: [UInt8], at index: Int) -> (length: Int, scalar: UInt32)? {
    let lead = bytes[index]
    let length: Int
    let lowest: UInt32
    var scalar: UInt32
    switch lead {
    case 0xC2...0xDF: (length, lowest, scalar) = (2, 0x80, UInt32(lead & 0x1F))
    case 0xE0...0xEF: (length, lowest, scalar) = (3, 0x800, UInt32(lead & 0x0F))
    case 0xF0...0xF4: (length, lowest, scalar) = (4, 0x1_0000, UInt32(lead & 0x07))
    default: return nil
    }
    guard bytes.count - index >= length else { return nil }
    for next in bytes[(index + 1)..<(index + length)] {
      guard next & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(next & 0x3F)
    }
    let isSurrogate = (0xD800...0xDFFF).contains(scalar)
    guard scalar >= lowest, scalar <= 0x10_FFFF, !isSurrogate else { return nil }
    return (length, scalar)
  }
}
