import ReferenceLibrary
import Testing
import WireFormat

@Suite("The callback (ABT-CB)")
struct CallbackTests {
  @Test(
    "profile and payload are echoed whatever they hold",
    arguments: ["a&b=c#d%25\r\n", "%00%41", "é\u{1F600}+ ;", "?/:@!$'()*,", "\"<>\\^`{|}"])
  func echo(text: String) throws {
    let app = TestApp()
    let request = TestRequest.apply([]).with("profile", text).with("payload", text)
    let callback = try app.callback(request)
    #expect(callback.status == "Success")
    #expect(callback.value(of: "profile") == Array(text.utf8))
    #expect(callback.value(of: "payload") == Array(text.utf8))
    #expect(callback.parameters.count == 5)
  }

  @Test("of a long message 256 scalars are passed on")
  func longMessage() throws {
    let app = TestApp()
    app.onApply = { _ in
      .no(ConfigurationError(code: .min, message: String(repeating: "é", count: 300)))
    }
    let callback = try app.callback(TestRequest.apply([]))
    #expect(callback.isError(Int(Int32.min)))
    #expect(callback.text(of: "errorMessage") == String(repeating: "é", count: 256))
  }

  @Test("code and message come with errors only")
  func successHasNoError() throws {
    let app = TestApp()
    let callback = try app.callback(TestRequest.apply([("a", .integer(1))]))
    #expect(
      callback.parameters.map(\.name)
        == [
          "profile", "payload", "token", "status",
          "changedValues",
        ].map { Array($0.utf8) })
    #expect(callback.changed == ["a"])
  }
}
