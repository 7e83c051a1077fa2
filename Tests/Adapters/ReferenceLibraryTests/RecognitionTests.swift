import Testing
import WireFormat

@Suite("Recognising the URL (ABT-URL)")
struct RecognitionTests {
  let values: [(String, PropertyList)] = [("host", .string("mail"))]

  @Test("the default scheme in any case is handled, any other is not")
  func schemes() throws {
    let app = TestApp()
    var request = TestRequest.apply(values)
    #expect(try app.callback(request).status == "Success")
    request.scheme = "X-AbsoluteManageConfig.COM.acme.APP"
    #expect(try app.callback(request).status == "Success")
    for other in [
      "x-absolutemanageconfig.com.acme.app2", "x-absolutemanageconfig.com.acme.ap",
      "x-absolutemanageconfig.com.other", "https", "",
    ] {
      request.scheme = other
      #expect(!app.open(request))
      #expect(app.events.isEmpty)
    }
    #expect(!app.open("x-absolutemanageconfig.com.acme.app"))
  }

  @Test("a registered scheme takes the place of the default one")
  func registeredScheme() throws {
    let app = TestApp(scheme: "acme-config")
    var request = TestRequest.apply(values)
    #expect(!app.open(request))
    request.scheme = "acme-config"
    #expect(try app.callback(request).status == "Success")
  }

  @Test("an unknown or empty verb is code 2, known verbs may have any case")
  func verbs() throws {
    let app = TestApp()
    var request = TestRequest.apply(values)
    for verb in ["", "applyx", "remove", "appl"] {
      request.verb = verb
      #expect(try app.callback(request).isError(2))
      #expect(app.calls.isEmpty)
    }
    request.verb = "APPLY"
    #expect(try app.callback(request).status == "Success")
  }

  @Test(
    "a URL of which nothing but the scheme is right leads to one callback with an error",
    arguments: [
      "", "//", "//apply", "//apply?", "?", "//apply?&&", "//apply?=", "///", "//apply?a",
    ])
  func emptyRequests(rest: String) throws {
    let app = TestApp()
    #expect(try app.callback("x-absolutemanageconfig.com.acme.app:" + rest).status == "Error")
    #expect(app.calls.isEmpty)
  }

  @Test("unknown parameters, their order, user info, port, path and fragment do not matter")
  func surroundings() throws {
    let app = TestApp()
    var request = TestRequest.apply(values).with("colour", "%")
    request.parameters.reverse()
    #expect(try app.callback(request).status == "Success")
    let query = request.url.split(separator: "?")[1]
    let url = "\(request.scheme)://me:you@apply:80/some/path?\(query)&Token=x&%zz#end"
    #expect(try app.callback(url).status == "Success")
  }

  @Test("profile or payload missing, empty or contradictory is code 1")
  func identifiers() throws {
    let app = TestApp()
    for name in ["profile", "payload"] {
      #expect(try app.callback(TestRequest.apply(values).with(name, nil)).isError(1))
      #expect(try app.callback(TestRequest.apply(values).with(name, "")).isError(1))
    }
    for name in ["profile", "payload", "token", "data", "chunk"] {
      let url = TestRequest.apply(values).url + "&chunk=1&chunks=1&\(name)=other"
      #expect(try app.callback(url).isError(1))
      #expect(app.calls.isEmpty)
    }
    #expect(
      try app.callback(TestRequest.apply(values).url + "&profile=PROFILE").status == "Success")
  }

  @Test("Base64 is read raw and escaped, a raw plus is a plus")
  func rawBase64() throws {
    let app = TestApp()
    let requests = (0..<50).map { TestRequest.apply([("number", .integer($0 * 7_919))]) }
    let request = try #require(requests.first { $0.parameters.last?.value?.contains("+") == true })
    let raw = try #require(request.parameters.last?.value)
    let url = request.with("data", nil).url + "&data=\(raw)"
    #expect(try app.callback(url).status == "Success")
    #expect(app.calls.count == 1)
  }

  @Test(
    "malformed escapes and bytes that are no UTF-8 in a known parameter lead to no call",
    arguments: ["token", "profile", "payload", "data", "chunk", "chunks"],
    ["%", "%4", "%zz", "%FF", "%C3"])
  func malformedEscapes(name: String, text: String) throws {
    let app = TestApp()
    let url = TestRequest.apply(values).with(name, nil).url + "&\(name)=\(text)"
    #expect(try app.callback(url).status == "Error")
    #expect(app.calls.isEmpty)
  }

  @Test("bytes beyond UTF-8 are handled")
  func rawBytes() throws {
    let app = TestApp()
    let url = Array("x-absolutemanageconfig.com.acme.app://apply?profile=".utf8) + [0xFF, 0, 0x80]
    #expect(app.open(bytes: url))
    #expect(try app.onlyCallback().status == "Error")
  }
}
