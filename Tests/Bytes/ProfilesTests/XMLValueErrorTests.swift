import Profiles
import Testing

/// Well-formed XML that is no property list. Places are counted from the start of the content.
@Suite struct XMLValueErrorTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    var content: String
    var reason: XMLPropertyListError.Reason
    var offset: Int

    init(_ content: String, _ reason: XMLPropertyListError.Reason, at offset: Int) {
      (self.content, self.reason, self.offset) = (content, reason, offset)
    }

    var testDescription: String { content }
  }

  static let structure: [Sample] = [
    Sample("", .noValue, at: -21),
    Sample("<true/><true/>", .severalValues, at: 7),
    Sample("<array/><dict/>", .severalValues, at: 8),
    Sample("<plist><true/></plist>", .unknownElement("plist"), at: 0),
    Sample("<array><Dict/></array>", .unknownElement("Dict"), at: 7),
    Sample("<set/>", .unknownElement("set"), at: 0),
    Sample(
      "<\(String(repeating: "n", count: 90))/>",
      .unknownElement(String(repeating: "n", count: 40) + "…"), at: 0),
    Sample("<array a='1'/>", .unexpectedAttribute("a", element: "array"), at: 7),
    Sample(
      "<string xml:space='p'>a</string>", .unexpectedAttribute("xml:space", element: "string"),
      at: 8),
    Sample("<array></dict>", .mismatchedEnd(expected: "array", found: "dict"), at: 7),
    Sample("<array></plist>", .mismatchedEnd(expected: "array", found: "plist"), at: 7),
    Sample("</array>", .mismatchedEnd(expected: "plist", found: "array"), at: 0),
    Sample("<string>a</key>", .mismatchedEnd(expected: "string", found: "key"), at: 9),
    Sample("<string>a<b/></string>", .elementInText("b", inside: "string"), at: 9),
    Sample("<dict><key><true/></key></dict>", .elementInText("true", inside: "key"), at: 11),
    Sample("<true>1</true>", .contentInBoolean, at: 6),
    Sample("<false> </false>", .contentInBoolean, at: 7),
    Sample("<true><true/></true>", .elementInText("true", inside: "true"), at: 6),
    Sample("<key>a</key>", .keyOutsideDictionary, at: 0),
    Sample("<array><key>a</key></array>", .keyOutsideDictionary, at: 7),
    Sample("<dict><true/></dict>", .valueWithoutKey(element: "true"), at: 6),
    Sample("<dict><dict/></dict>", .valueWithoutKey(element: "dict"), at: 6),
    Sample(
      "<dict><key>a</key><true/><string/></dict>", .valueWithoutKey(element: "string"), at: 25),
    Sample("<dict><key>a</key></dict>", .keyWithoutValue("a"), at: 18),
    Sample("<dict><key>a</key><key>b</key></dict>", .keyWithoutValue("a"), at: 18),
    Sample(
      "<dict><key>a</key><true/><key>&#97;</key><true/></dict>", .duplicateKey("a"), at: 25),
    Sample("<dict><key/><true/><key></key><true/></dict>", .duplicateKey(""), at: 19),
  ]

  static let scalars: [Sample] = [
    Sample("<integer/>", .malformedInteger(""), at: 0),
    Sample("<integer> </integer>", .malformedInteger(""), at: 9),
    Sample("<integer>1.0</integer>", .malformedInteger("1.0"), at: 9),
    Sample("<integer>1 2</integer>", .malformedInteger("1 2"), at: 9),
    Sample("<integer>--1</integer>", .malformedInteger("--1"), at: 9),
    Sample("<integer>0x</integer>", .malformedInteger("0x"), at: 9),
    Sample("<integer>ff</integer>", .malformedInteger("ff"), at: 9),
    Sample("<integer>0x-1</integer>", .malformedInteger("0x-1"), at: 9),
    Sample("<integer>1_0</integer>", .malformedInteger("1_0"), at: 9),
    Sample("<integer>١</integer>", .malformedInteger("١"), at: 9),
    Sample(
      "<integer>9223372036854775808</integer>", .integerOutOfRange("9223372036854775808"), at: 9),
    Sample(
      "<integer>-9223372036854775809</integer>",
      .integerOutOfRange("-9223372036854775809"), at: 9),
    Sample(
      "<integer>0x8000000000000000</integer>", .integerOutOfRange("0x8000000000000000"), at: 9),
    Sample(
      "<integer>\(String(repeating: "1", count: 1_025))</integer>",
      .scalarTooLong(limit: 1_024), at: 9),
    Sample("<real/>", .malformedReal(""), at: 0),
    Sample("<real>.</real>", .malformedReal("."), at: 6),
    Sample("<real>1e</real>", .malformedReal("1e"), at: 6),
    Sample("<real>e5</real>", .malformedReal("e5"), at: 6),
    Sample("<real>1,5</real>", .malformedReal("1,5"), at: 6),
    Sample("<real>0x1p3</real>", .malformedReal("0x1p3"), at: 6),
    Sample("<real>nan(1)</real>", .malformedReal("nan(1)"), at: 6),
    Sample("<real>infinit</real>", .malformedReal("infinit"), at: 6),
    Sample("<real>1e309</real>", .realOutOfRange("1e309"), at: 6),
    Sample(
      "<real>-1e99999999999999999999</real>", .realOutOfRange("-1e99999999999999999999"), at: 6),
    Sample("<date/>", .malformedDate(""), at: 0),
    Sample("<date>2026-01-31</date>", .malformedDate("2026-01-31"), at: 6),
    Sample("<date>2026-01-31T00:00:00</date>", .malformedDate("2026-01-31T00:00:00"), at: 6),
    Sample(
      "<date>2026-01-31T00:00:00+01:00</date>", .malformedDate("2026-01-31T00:00:00+01:00"), at: 6),
    Sample("<date>2026-01-31 00:00:00Z</date>", .malformedDate("2026-01-31 00:00:00Z"), at: 6),
    Sample("<date>2026-1-031T00:00:00Z</date>", .malformedDate("2026-1-031T00:00:00Z"), at: 6),
    Sample("<date>0000-01-01T00:00:00Z</date>", .impossibleDate("0000-01-01T00:00:00Z"), at: 6),
    Sample("<date>2026-00-01T00:00:00Z</date>", .impossibleDate("2026-00-01T00:00:00Z"), at: 6),
    Sample("<date>2026-13-01T00:00:00Z</date>", .impossibleDate("2026-13-01T00:00:00Z"), at: 6),
    Sample("<date>2026-01-00T00:00:00Z</date>", .impossibleDate("2026-01-00T00:00:00Z"), at: 6),
    Sample("<date>2026-04-31T00:00:00Z</date>", .impossibleDate("2026-04-31T00:00:00Z"), at: 6),
    Sample("<date>1900-02-29T00:00:00Z</date>", .impossibleDate("1900-02-29T00:00:00Z"), at: 6),
    Sample("<date>2026-01-01T24:00:00Z</date>", .impossibleDate("2026-01-01T24:00:00Z"), at: 6),
    Sample("<date>2026-01-01T00:60:00Z</date>", .impossibleDate("2026-01-01T00:60:00Z"), at: 6),
    Sample("<date>2026-01-01T00:00:60Z</date>", .impossibleDate("2026-01-01T00:00:60Z"), at: 6),
    Sample("<data>AAA*</data>", .foreignDataByte(0x2A), at: 9),
    Sample("<data>AA-_</data>", .foreignDataByte(0x2D), at: 8),
    Sample("<data>A&#65;A*</data>", .foreignDataByte(0x2A), at: 6),
    Sample("<data>AAA</data>", .badDataPadding, at: 9),
    Sample("<data>A</data>", .badDataPadding, at: 7),
    Sample("<data>AA=</data>", .badDataPadding, at: 9),
    Sample("<data>A===</data>", .badDataPadding, at: 7),
    Sample("<data>====</data>", .badDataPadding, at: 6),
    Sample("<data>AAAA=</data>", .badDataPadding, at: 10),
    Sample("<data>AA===</data>", .badDataPadding, at: 10),
    Sample("<data>AA==AAAA</data>", .badDataPadding, at: 10),
    Sample("<data>AB==</data>", .strayDataBits, at: 10),
    Sample("<data>AAB=</data>", .strayDataBits, at: 10),
  ]

  @Test(arguments: structure + scalars)
  func `is refused for this reason, here`(sample: Sample) {
    let error = XMLDocument.error(of: XMLDocument.plist(sample.content))
    #expect(error?.reason == sample.reason)
    #expect(error?.offset == sample.offset + 21)
  }

  @Test(arguments: [
    ("<dict/>", XMLPropertyListError.Reason.foreignRoot("dict"), 0),
    ("<Plist/>", .foreignRoot("Plist"), 0),
    ("<plist version=\"0.9\"/>", .unsupportedPropertyListVersion("0.9"), 7),
    ("<plist version='1.0' xmlns='a'/>", .unexpectedAttribute("xmlns", element: "plist"), 21),
    ("<plist/>", .noValue, 0),
    ("<plist><true/></plist><plist/>", .contentBehindRoot, 22),
    ("<plist><true/></plist> text", .contentBehindRoot, 23),
    ("<plist><true/></plist></plist>", .contentBehindRoot, 22),
  ])
  func `the root and what is behind it`(
    document: String, reason: XMLPropertyListError.Reason, offset: Int
  ) {
    let error = XMLDocument.error(of: Array(document.utf8))
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
  }

  @Test func `lines end with LF, CR or both, and columns count bytes`() throws {
    let document = Array("<plist>\n\r\n\r<dict>\r\n<key>é</key> <foo/>".utf8)
    let error = try #require(XMLDocument.error(of: document))
    #expect(error.line == 5)
    #expect(error.column == 15)
    #expect(
      error.description
        == "line 5, column 15: <foo> is not allowed here; a value is one of dict, array, string, "
        + "integer, real, true, false, date, data")
  }

  @Test func `texts in messages are cut and carry no control characters`() {
    let error = XMLDocument.error(of: XMLDocument.plist("<integer>a\n\t\u{7F}b</integer>"))
    #expect(error?.reason == .malformedInteger("a   b"))
  }

  @Test func `every message says what to do`() {
    let samples = Self.structure + Self.scalars
    for sample in samples {
      let message = sample.reason.message
      #expect(message.contains(";") || message.contains(", so "), "\(message)")
    }
    for sample in XMLMarkupErrorTests.encodings + XMLMarkupErrorTests.prologs
      + XMLMarkupErrorTests.tagsAndText
    {
      #expect(sample.reason.message.contains(";"), "\(sample.reason)")
    }
  }
}
