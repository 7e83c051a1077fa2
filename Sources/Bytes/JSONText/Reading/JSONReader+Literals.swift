extension JSONReader {
  /// Reads `null`.
  public mutating func readNull() throws(JSONError) {
    guard try nextByte() == UInt8(ascii: "n") else { throw wrongKind(.null) }
    try countNode()
    try readWord("null")
  }

  /// Reads `null` if it is next; otherwise reads nothing.
  ///
  /// - Returns: whether it was `null`.
  public mutating func readIfNull() throws(JSONError) -> Bool {
    guard try nextByte() == UInt8(ascii: "n") else { return false }
    try readNull()
    return true
  }

  /// Reads `true` or `false`.
  public mutating func readBoolean() throws(JSONError) -> Bool {
    switch try nextByte() {
    case UInt8(ascii: "t"):
      try countNode()
      try readWord("true")
      return true
    case UInt8(ascii: "f"):
      try countNode()
      try readWord("false")
      return false
    default:
      throw wrongKind(.boolean)
    }
  }

  @inline(__always)
  mutating func readWord(_ word: StaticString) throws(JSONError) {
    let length = word.utf8CodeUnitCount
    for index in 0..<length {
      guard position &+ index < count else { throw error(.unexpectedEnd, at: count) }
      if byte(at: position &+ index) != word.utf8Start[index] { throw error(.invalidLiteral) }
    }
    position &+= length
  }
}
