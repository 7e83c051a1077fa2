import Testing
import WireFormat

@Suite("The token (ABT-TOK)")
struct TokenTests {
  let request = TestRequest.apply([("host", .string("mail-secret-value"))])

  @Test("every other token is refused, echoed and logged; nothing secret is told")
  func invalidTokens() throws {
    let app = TestApp()
    let token = TestRequest.token
    let wrong: [String?] = [
      nil, "", String(token.dropLast()), token + "0", token.uppercased(), " " + token,
      token + "\n", token + "\0", "0" + token.dropFirst(), token.replacing("a", with: "\u{430}"),
      Token.hmacSHA256Hex(bundleIdentifier: "com.acme.other", apiKey: TestRequest.apiKey),
      Token.hmacSHA256Hex(bundleIdentifier: TestRequest.bundleIdentifier, apiKey: "other"),
    ]
    for token in wrong where token != TestRequest.token {
      for verb in ["apply", "reset", "neither"] {
        var request = request.with("token", token)
        request.verb = verb
        let callback = try app.callback(request)
        #expect(callback.isError(3))
        #expect(callback.text(of: "token") == token)
        #expect(app.calls.isEmpty)
        #expect(app.log.count == 1)
        let told = app.log.joined() + String(decoding: callback.url.bytes, as: UTF8.self)
        #expect(!told.contains(TestRequest.apiKey) && !told.contains("mail-secret-value"))
      }
    }
  }

  @Test("a wrong token comes before anything that is wrong with the data")
  func tokenFirst() throws {
    let app = TestApp()
    #expect(try app.callback(request.with("token", "x").with("data", "!")).isError(3))
    #expect(try app.callback(request.with("token", "x").with("payload", nil)).isError(3))
  }

  @Test("every piece needs the token")
  func pieces() throws {
    let app = TestApp()
    let pieces = TestRequest.pieces([("host", .string("mail"))], 2)
    #expect(try app.callback(pieces[0]).status == "Success")
    #expect(try app.callback(pieces[1].with("token", "x")).isError(3))
    #expect(app.calls.isEmpty)
    #expect(try app.callback(pieces[1]).status == "Success")
    #expect(app.calls.count == 1)
  }
}
