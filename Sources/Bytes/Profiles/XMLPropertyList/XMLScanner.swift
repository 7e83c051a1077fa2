/// The markup of one document: the reader's position, and the tags, comments and instructions
/// there.
///
/// It knows only as much XML as property lists need; the reader handles the elements. Before the
/// first step, all bytes have been checked to be UTF-8 and XML characters.
struct XMLScanner {
  let bytes: [UInt8]
  var position: Int

  /// One tag. Its name and attributes are ranges of the document.
  struct Tag {
    enum Form { case start, empty, end }

    var form: Form
    /// The offset of the `<`.
    var offset: Int
    var name: Range<Int>
    /// The part between name and end, parsed only for elements that may have attributes.
    var attributes: Range<Int>
  }

  var isAtEnd: Bool { position >= bytes.count }

  /// Whether the bytes at the position begin with this text.
  func stands(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard bytes.count - position >= length else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[position..<(position + length)]) }
  }

  /// Whether the document ends within this text, which would begin at the position.
  func endsInside(_ text: StaticString) -> Bool {
    let rest = bytes[min(position, bytes.count)...]
    guard !rest.isEmpty, rest.count < text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { $0.starts(with: rest) }
  }

  /// A piece of the document for a message, cut to 40 bytes.
  func excerpt(_ range: Range<Int>) -> String { Self.excerpt(bytes[range]) }

  /// A text for a message: cut to 40 bytes, with line ends and other controls as spaces.
  static func excerpt(_ text: some Collection<UInt8>) -> String {
    let shown = text.prefix(40).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
    return String(decoding: shown, as: UTF8.self) + (text.count > 40 ? "…" : "")
  }

  func fail(
    _ reason: XMLPropertyListError.Reason, at offset: Int? = nil
  ) -> XMLPropertyListError {
    XMLPropertyListError(reason, at: offset ?? position, in: bytes)
  }

  /// Skips white space. Returns whether there was any.
  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count, XMLCharacters.isSpace(bytes[position]) { position += 1 }
    return position > start
  }

  /// Skips a name and returns its place, or nil if there is none.
  mutating func skipName() -> Range<Int>? {
    let start = position
    guard position < bytes.count, XMLCharacters.beginsName(bytes[position]) else { return nil }
    while position < bytes.count, XMLCharacters.continuesName(bytes[position]) { position += 1 }
    return start..<position
  }

  /// Skips everything up to a mark, and the mark. Returns the place of what comes before the mark.
  mutating func skip(
    past mark: StaticString, inside place: @autoclosure () -> String
  ) throws(XMLPropertyListError) -> Range<Int> {
    let start = position
    while !isAtEnd {
      if stands(mark) {
        let passed = start..<position
        position += mark.utf8CodeUnitCount
        return passed
      }
      position += 1
    }
    throw fail(.unexpectedEnd(inside: place()))
  }

  /// Skips `<!-- … -->` (XML 1.0, section 2.5).
  mutating func skipComment() throws(XMLPropertyListError) {
    position += 4
    let content = try skip(past: "--", inside: "a comment")
    guard !isAtEnd else { throw fail(.unexpectedEnd(inside: "a comment")) }
    guard stands(">") else { throw fail(.malformedComment, at: content.upperBound) }
    position += 1
  }

  /// Skips `<?name … ?>` (XML 1.0, section 2.6), which says nothing about a property list.
  mutating func skipInstruction() throws(XMLPropertyListError) {
    let start = position
    position += 2
    guard !isAtEnd else { throw fail(.unexpectedEnd(inside: "a processing instruction")) }
    guard let name = skipName() else { throw fail(.malformedInstruction, at: start) }
    let isXML = bytes[name].lazy.map { $0 | 0x20 }.elementsEqual("xml".utf8)
    guard !isXML else { throw fail(.misplacedDeclaration, at: start) }
    let rest = try skip(past: "?>", inside: "a processing instruction")
    guard rest.isEmpty || XMLCharacters.isSpace(bytes[rest.lowerBound]) else {
      throw fail(.malformedInstruction, at: start)
    }
  }

  /// Skips white space, comments and instructions.
  mutating func skipMiscellaneous() throws(XMLPropertyListError) {
    while true {
      skipSpace()
      if stands("<!--") {
        try skipComment()
      } else if stands("<?") {
        try skipInstruction()
      } else {
        return
      }
    }
  }
}
