/// The markup of one document: where the reader stands, and tags, comments and instructions there.
///
/// It knows XML only as far as property lists need it; elements are the reader's business.
/// All bytes were checked to be UTF-8 and characters of XML before the first step.
struct XMLScanner {
  let bytes: [UInt8]
  var position: Int

  /// One tag, its name and attributes left in place.
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

  /// Whether the bytes from the position on begin with a text.
  func stands(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard bytes.count - position >= length else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[position..<(position + length)]) }
  }

  /// Whether the document ends inside of a text that would begin at the position.
  func endsInside(_ text: StaticString) -> Bool {
    let rest = bytes[min(position, bytes.count)...]
    guard !rest.isEmpty, rest.count < text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { $0.starts(with: rest) }
  }

  /// A piece of the document for a message, cut to 40 bytes.
  func excerpt(_ range: Range<Int>) -> String { Self.excerpt(bytes[range]) }

  /// A text for a message: cut to 40 bytes, line ends and other controls as spaces.
  static func excerpt(_ text: some Collection<UInt8>) -> String {
    let shown = text.prefix(40).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
    return String(decoding: shown, as: UTF8.self) + (text.count > 40 ? "…" : "")
  }

  func fail(
    _ reason: XMLPropertyListError.Reason, at offset: Int? = nil
  ) -> XMLPropertyListError {
    XMLPropertyListError(reason, at: offset ?? position, in: bytes)
  }

  /// Passes over white space and tells whether there was any.
  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count, XMLCharacters.isSpace(bytes[position]) { position += 1 }
    return position > start
  }

  /// Passes over a name and gives its place; nil where none stands.
  mutating func skipName() -> Range<Int>? {
    let start = position
    guard position < bytes.count, XMLCharacters.beginsName(bytes[position]) else { return nil }
    while position < bytes.count, XMLCharacters.continuesName(bytes[position]) { position += 1 }
    return start..<position
  }

  /// Passes over what stands up to a mark and over the mark; gives the place of the former.
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

  /// Passes over `<!-- … -->` (XML 1.0, section 2.5).
  mutating func skipComment() throws(XMLPropertyListError) {
    position += 4
    let content = try skip(past: "--", inside: "a comment")
    guard !isAtEnd else { throw fail(.unexpectedEnd(inside: "a comment")) }
    guard stands(">") else { throw fail(.malformedComment, at: content.upperBound) }
    position += 1
  }

  /// Passes over `<?name … ?>` (XML 1.0, section 2.6), which says nothing about a property list.
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

  /// Passes over white space, comments and instructions up to anything else.
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
