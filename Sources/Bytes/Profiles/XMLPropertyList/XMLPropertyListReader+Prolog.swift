extension XMLPropertyListReader {
  /// Reads everything before the root element, and checks the characters of the document.
  mutating func readProlog() throws(XMLPropertyListError) {
    try checkEncodingMark()
    if scanner.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.position = 3 }
    if let defect = XMLCharacters.firstDefect(in: scanner.bytes, from: scanner.position) {
      throw scanner.fail(defect.reason, at: defect.offset)
    }
    if scanner.stands("<?xml"), startsDeclaration { try readDeclaration() }
    try scanner.skipMiscellaneous()
    if scanner.stands("<!DOCTYPE") {
      try readDoctype()
      try scanner.skipMiscellaneous()
      if scanner.stands("<!DOCTYPE") { throw scanner.fail(.misplacedDoctype) }
    }
    guard !scanner.isAtEnd else {
      throw scanner.fail(.unexpectedEnd(inside: "what comes before <plist>"))
    }
    guard scanner.stands("<") else { throw scanner.fail(.unexpectedText) }
  }

  /// Checks that the root is `plist`, of version 1.0 if one is given.
  func checkRoot(_ tag: XMLScanner.Tag) throws(XMLPropertyListError) {
    guard tag.form != .end else { throw scanner.fail(.malformedTag, at: tag.offset) }
    guard scanner.bytes[tag.name].elementsEqual("plist".utf8) else {
      throw scanner.fail(.foreignRoot(scanner.excerpt(tag.name)), at: tag.offset)
    }
    var attributes = scanner
    attributes.position = tag.attributes.lowerBound
    var hasVersion = false
    while attributes.position < tag.attributes.upperBound {
      let start = attributes.position
      guard let (name, value) = attributes.readAttribute() else { return }
      guard scanner.bytes[name].elementsEqual("version".utf8) else {
        throw scanner.fail(
          .unexpectedAttribute(scanner.excerpt(name), element: "plist"), at: start)
      }
      guard !hasVersion else { throw scanner.fail(.malformedTag, at: tag.offset) }
      guard scanner.bytes[value].elementsEqual("1.0".utf8) else {
        throw scanner.fail(.unsupportedPropertyListVersion(scanner.excerpt(value)), at: start)
      }
      hasVersion = true
      attributes.skipSpace()
    }
  }

  /// Refuses encodings that the first bytes reveal (XML 1.0, appendix F).
  private func checkEncodingMark() throws(XMLPropertyListError) {
    let first = scanner.bytes.prefix(4)
    let is32 = first.elementsEqual([0xFF, 0xFE, 0, 0]) || first.elementsEqual([0, 0, 0xFE, 0xFF])
    if is32 { throw scanner.fail(.unsupportedEncoding("UTF-32"), at: 0) }
    let marks16: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0x3C, 0], [0, 0x3C]]
    if marks16.contains(where: first.starts) {
      throw scanner.fail(.unsupportedEncoding("UTF-16"), at: 0)
    }
  }

  /// Whether `<?xml` is the declaration and not the start of a longer name such as xml-stylesheet.
  private var startsDeclaration: Bool {
    let next = scanner.position + 5
    return next >= scanner.bytes.count || !XMLCharacters.continuesName(scanner.bytes[next])
  }

  /// Reads `<?xml version="1.0" encoding="UTF-8" standalone="no"?>` (XML 1.0, section 2.8).
  private mutating func readDeclaration() throws(XMLPropertyListError) {
    let start = scanner.position
    scanner.position += 5
    var allowed: [StaticString] = ["version", "encoding", "standalone"]
    while scanner.skipSpace(), !scanner.isAtEnd, !scanner.stands("?>") {
      let place = scanner.position
      guard let (name, value) = scanner.readAttribute() else { throw declarationFault(from: start) }
      let isNamed = { [bytes = scanner.bytes] (other: StaticString) in
        other.withUTF8Buffer { $0.elementsEqual(bytes[name]) }
      }
      guard let index = allowed.firstIndex(where: isNamed), index == 0 || allowed.count < 3 else {
        throw scanner.fail(.malformedDeclaration, at: place)
      }
      try checkDeclared(index + 3 - allowed.count, value, at: place)
      allowed.removeFirst(index + 1)
    }
    guard scanner.stands("?>"), allowed.count < 3 else { throw declarationFault(from: start) }
    scanner.position += 2
  }

  private func declarationFault(from start: Int) -> XMLPropertyListError {
    scanner.isAtEnd || scanner.endsInside("?>")
      ? scanner.fail(.unexpectedEnd(inside: "the XML declaration"), at: scanner.bytes.count)
      : scanner.fail(.malformedDeclaration, at: start)
  }

  /// Checks the value of version (0), encoding (1) or standalone (2).
  private func checkDeclared(
    _ field: Int, _ value: Range<Int>, at place: Int
  ) throws(XMLPropertyListError) {
    let text = scanner.bytes[value]
    switch field {
    case 0:
      guard text.elementsEqual("1.0".utf8) else {
        throw scanner.fail(.unsupportedXMLVersion(scanner.excerpt(value)), at: place)
      }
    case 1:
      let lowered = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      guard lowered.elementsEqual("utf-8".utf8) else {
        throw scanner.fail(.unsupportedEncoding(scanner.excerpt(value)), at: place)
      }
    default:
      guard text.elementsEqual("yes".utf8) || text.elementsEqual("no".utf8) else {
        throw scanner.fail(.malformedDeclaration, at: place)
      }
    }
  }

  /// Skips `<!DOCTYPE plist PUBLIC "…" "…">`. Nothing that it names is ever fetched.
  private mutating func readDoctype() throws(XMLPropertyListError) {
    let start = scanner.position
    scanner.position += 9
    let hasSpace = scanner.skipSpace()
    guard hasSpace, let name = scanner.skipName() else { throw doctypeFault(from: start) }
    guard scanner.bytes[name].elementsEqual("plist".utf8) else {
      guard !scanner.isAtEnd else { throw doctypeFault(from: start) }
      throw scanner.fail(.foreignDoctype(scanner.excerpt(name)), at: name.lowerBound)
    }
    scanner.skipSpace()
    if scanner.endsInside("PUBLIC") || scanner.endsInside("SYSTEM") {
      scanner.position = scanner.bytes.count
    }
    let literals = scanner.stands("PUBLIC") ? 2 : scanner.stands("SYSTEM") ? 1 : 0
    if literals > 0 { scanner.position += 6 }
    for index in 0..<literals {
      let hasSpace = scanner.skipSpace()
      guard hasSpace, let literal = scanner.readLiteral() else { throw doctypeFault(from: start) }
      let isPublic = literals == 2 && index == 0
      guard !isPublic || scanner.bytes[literal].allSatisfy(XMLCharacters.isPublic) else {
        throw scanner.fail(.malformedDoctype, at: start)
      }
    }
    scanner.skipSpace()
    guard !scanner.stands("[") else { throw scanner.fail(.internalSubset) }
    guard scanner.stands(">") else { throw doctypeFault(from: start) }
    scanner.position += 1
  }

  private func doctypeFault(from start: Int) -> XMLPropertyListError {
    scanner.isAtEnd
      ? scanner.fail(.unexpectedEnd(inside: "the document type"))
      : scanner.fail(.malformedDoctype, at: start)
  }
}
