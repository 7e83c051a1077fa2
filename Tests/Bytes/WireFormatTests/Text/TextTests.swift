import Testing

@testable import WireFormat

/// Repeating texts, and looking for one in another.
@Suite struct TextTests {
  @Test(arguments: ["", "a", "ab", "ä", "e\u{301}", "\u{1F6AB}", "common.beginning."])
  func repeatingAppendsTheSameBytes(_ text: String) {
    for times in [-1, 0, 1, 2, 3, 7, 8, 9, 16, 1_000] {
      let expected = String(repeating: text, count: max(0, times))
      #expect(String(text, times: times).utf8.elementsEqual(expected.utf8), "\(times) times")
    }
  }

  @Test(arguments: [
    ("api-key-1", "key", true), ("api-key-1", "api-key-1", true), ("api-key-1", "-2", false),
    ("aab", "ab", true), ("ab", "abc", false), ("", "a", false), ("", "", true), ("a", "", true),
    // A mark after a letter makes another character, and leaves its bytes.
    ("e\u{301}", "e", true), ("\u{E9}", "e", false),
  ])
  func textIsFoundByItsBytes(_ whole: String, _ text: String, _ isThere: Bool) {
    #expect(whole.hasUTF8(of: text) == isThere)
    #expect(Array(whole.utf8).contains(text: text) == isThere)
  }

  @Test(arguments: ["", "plain-._~", "%41", "a%20b", "a/b", "ä"])
  func decodingUndoesEncoding(_ text: String) {
    let encoded = PercentCoding.encode(Array(text.utf8))
    #expect(PercentCoding.decode(encoded) == .decoded(Array(text.utf8)))
  }
}
