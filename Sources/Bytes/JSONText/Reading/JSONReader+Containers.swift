extension JSONReader {
  /// Reads an array. Calls `element` with the reader before each element; `element` reads it.
  ///
  /// - Throws: what is wrong with the text, `valueNotRead` if `element` reads nothing, and whatever
  ///   `element` throws.
  public mutating func readArray(
    _ element: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try open(UInt8(ascii: "["), .array)
    guard try hasFirst(before: UInt8(ascii: "]")) else { return }
    repeat {
      skipWhiteSpace()
      let start = position
      try element(&self)
      if position <= start { throw error(.valueNotRead) }
    } while try hasNext(before: UInt8(ascii: "]"))
  }

  /// Reads an object. Calls `member` with the reader before each member's value; `member` reads it.
  ///
  /// `member` gets the unescaped name. Use `skipValue` for a member of no interest.
  ///
  /// - Throws: what is wrong with the text, `duplicateKey`, `valueNotRead` if `member` reads
  ///   nothing, and whatever `member` throws.
  public mutating func readObject(
    _ member: (inout JSONReader, _ key: String) throws(JSONError) -> Void
  ) throws(JSONError) {
    try open(UInt8(ascii: "{"), .object)
    let mark = ledger.mark
    guard try hasFirst(before: UInt8(ascii: "}")) else { return }
    repeat {
      let key = try readKey(since: mark).string(of: base)
      skipWhiteSpace()
      let start = position
      try member(&self, key)
      if position <= start { throw error(.valueNotRead) }
    } while try hasNext(before: UInt8(ascii: "}"))
    try closeKeys(since: mark)
  }

  @inline(__always)
  mutating func open(_ bracket: UInt8, _ kind: JSONKind) throws(JSONError) {
    guard try nextByte() == bracket else { throw wrongKind(kind) }
    try countNode()
    depth &+= 1
    if depth > limits.maxDepth { throw error(.tooDeep(maxDepth: limits.maxDepth)) }
    position &+= 1
  }

  /// Whether an element follows the opening bracket. Closes an empty container.
  @inline(__always)
  mutating func hasFirst(before bracket: UInt8) throws(JSONError) -> Bool {
    guard try nextByte() == bracket else { return true }
    position &+= 1
    depth &-= 1
    return false
  }

  /// Skips the comma before another element, or the closing bracket.
  @inline(__always)
  mutating func hasNext(before bracket: UInt8) throws(JSONError) -> Bool {
    let byte = try nextByte()
    if byte == UInt8(ascii: ",") {
      position &+= 1
      return true
    }
    guard byte == bracket else {
      let expected = bracket == UInt8(ascii: "]") ? "',' or ']'" : "',' or '}'"
      throw error(.unexpectedByte(byte, expected: expected))
    }
    position &+= 1
    depth &-= 1
    return false
  }

  /// Skips a member's name and its colon, and enters the name in the ledger.
  @inline(__always)
  mutating func readKey(since mark: Int) throws(JSONError) -> StringSpan {
    let byte = try nextByte()
    guard byte == UInt8(ascii: "\"") else {
      throw error(.unexpectedByte(byte, expected: "a member's name"))
    }
    let span = try scanString()
    let isNew =
      span.isEscaped
      ? enterEscaped(span, since: mark) : ledger.insert(span, since: mark, text: base)
    if !isNew { throw error(.duplicateKey(span.string(of: base)), at: span.start &- 1) }
    let separator = try nextByte()
    guard separator == UInt8(ascii: ":") else {
      throw error(.unexpectedByte(separator, expected: "':'"))
    }
    position &+= 1
    return span
  }

  @inline(never)
  private mutating func enterEscaped(_ span: StringSpan, since mark: Int) -> Bool {
    var name: [UInt8] = []
    span.append(of: base, to: &name)
    return ledger.insert(unescaping: name, at: span.start, since: mark, text: base)
  }

  @inline(__always)
  mutating func closeKeys(since mark: Int) throws(JSONError) {
    if let repeated = ledger.close(since: mark, text: base) {
      throw duplicate(at: repeated)
    }
  }

  @inline(never)
  private mutating func duplicate(at start: Int) -> JSONError {
    position = start &- 1
    do {
      return error(.duplicateKey(try scanString().string(of: base)), at: start &- 1)
    } catch {
      return error
    }
  }
}
