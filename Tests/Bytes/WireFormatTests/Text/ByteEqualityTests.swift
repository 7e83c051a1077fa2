import Testing

@testable import WireFormat

@Suite("Texts compared by their bytes")
struct ByteEqualityTests {
  @Test("what is canonically equivalent differs")
  func equivalents() {
    #expect("\u{E9}" == "e\u{301}")
    #expect(!"\u{E9}".hasSameBytes(as: "e\u{301}"))
    #expect("\u{212A}" == "K")
    #expect(!"\u{212A}".hasSameBytes(as: "K"))
    #expect(!Array("\u{E9}".utf8)[...].hasSameBytes(as: "e\u{301}"))
  }

  @Test("each length and each place of a difference, small and large texts", arguments: 0..<40)
  func places(length: Int) {
    let text = String(repeating: "a", count: length)
    let bytes = Array(text.utf8)
    #expect(text.hasSameBytes(as: String(decoding: bytes, as: UTF8.self)))
    #expect(bytes[...].hasSameBytes(as: text))
    #expect(bytes[...].hasSameBytes(as: bytes))
    #expect(!text.hasSameBytes(as: text + "a"))
    #expect(!bytes[...].hasSameBytes(as: text + "a"))
    for place in 0..<length {
      var changed = bytes
      changed[place] = UInt8(ascii: "b")
      #expect(!text.hasSameBytes(as: String(decoding: changed, as: UTF8.self)))
      #expect(!changed[...].hasSameBytes(as: text))
      #expect(!changed[...].hasSameBytes(as: bytes))
    }
  }

  @Test("a slice of other bytes is compared from its own start")
  func slices() {
    let bytes = Array("token=7".utf8)
    #expect(bytes[6...].hasSameBytes(as: "7"))
    #expect(bytes[..<5].hasSameBytes(as: "token"))
    #expect(!bytes[..<5].hasSameBytes(as: "Token"))
  }
}
