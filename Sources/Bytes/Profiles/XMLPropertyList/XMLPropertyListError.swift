/// A defect of an XML property list: what is wrong, where, and what to do about it.
package struct XMLPropertyListError: Error, Hashable, Sendable {
  /// The position of the defect in bytes from the start of the document.
  package let offset: Int
  /// The line of the defect, from 1; lines end with LF, CR or CR LF.
  package let line: Int
  /// The position of the defect in its line, in bytes, from 1.
  package let column: Int
  package let reason: Reason

  /// Complexity: linear in `offset`.
  init(_ reason: Reason, at offset: Int, in bytes: [UInt8]) {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, bytes.count) {
      let endsLine =
        bytes[index] == 0x0A
        || (bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A))
      if endsLine {
        line += 1
        lineStart = index + 1
      }
    }
    self.offset = offset
    self.line = line
    self.column = max(0, offset - lineStart) + 1
    self.reason = reason
  }

  /// The defects that are told apart. Texts taken from the document are cut to 40 bytes.
  package enum Reason: Hashable, Sendable {
    /// There are no bytes at all.
    case empty
    /// The document is longer than the budget.
    case tooManyBytes(count: Int, limit: Int)
    /// The document holds more values and keys than the budget.
    case tooManyNodes(limit: Int)
    /// Arrays and dictionaries are nested deeper than the budget.
    case tooDeep(limit: Int)

    /// A byte sequence that is not UTF-8 (RFC 3629: no overlong forms, no surrogates).
    case invalidUTF8
    /// A character that XML 1.0 (section 2.2) does not allow, such as NUL.
    case forbiddenCharacter(UInt32)
    /// The document declares or shows an encoding other than UTF-8.
    case unsupportedEncoding(String)
    /// The XML declaration names a version other than 1.0.
    case unsupportedXMLVersion(String)
    /// The XML declaration is not of the form of XML 1.0, section 2.8.
    case malformedDeclaration
    /// An XML declaration that is not the very first thing of the document.
    case misplacedDeclaration
    /// The document type is not `<!DOCTYPE plist PUBLIC "…" "…">` or a shorter form of it.
    case malformedDoctype
    /// A second document type, or one after the root element.
    case misplacedDoctype
    /// The document type is for a kind of document other than `plist`.
    case foreignDoctype(String)
    /// The document type has an internal subset, in which entities are declared.
    case internalSubset

    /// The document ends inside something.
    case unexpectedEnd(inside: String)
    /// A comment with `--` in it (XML 1.0, section 2.5).
    case malformedComment
    /// A processing instruction without a name.
    case malformedInstruction
    /// A tag that is not of the form of XML 1.0, section 3.1.
    case malformedTag
    /// Text after or before a tag, where only elements are allowed.
    case unexpectedText
    /// `]]>` in text (XML 1.0, section 2.4).
    case strayCDATAEnd
    /// An ampersand that does not begin `&name;`, `&#n;` or `&#xn;`.
    case malformedReference
    /// A reference to an entity other than the five that XML predefines.
    case undefinedEntity(String)
    /// A reference to a character that XML does not allow.
    case forbiddenReference

    /// An attribute other than the `version` of `plist`.
    case unexpectedAttribute(String, element: String)
    /// The `version` of `plist` is not 1.0.
    case unsupportedPropertyListVersion(String)
    /// The outermost element is not `plist`.
    case foreignRoot(String)
    /// An element that property lists do not have, or `plist` inside itself.
    case unknownElement(String)
    /// An end tag that does not fit the element that is open.
    case mismatchedEnd(expected: String, found: String)
    /// An element inside one that holds only text.
    case elementInText(String, inside: String)
    /// `true` or `false` with content.
    case contentInBoolean
    /// `plist` without a value.
    case noValue
    /// `plist` with more than one value.
    case severalValues
    /// Something other than comments after the end of `plist`.
    case contentBehindRoot

    /// `key` outside a dictionary.
    case keyOutsideDictionary
    /// A value in a dictionary without a key before it.
    case valueWithoutKey(element: String)
    /// A key that no value follows.
    case keyWithoutValue(String)
    /// The same key (by its bytes) twice in one dictionary.
    case duplicateKey(String)

    /// An `integer` that is neither decimal nor `0x` and hexadecimal digits.
    case malformedInteger(String)
    /// An `integer` that does not fit into 64 bits with a sign.
    case integerOutOfRange(String)
    /// A `real` that is neither a decimal number nor `inf` nor `nan`.
    case malformedReal(String)
    /// A `real` whose magnitude is beyond the largest double.
    case realOutOfRange(String)
    /// A `date` that is not of the form `2026-01-31T23:59:59Z`.
    case malformedDate(String)
    /// A `date` of the right form that is on no calendar, such as 30 February, or in year 0.
    case impossibleDate(String)
    /// A number or date of more than 1,024 bytes.
    case scalarTooLong(limit: Int)
    /// A byte in `data` that is neither Base64 nor white space.
    case foreignDataByte(UInt8)
    /// The Base64 of `data` has too little or too much padding, or text after it.
    case badDataPadding
    /// The Base64 of `data` has bits set that stand for nothing (RFC 4648 section 3.5).
    case strayDataBits
  }
}
