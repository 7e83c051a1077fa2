import JSONText
import Testing

@Suite struct WordTests {
  /// `String` takes the sign of the kelvin for the letter K.
  @Test func aWordIsHeldAgainstItsBytes() {
    let kelvin = "\u{212A}"
    #expect(kelvin == "K")
    switch kelvin {
    case "K": Issue.record("the same by canonical equivalence alone")
    case "\u{212A}": break
    default: Issue.record("not itself")
    }
    if case "key" = "keys" { Issue.record("a beginning is no word") }
    if case "key" = "kex" { Issue.record("another word of the same length") }
  }

  /// Marks of two classes by turns, which `==` would bring in order for many minutes.
  @Test(.timeLimit(.minutes(30))) func aNameOfMarksIsPassedOver() throws {
    let marks = "i" + String(repeating: "\u{301}\u{316}", count: 1_000_000)
    let text = Array("{\"\(marks)\":1,\"id\":2}".utf8)
    let id = try JSONReader.read(text) { (reader) throws(JSONError) in
      var id: Int64?
      try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
        switch key {
        case "i": Issue.record("another name")
        case "id": id = try reader.readInteger()
        default: try reader.skipValue()
        }
      }
      return id
    }
    #expect(id == 2)
  }

  @Test func aWordHasAtMost255Bytes() throws {
    func word(_ count: Int) throws(JSONError) -> String {
      let text = Array("[\"\(String(repeating: "w", count: count))\"]".utf8)
      return try JSONReader.read(text) { (reader) throws(JSONError) in
        var word = ""
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          word = try reader.readWord()
        }
        return word
      }
    }
    #expect(try word(255).utf8.count == 255)
    let error = #expect(throws: JSONError.self) { try word(256) }
    #expect(error?.description == "line 1, column 2: a word has at most 255 bytes")
  }
}
