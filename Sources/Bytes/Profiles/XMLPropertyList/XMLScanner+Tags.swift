extension XMLScanner {
  /// Reads the tag at the position, which must be at a `<`.
  mutating func readTag() throws(XMLPropertyListError) -> Tag {
    if endsInside("<![CDATA[") || endsInside("<!DOCTYPE") || endsInside("<!--") {
      throw fail(.unexpectedEnd(inside: "a tag"), at: bytes.count)
    }
    let start = position
    position += 1
    let isEnd = stands("/")
    if isEnd { position += 1 }
    guard !isAtEnd else { throw fail(.unexpectedEnd(inside: "a tag")) }
    guard let name = skipName() else { throw fail(.malformedTag, at: start) }
    let attributes = try skipAttributes(of: start)
    if stands("/>") {
      guard !isEnd else { throw fail(.malformedTag, at: start) }
      position += 2
      return Tag(form: .empty, offset: start, name: name, attributes: attributes)
    }
    guard stands(">") else {
      guard !isAtEnd, position + 1 < bytes.count else {
        throw fail(.unexpectedEnd(inside: "a tag"), at: bytes.count)
      }
      throw fail(.malformedTag, at: start)
    }
    guard !isEnd || attributes.isEmpty else { throw fail(.malformedTag, at: start) }
    position += 1
    return Tag(form: isEnd ? .end : .start, offset: start, name: name, attributes: attributes)
  }

  /// Reads `name="value"` or `name='value'` at the position. Returns both places without the
  /// quotes, or nil if something else is there.
  mutating func readAttribute() -> (name: Range<Int>, value: Range<Int>)? {
    guard let name = skipName() else { return nil }
    skipSpace()
    guard stands("=") else { return nil }
    position += 1
    skipSpace()
    guard let value = readLiteral() else { return nil }
    return (name, value)
  }

  /// Reads a text in double or single quotes. Returns its place without the quotes.
  mutating func readLiteral() -> Range<Int>? {
    guard stands("\"") || stands("'") else { return nil }
    let quote = bytes[position]
    position += 1
    let start = position
    while !isAtEnd, bytes[position] != quote { position += 1 }
    guard !isAtEnd else { return nil }
    position += 1
    return start..<(position - 1)
  }

  /// Skips the attributes of the tag that begins at `start`, and the white space around them.
  private mutating func skipAttributes(
    of start: Int
  ) throws(XMLPropertyListError) -> Range<Int> {
    var attributes: Range<Int>?
    while true {
      let hasSpace = skipSpace()
      guard !isAtEnd, XMLCharacters.beginsName(bytes[position]) else { break }
      let first = position
      let attribute = hasSpace ? readAttribute() : nil
      guard let attribute, !bytes[attribute.value].contains(UInt8(ascii: "<")) else {
        guard !isAtEnd else { throw fail(.unexpectedEnd(inside: "a tag")) }
        throw fail(.malformedTag, at: start)
      }
      attributes = (attributes?.lowerBound ?? first)..<position
    }
    return attributes ?? position..<position
  }
}
