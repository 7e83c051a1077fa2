extension XMLScanner {
  /// The text of an element, with references resolved and line ends turned into LF (XML 1.0,
  /// section 2.11).
  struct Text {
    var bytes: [UInt8] = []
    /// Where the text begins in the document.
    var offset: Int
    /// Whether byte `i` of the text is byte `offset` + `i` of the document.
    var isVerbatim = true

    /// The place of one byte of the text in the document, or else the place of the text.
    func offset(of index: Int) -> Int { isVerbatim ? offset + index : offset }
  }

  /// Reads text up to the next tag. Skips comments and instructions inside it.
  ///
  /// - Parameter name: the element, for the message.
  mutating func readText(in name: String) throws(XMLPropertyListError) -> Text {
    var text = Text(offset: position)
    while !isAtEnd {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        guard try readInside(&text) else { return text }
      case UInt8(ascii: "&"):
        text.isVerbatim = false
        try appendReference(to: &text.bytes)
      default:
        try appendRun(to: &text)
      }
    }
    throw fail(.unexpectedEnd(inside: "<\(name)>"))
  }

  /// Handles what begins with `<` inside text. Returns false if that is a tag, which stays unread.
  private mutating func readInside(_ text: inout Text) throws(XMLPropertyListError) -> Bool {
    if stands("<!--") {
      try skipComment()
    } else if stands("<?") {
      try skipInstruction()
    } else if stands("<![CDATA[") {
      position += 9
      let content = try skip(past: "]]>", inside: "a CDATA section")
      append(content, to: &text)
    } else {
      return false
    }
    text.isVerbatim = false
    return true
  }

  /// Appends everything up to the next `<` or `&`.
  private mutating func appendRun(to text: inout Text) throws(XMLPropertyListError) {
    let start = position
    while !isAtEnd, bytes[position] != UInt8(ascii: "<"), bytes[position] != UInt8(ascii: "&") {
      if bytes[position] == UInt8(ascii: "]"), stands("]]>") { throw fail(.strayCDATAEnd) }
      position += 1
    }
    append(start..<position, to: &text)
  }

  private func append(_ range: Range<Int>, to text: inout Text) {
    let carriageReturn: UInt8 = 0x0D
    guard bytes[range].contains(carriageReturn) else {
      text.bytes += bytes[range]
      return
    }
    text.isVerbatim = false
    for index in range {
      let follows = index > range.lowerBound && bytes[index - 1] == carriageReturn
      if bytes[index] == carriageReturn {
        text.bytes.append(0x0A)
      } else if !(bytes[index] == 0x0A && follows) {
        text.bytes.append(bytes[index])
      }
    }
  }

  /// Reads `&amp;` and its like, `&#n;` or `&#xn;` at the position (XML 1.0, sections 4.1, 4.6).
  private mutating func appendReference(
    to text: inout [UInt8]
  ) throws(XMLPropertyListError) {
    let start = position
    position += 1
    guard !isAtEnd else { throw fail(.unexpectedEnd(inside: "a reference")) }
    if stands("#") {
      let scalar = try readCharacterNumber(from: start)
      guard XMLCharacters.isCharacter(scalar), let character = Unicode.Scalar(scalar) else {
        throw fail(.forbiddenReference, at: start)
      }
      text += Array(String(Character(character)).utf8)
      return
    }
    let name = skipName()
    guard !isAtEnd else { throw fail(.unexpectedEnd(inside: "a reference")) }
    guard let name, stands(";") else { throw fail(.malformedReference, at: start) }
    position += 1
    guard let character = Self.predefined(bytes[name]) else {
      throw fail(.undefinedEntity(excerpt(name)), at: start)
    }
    text.append(character)
  }

  /// Reads `#n;` or `#xn;`. A number beyond all characters is cut to one just beyond them.
  private mutating func readCharacterNumber(
    from start: Int
  ) throws(XMLPropertyListError) -> UInt32 {
    position += 1
    let isHexadecimal = stands("x")
    if isHexadecimal { position += 1 }
    let first = position
    var scalar: UInt32 = 0
    while !isAtEnd, let digit = DigitText.value(of: bytes[position]),
      digit < (isHexadecimal ? 16 : 10)
    {
      scalar = min(scalar &* (isHexadecimal ? 16 : 10) &+ UInt32(digit), 0x11_0000)
      position += 1
    }
    guard !isAtEnd else { throw fail(.unexpectedEnd(inside: "a reference")) }
    guard position > first, stands(";") else { throw fail(.malformedReference, at: start) }
    position += 1
    return scalar
  }

  private static func predefined(_ name: ArraySlice<UInt8>) -> UInt8? {
    if name.elementsEqual("amp".utf8) { return UInt8(ascii: "&") }
    if name.elementsEqual("lt".utf8) { return UInt8(ascii: "<") }
    if name.elementsEqual("gt".utf8) { return UInt8(ascii: ">") }
    if name.elementsEqual("quot".utf8) { return UInt8(ascii: "\"") }
    if name.elementsEqual("apos".utf8) { return UInt8(ascii: "'") }
    return nil
  }
}
