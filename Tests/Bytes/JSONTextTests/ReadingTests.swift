import JSONText
import Testing

@Suite struct ReadingTests {
  static let texts: [(String, JSONValue)] = [
    ("null", .null),
    (" \t\r\n true \n", true),
    ("[]", []),
    ("{ }", [:]),
    ("[ 1 , -2 ]", [1, -2]),
    ("0", 0),
    ("-0", 0),
    ("9223372036854775807", .integer(.max)),
    ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .real(9_223_372_036_854_775_808)),
    ("1.0", 1.0),
    ("-0.0", .real(-0.0)),
    ("1E2", 100.0),
    ("5e-324", .real(.leastNonzeroMagnitude)),
    ("1e-999", 0.0),
    ("\"\"", ""),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0000\u00e9\u20AC\uD83D\uDE00\uFFFF""#, "\u{0}\u{E9}\u{20AC}\u{1F600}\u{FFFF}"),
    ("\"\u{7F}\u{E9}\u{20AC}\u{1F600}\u{2028}\"", "\u{7F}\u{E9}\u{20AC}\u{1F600}\u{2028}"),
    (
      "\"plain text of more than eight bytes é and on\"",
      "plain text of more than eight bytes é and on"
    ),
    ("{\"b\":1,\"a\":[{\"b\":null}]}", ["b": 1, "a": [["b": nil]]]),
  ]

  @Test(arguments: texts)
  func textsMeanWhatTheySay(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
    try skip(Array(text.utf8))
    try walk(Array(text.utf8))
  }

  @Test func integersAreExactAndStrict() throws {
    func integer(_ text: String) throws -> Int64 {
      try JSONReader.read(Array(text.utf8)) { (reader) throws(JSONError) -> Int64 in
        try reader.readInteger()
      }
    }
    #expect(try integer("-9223372036854775808") == .min)
    #expect(try integer("9007199254740993") == 9_007_199_254_740_993)
    for (text, reason) in [
      ("9223372036854775808", JSONError.Reason.numberOutOfRange),
      ("99999999999999999999999", .numberOutOfRange), ("1.0", .notAnInteger),
      ("1e2", .notAnInteger), ("\"1\"", .unexpectedType(expected: "a number")),
    ] {
      let error = #expect(throws: JSONError.self) { try integer(text) }
      #expect(error?.reason == reason)
      #expect(error?.offset == 0)
    }
  }

  @Test func realsReadBackToTheSameBits() throws {
    var noise = Noise(seed: 7)
    for _ in 0..<2_000 {
      let number = Double(bitPattern: noise.next())
      if !number.isFinite { continue }
      var writer = JSONWriter()
      writer.real(number)
      let read = try JSONReader.read(writer.bytes) { (reader) throws(JSONError) -> Double in
        try reader.readDouble()
      }
      #expect(read.bitPattern == number.bitPattern, "\(writer.text)")
    }
  }

  @Test func wrongKindsAreNamed() throws {
    func reason(_ body: (inout JSONReader) throws(JSONError) -> Void) -> JSONError.Reason? {
      do {
        try JSONReader.read(Array(" 1".utf8), body)
        return nil
      } catch {
        #expect(error.offset == 1)
        return error.reason
      }
    }
    #expect(
      reason { r throws(JSONError) in _ = try r.readString() }
        == .unexpectedType(expected: "a string"))
    #expect(
      reason { r throws(JSONError) in _ = try r.readBoolean() }
        == .unexpectedType(expected: "a boolean"))
    #expect(
      reason { r throws(JSONError) in try r.readNull() }
        == .unexpectedType(expected: "a null"))
    #expect(
      reason { r throws(JSONError) in try r.readArray { _ throws(JSONError) in } }
        == .unexpectedType(expected: "an array"))
    #expect(
      reason { r throws(JSONError) in try r.readObject { _, _ throws(JSONError) in } }
        == .unexpectedType(expected: "an object"))
  }

  @Test func aClosureMustReadItsValue() throws {
    for text in ["[1]", "{\"a\":1}", "[ [] ]"] {
      let error = #expect(throws: JSONError.self) {
        try JSONReader.read(Array(text.utf8)) { (reader) throws(JSONError) -> Void in
          if try reader.peek() == .array {
            try reader.readArray { r throws(JSONError) in _ = try r.peek() }
          } else {
            try reader.readObject { r, _ throws(JSONError) in _ = try r.peek() }
          }
        }
      }
      #expect(error?.reason == .valueNotRead)
    }
  }

  @Test func readIfNullReadsNothingElse() throws {
    let kinds = try JSONReader.read(Array("[null,1]".utf8)) { (reader) throws(JSONError) in
      var found: [Bool] = []
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        let isNull = try reader.readIfNull()
        found.append(isNull)
        if !isNull { _ = try reader.readInteger() }
      }
      return found
    }
    #expect(kinds == [true, false])
  }

  @Test func positionsCountLinesAndBytes() {
    let text = "{\n  \"é\": 1,\n  \"b\": x\n}"
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    #expect(error?.line == 3)
    #expect(error?.column == 8)
    #expect(error?.offset == 20)
    #expect(error?.description == "line 3, column 8: this word is not true, false or null")
  }
}
