/// Bytes as hexadecimal digits: written in lower case, read in either case.
enum Hexadecimal {
  /// Why a text is not hexadecimal bytes.
  enum Fault: Error, Hashable {
    /// A character that is not a digit.
    case foreignCharacter(Character)
    /// One digit is left over.
    case oddLength
  }

  static func text(of bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  static func bytes(of text: String) throws(Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text {
      guard character.isASCII, let digit = character.hexDigitValue else {
        throw .foreignCharacter(character)
      }
      if let first = high {
        bytes.append(first << 4 | UInt8(digit))
        high = nil
      } else {
        high = UInt8(digit)
      }
    }
    guard high == nil else { throw .oddLength }
    return bytes
  }
}
