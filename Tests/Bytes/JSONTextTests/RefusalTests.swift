import JSONText
import Testing

/// Texts with one defect each, and how it is named.
@Suite struct RefusalTests {
  static let defects: [(String, JSONError.Reason)] = [
    ("", .unexpectedEnd),
    ("  \n", .unexpectedEnd),
    ("{", .unexpectedEnd),
    ("[1,", .unexpectedEnd),
    ("\"abc", .unexpectedEnd),
    ("\"\\", .unexpectedEnd),
    ("\"\\u00", .unexpectedEnd),
    ("\"\\uD83D\\", .unexpectedEnd),
    ("tru", .unexpectedEnd),
    ("-", .unexpectedEnd),
    ("1.", .unexpectedEnd),
    ("1e+", .unexpectedEnd),
    ("{\"a\":1}}", .trailingText),
    ("1 2", .trailingText),
    ("null\u{0}", .trailingText),
    ("nul!", .invalidLiteral),
    ("True", .invalidLiteral),
    ("NaN", .invalidLiteral),
    ("falsE", .invalidLiteral),
    ("01", .leadingZero),
    ("-00", .leadingZero),
    ("[00.5]", .leadingZero),
    ("-a", .invalidNumber),
    ("1.e1", .invalidNumber),
    ("[1e]", .invalidNumber),
    ("[1e+]", .invalidNumber),
    ("[-]", .invalidNumber),
    ("1e999", .numberOutOfRange),
    ("-1e999", .numberOutOfRange),
    (String(repeating: "1", count: 1_201), .numberTooLong(maxBytes: 1_200)),
    ("+1", .unexpectedByte(UInt8(ascii: "+"), expected: "a value")),
    (".5", .unexpectedByte(UInt8(ascii: "."), expected: "a value")),
    ("'a'", .unexpectedByte(UInt8(ascii: "'"), expected: "a value")),
    ("\u{FEFF}1", .unexpectedByte(0xEF, expected: "a value")),
    ("[1,]", .unexpectedByte(UInt8(ascii: "]"), expected: "a value")),
    ("[,1]", .unexpectedByte(UInt8(ascii: ","), expected: "a value")),
    ("[1 2]", .unexpectedByte(UInt8(ascii: "2"), expected: "',' or ']'")),
    ("[1}", .unexpectedByte(UInt8(ascii: "}"), expected: "',' or ']'")),
    ("{\"a\":1]", .unexpectedByte(UInt8(ascii: "]"), expected: "',' or '}'")),
    ("{\"a\" 1}", .unexpectedByte(UInt8(ascii: "1"), expected: "':'")),
    ("{a:1}", .unexpectedByte(UInt8(ascii: "a"), expected: "a member's name")),
    ("{\"a\":1,}", .unexpectedByte(UInt8(ascii: "}"), expected: "a member's name")),
    ("{1:1}", .unexpectedByte(UInt8(ascii: "1"), expected: "a member's name")),
    ("[1]/* */", .trailingText),
    ("\"\u{1}\"", .controlCharacter(1)),
    ("\"0123456789\n\"", .controlCharacter(10)),
    ("\"\u{1F}\"", .controlCharacter(0x1F)),
    ("\"\\x41\"", .invalidEscape(UInt8(ascii: "x"))),
    ("\"\\U0041\"", .invalidEscape(UInt8(ascii: "U"))),
    ("\"\\u00G0\"", .invalidUnicodeEscape),
    ("\"\\u-123\"", .invalidUnicodeEscape),
    ("\"\\uD800\"", .loneSurrogate),
    ("\"\\uDFFF\"", .loneSurrogate),
    ("\"\\uDC00\\uD800\"", .loneSurrogate),
    ("\"\\uD800\\uD800\"", .loneSurrogate),
    ("\"\\uD83Dx0000000\"", .loneSurrogate),
    ("\"\\uD83D\\n00000\"", .loneSurrogate),
    ("\"\\uD83D\\u0041\"", .loneSurrogate),
    ("{\"a\":1,\"a\":2}", .duplicateKey("a")),
    ("{\"\":1,\"\":2}", .duplicateKey("")),
    ("{\"a\\u0000\":1,\"a\\u0000\":2}", .duplicateKey("a\u{0}")),
    ("{\"a\":1,\"\\u0061\":2}", .duplicateKey("a")),
    ("{\"\\u0061\":1,\"a\":2}", .duplicateKey("a")),
    ("{\"\\u00e9\":1,\"b\":{\"\\u00e9\":3},\"\u{E9}\":2}", .duplicateKey("\u{E9}")),
    ("{\"\\uD83D\\uDE00\":1,\"\u{1F600}\":2}", .duplicateKey("\u{1F600}")),
    ("[{\"x\":{\"/\":1,\"\\/\":2}}]", .duplicateKey("/")),
  ]

  @Test(arguments: defects)
  func everyWayOfReadingNamesTheDefect(text: String, reason: JSONError.Reason) throws {
    let reading = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    #expect(reading?.reason == reason)
    // A number beyond all reals is fine as long as nobody wants to know it.
    if reason == .numberOutOfRange { return }
    let skipping = #expect(throws: JSONError.self) { try skip(Array(text.utf8)) }
    #expect(skipping == reading)
    let walking = #expect(throws: JSONError.self) { try walk(Array(text.utf8)) }
    #expect(walking == reading)
  }

  @Test func everyPrefixOfAnObjectIsRefused() throws {
    let sample = Array(
      #"{"id":-12,"t":"é\ud83d\ude00\u0000","r":[1.5e-3,true,false,null,{},[]],"d":{"a":{"b":"c"}}}"#
        .utf8)
    _ = try JSONValue(parsing: sample)
    for length in 0..<sample.count {
      let prefix = Array(sample[..<length])
      #expect(throws: JSONError.self, "cut at \(length)") { try JSONValue(parsing: prefix) }
      #expect(throws: JSONError.self, "cut at \(length)") { try skip(prefix) }
    }
  }

  @Test func repeatedNamesOfLargeObjectsAreFound() throws {
    var names = (0..<200).map { "name-\($0)" }
    #expect(throws: Never.self) { try skip(Self.object(names)) }
    names[150] = "\\u006eame-40"
    for bytes in [Self.object(names), Self.object(names.reversed())] {
      let error = #expect(throws: JSONError.self) { try skip(bytes) }
      #expect(error?.reason == .duplicateKey("name-40"))
      #expect(#expect(throws: JSONError.self) { try JSONValue(parsing: bytes) } == error)
    }
  }

  @Test func canonicallyEquivalentNamesDiffer() throws {
    let value = try JSONValue(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
  }

  static func object(_ names: [String]) -> [UInt8] {
    Array(("{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}").utf8)
  }
}
