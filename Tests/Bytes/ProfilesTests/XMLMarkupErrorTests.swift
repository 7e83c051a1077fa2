import Profiles
import Testing

/// Defects of the XML itself: each is told apart, and its place is exact.
@Suite struct XMLMarkupErrorTests {
  /// A document, what is wrong with it, and the byte where.
  struct Sample: CustomTestStringConvertible, Sendable {
    var document: [UInt8]
    var reason: XMLPropertyListError.Reason
    var offset: Int

    init(_ document: String, _ reason: XMLPropertyListError.Reason, at offset: Int) {
      self.init(Array(document.utf8), reason, at: offset)
    }

    init(_ document: [UInt8], _ reason: XMLPropertyListError.Reason, at offset: Int) {
      (self.document, self.reason, self.offset) = (document, reason, offset)
    }

    var testDescription: String { String(decoding: document.prefix(70), as: UTF8.self) }
  }

  static let encodings: [Sample] = [
    Sample([], .empty, at: 0),
    Sample([0xFF, 0xFE, 0x3C, 0], .unsupportedEncoding("UTF-16"), at: 0),
    Sample([0xFE, 0xFF, 0, 0x3C], .unsupportedEncoding("UTF-16"), at: 0),
    Sample([0x3C, 0, 0x3F, 0], .unsupportedEncoding("UTF-16"), at: 0),
    Sample([0, 0x3C, 0, 0x3F], .unsupportedEncoding("UTF-16"), at: 0),
    Sample([0xFF, 0xFE, 0, 0], .unsupportedEncoding("UTF-32"), at: 0),
    Sample([0, 0, 0xFE, 0xFF], .unsupportedEncoding("UTF-32"), at: 0),
    Sample(
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist/>",
      .unsupportedEncoding("ISO-8859-1"), at: 20),
    Sample(
      "<?xml version=\"1.0\" encoding='utf-16'?><plist/>", .unsupportedEncoding("utf-16"), at: 20),
    Sample("<?xml version=\"1.1\"?><plist/>", .unsupportedXMLVersion("1.1"), at: 6),
    Sample("<plist>\u{0}</plist>", .forbiddenCharacter(0), at: 7),
    Sample("<plist>\u{1B}</plist>", .forbiddenCharacter(0x1B), at: 7),
    Sample("<plist>\u{FFFE}</plist>", .forbiddenCharacter(0xFFFE), at: 7),
    Sample(Array("<plist>".utf8) + [0xC0, 0x80], .invalidUTF8, at: 7),
    Sample(Array("<plist>".utf8) + [0xE0, 0x80, 0x80], .invalidUTF8, at: 7),
    Sample(Array("<plist>".utf8) + [0xED, 0xA0, 0x80], .invalidUTF8, at: 7),
    Sample(Array("<plist>".utf8) + [0xE0, 0x9F, 0xBF], .invalidUTF8, at: 7),
    Sample(Array("<plist>".utf8) + [0xF0, 0x8F, 0xBF, 0xBD], .invalidUTF8, at: 7),
    Sample(Array("<plist>".utf8) + [0xC3, 0xC3], .invalidUTF8, at: 7),
    Sample(Array("<plist>".utf8) + [0xE2, 0x82, 0x41], .invalidUTF8, at: 7),
    Sample(Array("<plist>".utf8) + [0xF4, 0x90, 0x80, 0x80], .invalidUTF8, at: 7),
    Sample(Array("<plist>".utf8) + [0xE2, 0x82], .invalidUTF8, at: 7),
    Sample(Array("<plist>".utf8) + [0x80], .invalidUTF8, at: 7),
    Sample(Array("<plist>".utf8) + [0xF8, 0x88, 0x80, 0x80, 0x80], .invalidUTF8, at: 7),
  ]

