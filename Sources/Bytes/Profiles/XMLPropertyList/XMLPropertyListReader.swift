package import WireFormat

/// A strict, bounded reader of XML property lists, the form in which profiles are written.
///
/// It reads the XML 1.0 that Apple's document type needs: UTF-8, comments, processing instructions
/// and CDATA sections, the five predefined entities and references by number. It skips the document
/// type unread, and refuses one with declarations in it, so nothing can expand. It repairs nothing:
/// tags must balance, keys and values must alternate, no key may occur twice in a dictionary.
///
/// Complexity: linear in the bytes, without recursion; memory in proportion to the bytes.
package struct XMLPropertyListReader {
  /// Reads one document.
  ///
  /// - Parameter bytes: the whole document. Only comments may follow the end of `plist`.
  /// - Throws: the first defect, with its place. Characters are checked first.
  package static func read(
    _ bytes: [UInt8], limits: ProfileLimits = ProfileLimits()
  ) throws(XMLPropertyListError) -> PropertyList {
    var reader = XMLPropertyListReader(bytes: bytes, limits: limits)
    return try reader.readDocument()
  }

  var scanner: XMLScanner
  private let limits: ProfileLimits
  private var nodes = 0
  private var tree = XMLPropertyListTree()

  private init(bytes: [UInt8], limits: ProfileLimits) {
    self.scanner = XMLScanner(bytes: bytes, position: 0)
    self.limits = limits
  }

  private mutating func readDocument() throws(XMLPropertyListError) -> PropertyList {
    guard !scanner.bytes.isEmpty else { throw scanner.fail(.empty) }
    guard scanner.bytes.count <= limits.maxBytes else {
      throw scanner.fail(.tooManyBytes(count: scanner.bytes.count, limit: limits.maxBytes))
    }
    try readProlog()
    let root = try scanner.readTag()
    try checkRoot(root)
    if root.form == .empty { throw scanner.fail(.noValue, at: root.offset) }
    while true {
      let tag = try nextTag()
      if tag.form == .end {
        try checkEnd(tag, of: tree.openElement)
        if let reason = tree.refusesEnd { throw scanner.fail(reason, at: tag.offset) }
        guard tree.isOpen else { break }
        tree.closeContainer()
      } else {
        try readElement(tag)
      }
    }
    guard let value = tree.root else { throw scanner.fail(.noValue, at: root.offset) }
    try scanner.skipMiscellaneous()
    guard scanner.isAtEnd else {
      throw scanner.fail(
        scanner.stands("<!DOCTYPE") ? .misplacedDoctype : .contentBehindRoot)
    }
    return value
  }

  /// The next tag among elements.
  private mutating func nextTag() throws(XMLPropertyListError) -> XMLScanner.Tag {
    try scanner.skipMiscellaneous()
    guard !scanner.isAtEnd else {
      throw scanner.fail(.unexpectedEnd(inside: "<\(tree.openElement)>"))
    }
    guard scanner.stands("<"), !scanner.stands("<![CDATA[") else {
      throw scanner.fail(.unexpectedText)
    }
    if scanner.stands("<!DOCTYPE") { throw scanner.fail(.misplacedDoctype) }
    return try scanner.readTag()
  }

  private mutating func readElement(_ tag: XMLScanner.Tag) throws(XMLPropertyListError) {
    let element = try element(of: tag)
    nodes += 1
    guard nodes <= limits.maxNodes else {
      throw scanner.fail(.tooManyNodes(limit: limits.maxNodes), at: tag.offset)
    }
    if element == .key {
      if let reason = tree.refusesKey { throw scanner.fail(reason, at: tag.offset) }
      let key = try readText(of: tag, element: element)
      guard tree.add(key: key.bytes) else {
        throw scanner.fail(.duplicateKey(XMLScanner.excerpt(key.bytes)), at: tag.offset)
      }
      return
    }
    if let reason = tree.refusesValue(element) { throw scanner.fail(reason, at: tag.offset) }
    guard element.isContainer else {
      let text = try readText(of: tag, element: element)
      tree.add(try scalar(element, text: text))
      return
    }
    guard tree.depth < limits.maxDepth else {
      throw scanner.fail(.tooDeep(limit: limits.maxDepth), at: tag.offset)
    }
    tree.openContainer(element)
    if tag.form == .empty { tree.closeContainer() }
  }

  /// The text of an element that holds only text. Also reads its end tag.
  private mutating func readText(
    of tag: XMLScanner.Tag, element: XMLPropertyListElement
  ) throws(XMLPropertyListError) -> XMLScanner.Text {
    guard tag.form != .empty else { return XMLScanner.Text(offset: tag.offset) }
    let text = try scanner.readText(in: element.rawValue)
    let end = try scanner.readTag()
    guard end.form == .end else {
      throw scanner.fail(
        .elementInText(scanner.excerpt(end.name), inside: element.rawValue), at: end.offset)
    }
    try checkEnd(end, of: element.rawValue)
    return text
  }

  private func element(
    of tag: XMLScanner.Tag
  ) throws(XMLPropertyListError) -> XMLPropertyListElement {
    guard let element = XMLPropertyListElement(name: scanner.bytes[tag.name]) else {
      throw scanner.fail(.unknownElement(scanner.excerpt(tag.name)), at: tag.offset)
    }
    guard tag.attributes.isEmpty else {
      var attributes = scanner
      attributes.position = tag.attributes.lowerBound
      let name = attributes.skipName().map(scanner.excerpt) ?? ""
      throw scanner.fail(
        .unexpectedAttribute(name, element: element.rawValue), at: tag.attributes.lowerBound)
    }
    return element
  }

  private func checkEnd(
    _ tag: XMLScanner.Tag, of name: String
  ) throws(XMLPropertyListError) {
    guard scanner.bytes[tag.name].elementsEqual(name.utf8) else {
      throw scanner.fail(
        .mismatchedEnd(expected: name, found: scanner.excerpt(tag.name)), at: tag.offset)
    }
  }
}
