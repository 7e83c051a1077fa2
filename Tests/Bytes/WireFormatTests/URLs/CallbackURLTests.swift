import Testing
import WireFormat

@Suite("Callback URLs")
struct CallbackURLTests {
  private func read(_ text: String) throws -> CallbackURL { try CallbackURL(Array(text.utf8)) }

  @Test("parameters are decoded once, a plus is a plus")
  func parameters() throws {
    let url = try read(
      "absoluteapps://thirdpartyprofilestatus?profile=a%2526%3D+b&status=Success&empty=&flag&b=%FF")
    #expect(url.hasPrefix("absoluteapps://thirdpartyprofilestatus?"))
    #expect(!url.hasPrefix("absoluteapps://other?"))
    #expect(url.text(of: "profile") == "a%26=+b")
    #expect(url.text(of: "status") == "Success")
    #expect(url.value(of: "empty") == [] && url.value(of: "flag") == [])
    #expect(url.value(of: "Status") == nil)
    #expect(url.value(of: "b") == [0xFF] && url.text(of: "b") == nil)
    #expect(url.repeatedName == nil && url.count(of: "status") == 1)
  }

  @Test("repeated parameters are found by their decoded names")
  func repeated() throws {
    let url = try read("s://h?a=1&b=2&%61=1")
    #expect(url.repeatedName == Array("a".utf8))
    #expect(url.count(of: "a") == 2)
    #expect(url.text(of: "a") == "1")
  }

  @Test(
    "what is no URI is refused with its place",
    arguments: [
      ("s://h?a=b c", .forbiddenCharacter(0x20), 9), ("s://h?a=%", .strayPercent, 8),
      ("s://h?a=%4&", .strayPercent, 8), ("s://h?a=%4g", .strayPercent, 8),
      ("s://h?a=\u{E9}", .forbiddenCharacter(0xC3), 8),
      ("s://h?a=\r\n", .forbiddenCharacter(13), 8),
      ("s://h?a={", .forbiddenCharacter(0x7B), 8), ("s://h?a#b#c", .forbiddenCharacter(0x23), 9),
      ("", .scheme, 0), ("no scheme", .scheme, 0), ("s s://h", .scheme, 1),
      ("s://h:8a/", .port, 7), ("s://h\"?a", .forbiddenCharacter(0x22), 5),
    ] as [(String, CallbackURL.Defect.Reason, Int)])
  func refused(text: String, reason: CallbackURL.Defect.Reason, offset: Int) {
    let error = #expect(throws: CallbackURL.Defect.self) { try read(text) }
    #expect(error?.reason == reason)
    #expect(error?.offset == offset)
  }

  @Test("the message says what and where")
  func message() {
    let error = #expect(throws: CallbackURL.Defect.self) { try read("s://h?a=b c") }
    #expect(
      error?.description == "callback, byte 9: byte 32 must be percent-encoded")
  }
}
