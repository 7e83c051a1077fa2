import Foundation

/// Files of other tools that hold requests: any bytes, without a word on what they are.
enum ForeignText {
  /// The longest request that is looked at. Adapters take no longer lines, so that it could not be sent.
  static let maxURLBytes = 16 << 20

  /// No scheme is longer.
  private static let maxSchemeBytes = 4_096

  /// The requests of a file: one in each line where there are several lines and each begins like a URL, and otherwise one in all.
  ///
  /// A line ends with LF or CRLF. One line end at the end of a single request does not count: whoever writes text ends it so. All
  /// other bytes do.
  static func urls(in bytes: [UInt8]) -> [[UInt8]] {
    // Where the first line is none, the file is not looked at any further.
    let start = bytes.drop { $0 == 0x0A || $0 == 0x0D }.prefix(maxSchemeBytes)
    guard looksLikeURL(Array(start)) else { return [withoutLineEnd(bytes)] }
    let lines = bytes.split(separator: 0x0A).map { line in
      line.last == 0x0D ? Array(line.dropLast()) : Array(line)
    }.filter { !$0.isEmpty }
    return lines.count > 1 && lines.allSatisfy(looksLikeURL) ? lines : [withoutLineEnd(bytes)]
  }

  /// The bytes without one LF or CRLF at their end.
  static func withoutLineEnd(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.last == 0x0A else { return bytes }
    return bytes.dropLast(bytes.suffix(2).first == 0x0D ? 2 : 1)
  }

  /// Whether there is nothing but ends of lines.
  static func isEmpty(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 == 0x0A || $0 == 0x0D } }

  /// Whether it begins with a scheme and a colon (RFC 3986 section 3.1).
  static func looksLikeURL(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, isLetter(first),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    return bytes[..<colon].allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0)
        || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
}
