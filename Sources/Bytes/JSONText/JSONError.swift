/// What is wrong with a JSON text, and where.
public struct JSONError: Error, Hashable, Sendable {
  /// Where the defect is, in bytes from the start.
  public var offset: Int
  /// The line of the defect, from 1.
  public var line: Int
  /// The byte within that line, from 1.
  public var column: Int
  /// What is wrong.
  public var reason: Reason

  /// An error at a known place.
  public init(offset: Int, line: Int, column: Int, reason: Reason) {
    self.offset = offset
    self.line = line
    self.column = column
    self.reason = reason
  }

  /// A defect of the text, or of what a caller expects in it.
  public enum Reason: Hashable, Sendable {
    /// More bytes than `JSONLimits.maxBytes`.
    case tooLong(maxBytes: Int)
    /// More bytes in one value than whoever reads it allows.
    case valueTooLong(maxBytes: Int)
    /// More open containers than `JSONLimits.maxDepth`.
    case tooDeep(maxDepth: Int)
    /// More values than `JSONLimits.maxNodes`.
    case tooManyValues(maxNodes: Int)
    /// The text ends within a value, or before one.
    case unexpectedEnd
    /// A byte that cannot stand here; `expected` names what can.
    case unexpectedByte(UInt8, expected: String)
    /// Something other than white space after the value.
    case trailingText
    /// Something like `nul`, `True`, `NaN`.
    case invalidLiteral
    /// A number such as `01` or `-00`.
    case leadingZero
    /// A number that lacks digits, such as `-`, `1.`, `1e`.
    case invalidNumber
    /// A number that the wanted type cannot hold, such as `1e999` or an integer beyond 64 bits.
    case numberOutOfRange
    /// A number literal that is longer than any sensible one.
    case numberTooLong(maxBytes: Int)
    /// A fraction or an exponent where an integer is wanted.
    case notAnInteger
    /// A control character that is not escaped within a string.
    case controlCharacter(UInt8)
    /// A backslash before a byte that it cannot escape.
    case invalidEscape(UInt8)
    /// `\u` without four hexadecimal digits.
    case invalidUnicodeEscape
    /// Half of a surrogate pair, written as `\uD800` to `\uDFFF`.
    case loneSurrogate
    /// Bytes that are not UTF-8: stray, missing, overlong, surrogates, beyond U+10FFFF.
    case invalidUTF8
    /// A member name that its object already has, compared after unescaping.
    case duplicateKey(String)
    /// A reading closure returned without having read its value: a mistake of the program.
    case valueNotRead
    /// A required member is missing.
    case missingMember(String)
    /// A value of another kind than the one wanted.
    case unexpectedType(expected: String)
    /// A value of the right kind that means nothing here; the text says why.
    case unexpectedValue(String)
  }
}
