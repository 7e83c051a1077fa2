extension JSONError: CustomStringConvertible {
  /// `line 3, column 14: a member "id" is missing`.
  public var description: String { "line \(line), column \(column): \(reason)" }
}

extension JSONError.Reason: CustomStringConvertible {
  /// The defect in words, without its place.
  public var description: String {
    switch self {
    case .tooLong(let limit): "the text is longer than \(limit) bytes"
    case .valueTooLong(let limit): "this value takes more than \(limit) bytes"
    case .tooDeep(let limit): "more than \(limit) arrays and objects are open"
    case .tooManyValues(let limit): "the text holds more than \(limit) values"
    case .unexpectedEnd: "the text ends within a value; is it cut off?"
    case .unexpectedByte(let byte, let expected): "\(Self.name(byte)) where \(expected) is expected"
    case .trailingText: "there is more text after the value"
    case .invalidLiteral: "this word is not true, false or null"
    case .leadingZero: "a number must not begin with a superfluous zero"
    case .invalidNumber: "digits are missing in this number"
    case .numberOutOfRange: "this number is too large"
    case .numberTooLong(let limit): "this number has more than \(limit) bytes"
    case .notAnInteger: "an integer is expected, without fraction and exponent"
    case .controlCharacter(let byte): "\(Self.name(byte)) must be escaped within a string"
    case .invalidEscape(let byte): "a backslash cannot escape \(Self.name(byte))"
    case .invalidUnicodeEscape: "\\u needs four hexadecimal digits"
    case .loneSurrogate: "this escape is half of a surrogate pair; the other half is missing"
    case .invalidUTF8: "these bytes are not UTF-8"
    case .duplicateKey(let key): "the member \"\(key)\" occurs twice in this object"
    case .valueNotRead: "the reader of this value did not read it"
    case .missingMember(let key): "a member \"\(key)\" is missing"
    case .unexpectedType(let expected): "expected \(expected)"
    case .unexpectedValue(let complaint): complaint
    }
  }

  private static func name(_ byte: UInt8) -> String {
    if byte > 0x20, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    let digits = String(byte, radix: 16, uppercase: true)
    return "the byte 0x" + (digits.utf8.count < 2 ? "0" : "") + digits
  }
}