  static let prologs: [Sample] = [
    Sample(" <?xml version=\"1.0\"?><plist/>", .misplacedDeclaration, at: 1),
    Sample("<plist><?XML a?></plist>", .misplacedDeclaration, at: 7),
    Sample("<?xml?><plist/>", .malformedDeclaration, at: 0),
    Sample("<?xml encoding=\"UTF-8\"?><plist/>", .malformedDeclaration, at: 6),
    Sample("<?xml version=\"1.0\" version=\"1.0\"?><plist/>", .malformedDeclaration, at: 20),
    Sample(
      "<?xml version=\"1.0\" standalone=\"no\" encoding=\"UTF-8\"?><plist/>",
      .malformedDeclaration, at: 36),
    Sample("<?xml version=\"1.0\" standalone=\"1\"?><plist/>", .malformedDeclaration, at: 20),
    Sample("<?xml version=\"1.0\"encoding=\"UTF-8\"?><plist/>", .malformedDeclaration, at: 0),
    Sample("<?xml version=\"1.0\" more=\"1\"?><plist/>", .malformedDeclaration, at: 20),
    Sample("<?xml version=\"1.0\" ><plist/>", .malformedDeclaration, at: 0),
    Sample("<?xml version=\"1.0\" encoding?><plist/>", .malformedDeclaration, at: 0),
    Sample("<?xml version=\"1.0\" encoding=UTF-8?><plist/>", .malformedDeclaration, at: 0),
    Sample("<!DOCTYPE plist PUBLIC \"<\" \"a\"><plist/>", .malformedDoctype, at: 0),
    Sample("<!DOCTYPE html><plist/>", .foreignDoctype("html"), at: 10),
    Sample("<!DOCTYPEplist><plist/>", .malformedDoctype, at: 0),
    Sample("<!DOCTYPE ><plist/>", .malformedDoctype, at: 0),
    Sample("<!DOCTYPE plist PUBLIC \"a\"><plist/>", .malformedDoctype, at: 0),
    Sample("<!DOCTYPE plist SYSTEM><plist/>", .malformedDoctype, at: 0),
    Sample("<!DOCTYPE plist SYSTEM\"a\"><plist/>", .malformedDoctype, at: 0),
    Sample("<!DOCTYPE plist other><plist/>", .malformedDoctype, at: 0),
    Sample("<!DOCTYPE plist><!DOCTYPE plist><plist/>", .misplacedDoctype, at: 16),
    Sample("<plist><!DOCTYPE plist></plist>", .misplacedDoctype, at: 7),
    Sample("<plist><true/></plist><!DOCTYPE plist>", .misplacedDoctype, at: 22),
    Sample("<!DOCTYPE plist []><plist/>", .internalSubset, at: 16),
    Sample(
      "<!DOCTYPE plist SYSTEM \"a\" [<!ENTITY e \"x\">]><plist><string>&e;</string></plist>",
      .internalSubset, at: 27),
    Sample("text<plist/>", .unexpectedText, at: 0),
    Sample("<!-- only -->", .unexpectedEnd(inside: "what comes before <plist>"), at: 13),
    Sample("<!-- a -- b --><plist/>", .malformedComment, at: 7),
    Sample("<!-- a ---><plist/>", .malformedComment, at: 7),
    Sample("<? a?><plist/>", .malformedInstruction, at: 0),
    Sample("<?a+?><plist/>", .malformedInstruction, at: 0),
    Sample("</plist>", .malformedTag, at: 0),
    Sample("<![CDATA[a]]><plist/>", .malformedTag, at: 0),
  ]

  static let tagsAndText: [Sample] = [
    Sample("< plist/>", .malformedTag, at: 0),
    Sample("<plist/ >", .malformedTag, at: 0),
    Sample("<plist><true/></plist/>", .malformedTag, at: 14),
    Sample("<plist><true/></plist version=\"1.0\">", .malformedTag, at: 14),
    Sample("<plist version=1.0/>", .malformedTag, at: 0),
    Sample("<plist version/>", .malformedTag, at: 0),
    Sample("<plist version=\"<\"/>", .malformedTag, at: 0),
    Sample("<plist a=\"\"b=\"\"/>", .malformedTag, at: 0),
    Sample("<plist version=\"1.0\" version=\"1.0\"/>", .malformedTag, at: 0),
    Sample("<plist><!ELEMENT a></plist>", .malformedTag, at: 7),
    Sample("<plist><1/></plist>", .malformedTag, at: 7),
    Sample("<plist>a<true/></plist>", .unexpectedText, at: 7),
    Sample("<plist><![CDATA[ ]]><true/></plist>", .unexpectedText, at: 7),
    Sample("<plist>&#32;<true/></plist>", .unexpectedText, at: 7),
    Sample("<plist><string>a]]>b</string></plist>", .strayCDATAEnd, at: 16),
    Sample("<plist><string>a & b</string></plist>", .malformedReference, at: 17),
    Sample("<plist><string>&amp</string></plist>", .malformedReference, at: 15),
    Sample("<plist><string>&#;</string></plist>", .malformedReference, at: 15),
    Sample("<plist><string>&#x;</string></plist>", .malformedReference, at: 15),
    Sample("<plist><string>&#X41;</string></plist>", .malformedReference, at: 15),
    Sample("<plist><string>&#4f;</string></plist>", .malformedReference, at: 15),
    Sample("<plist><string>&e;</string></plist>", .undefinedEntity("e"), at: 15),
    Sample("<plist><string>&AMP;</string></plist>", .undefinedEntity("AMP"), at: 15),
    Sample("<plist><string>&#0;</string></plist>", .forbiddenReference, at: 15),
    Sample("<plist><string>&#xD800;</string></plist>", .forbiddenReference, at: 15),
    Sample("<plist><string>&#x110000;</string></plist>", .forbiddenReference, at: 15),
    Sample(
      "<plist><string>&#99999999999999999999999999;</string></plist>", .forbiddenReference, at: 15),
    Sample("<plist><string>&#x1F600", .unexpectedEnd(inside: "a reference"), at: 23),
    Sample("<plist><string>a", .unexpectedEnd(inside: "<string>"), at: 16),
    Sample("<plist><array>", .unexpectedEnd(inside: "<array>"), at: 14),
    Sample("<plist><true/>", .unexpectedEnd(inside: "<plist>"), at: 14),
    Sample("<plist><string><![CDATA[a]]", .unexpectedEnd(inside: "a CDATA section"), at: 27),
    Sample("<plist><!-- a", .unexpectedEnd(inside: "a comment"), at: 13),
    Sample("<plist><?a", .unexpectedEnd(inside: "a processing instruction"), at: 10),
    Sample("<plist><arr", .unexpectedEnd(inside: "a tag"), at: 11),
    Sample("<?xml vers", .unexpectedEnd(inside: "the XML declaration"), at: 10),
    Sample("<!DOCTYPE pl", .unexpectedEnd(inside: "the document type"), at: 12),
  ]

  @Test(arguments: encodings + prologs + tagsAndText)
  func `is refused for this reason, here`(sample: Sample) {
    let error = XMLDocument.error(of: sample.document)
    #expect(error?.reason == sample.reason)
    #expect(error?.offset == sample.offset)
  }
}
