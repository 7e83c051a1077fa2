import JSONText

extension TypedValue {
  /// The longest text of a number, in bytes.
  private static let maxNumberBytes = 1_200

  /// The most digits of an integer. Integers of 128 bits fit.
  private static let maxIntegerDigits = 64

  /// Reads decimal text as an integer of any size.
  static func readDecimal(from reader: inout JSONReader) throws(JSONError) -> TypedValue {
    let text = try reader.readString()
    if let number = Int64(text) { return .integer(number) }
    // Bytes, because a sign and a combining mark after it are one character.
    var digits = Substring(text).utf8
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let isDecimal = digits.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard isDecimal, !digits.isEmpty, digits.count <= maxIntegerDigits else {
      throw reader.error(.unexpectedValue("an integer is decimal text, such as \"-12\""))
    }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    return .bigInteger((isNegative ? "-" : "") + Substring(significant))
  }

  /// Reads the text of a 64-bit real: decimal, hexadecimal, `nan`, `inf`, `-inf`.
  static func readReal(from reader: inout JSONReader) throws(JSONError) -> Double {
    let text = try reader.readString()
    guard text.utf8.count <= maxNumberBytes, let number = Double(text) else {
      throw reader.error(
        .unexpectedValue("a real or date is text such as \"1.5\", \"nan\", \"inf\" or \"-inf\""))
    }
    if number.isNaN { return .nan }
    if number.isInfinite, text.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) {
      throw reader.error(.unexpectedValue("this real is beyond 64 bits; infinity is \"inf\""))
    }
    return number
  }

  /// Reads Base64.
  static func readBase64(from reader: inout JSONReader) throws(JSONError) -> [UInt8] {
    var text: [UInt8] = []
    try reader.readStringBytes(into: &text)
    guard let bytes = AdapterBase64.decode(text) else {
      throw reader.error(.unexpectedValue("this text is not padded Base64"))
    }
    return bytes
  }

  /// Reads Base64 of UTF-16 code units.
  static func readUnits(from reader: inout JSONReader) throws(JSONError) -> [UInt8] {
    let units = try readBase64(from: &reader)
    guard units.count % 2 == 0 else {
      throw reader.error(.unexpectedValue("UTF-16 has an even number of bytes"))
    }
    return units
  }
}
