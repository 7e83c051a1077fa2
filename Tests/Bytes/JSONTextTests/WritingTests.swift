import JSONText
import Testing

@Suite struct WritingTests {
  private func text(pretty: Bool = false, _ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(pretty: pretty)
    body(&writer)
    return writer.text
  }

  static let value: JSONValue = [
    "a": [1, -2.5, [], [:], ["x"]], "b": ["c": nil, "d": true], "e": "é\"\\\n\u{0}\u{1F}\u{7F}",
  ]

  @Test func compact() {
    #expect(
      text { $0.value(Self.value) }
        == #"{"a":[1,-2.5,[],{},["x"]],"b":{"c":null,"d":true},"e":"é\"\\\n\u0000\u001f\#u{7F}"}"#)
  }

  @Test func pretty() {
    let expected = """
      {
        "a": [
          1,
          -2.5,
          [],
          {},
          [
            "x"
          ]
        ],
        "b": {
          "c": null,
          "d": true
        },
        "e": "é\\"\\\\\\n\\u0000\\u001f\u{7F}"
      }
      """
    #expect(text(pretty: true) { $0.value(Self.value) } == expected)
  }

  @Test func everyCharacterReadsBack() throws {
    for scalar in (0..<0x180).compactMap(Unicode.Scalar.init) + [
      "\u{2028}", "\u{FFFF}", "\u{1F600}",
    ] {
      for padding in ["", "1234567", "12345678"] {
        let string = padding + String(Character(scalar)) + padding
        var writer = JSONWriter()
        writer.string(string)
        #expect(try JSONValue(parsing: writer.bytes) == .string(string))
        var second = JSONWriter()
        second.string(utf8: Array(string.utf8))
        #expect(second.bytes == writer.bytes)
      }
    }
  }

  @Test func bytesThatAreNoTextAreReplaced() throws {
    let written = text { $0.string(utf8: [0x61, 0xFF, 0xC3, 0x22]) }
    #expect(try JSONValue(parsing: Array(written.utf8)) == "a\u{FFFD}\u{FFFD}\"")
  }

  @Test func numbers() {
    #expect(text { $0.integer(Int64.min) } == "-9223372036854775808")
    #expect(text { $0.integer(0) } == "0")
    #expect(text { $0.integer(UInt64.max) } == "18446744073709551615")
    #expect(text { $0.real(-0.0) } == "-0.0")
    #expect(text { $0.real(0.1) } == "0.1")
    #expect(text { $0.real(.infinity) } == "null")
    #expect(text { $0.real(.nan) } == "null")
  }

  @Test func linesFollowEachOtherWithoutCommas() {
    let lines = text { writer in
      for number in 1...2 {
        writer.beginObject()
        writer.key("n")
        writer.integer(number)
        writer.key("r")
        writer.raw("[1]".utf8)
        writer.endObject()
        writer.endLine()
      }
    }
    #expect(lines == "{\"n\":1,\"r\":[1]}\n{\"n\":2,\"r\":[1]}\n")
  }

  @Test(arguments: [false, true])
  func rewindingForgetsEverythingSince(pretty: Bool) {
    let expected = text(pretty: pretty) { $0.value([1, ["a": 2]]) }
    let rewound = text(pretty: pretty) { writer in
      writer.beginArray()
      var mark = writer.mark
      writer.beginObject()
      writer.key("x")
      writer.rewind(to: mark)
      writer.integer(1)
      mark = writer.mark
      writer.beginArray()
      writer.beginArray()
      writer.rewind(to: mark)
      #expect(writer.depth == 1)
      writer.value(["a": 2])
      writer.endArray()
    }
    #expect(rewound == expected)
  }

  @Test func removingAllBeginsAnew() {
    let again = text(pretty: true) { writer in
      writer.beginArray()
      writer.removeAll()
      writer.boolean(false)
    }
    #expect(again == "false")
  }
}
