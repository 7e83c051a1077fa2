/// The characters of URL schemes (RFC 3986 section 3.1).
enum SchemeText {
  /// ALPHA followed by any number of ALPHA, DIGIT, `+`, `-` and `.`.
  static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return (0x61...0x7A).contains(first | 0x20) && canEndScheme(text)
  }

  /// Whether appending this text to the beginning of a scheme still gives a scheme.
  static func canEndScheme(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
  }
}
