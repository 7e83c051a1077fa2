import Testing
import WireFormat

@Suite("Request URLs")
struct RequestURLTests {
  private func text(_ slice: ArraySlice<UInt8>?) -> String? {
    slice.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("all parts")
  func allParts() {
    let url = RequestURL("x-a.b://me:pw@apply:80/p/q?token=1&data=a=b&flag&=v&#frag?x")
    #expect(text(url.scheme) == "x-a.b")
    #expect(text(url.authority?.userInformation) == "me:pw")
    #expect(text(url.authority?.host) == "apply")
    #expect(text(url.authority?.port) == "80")
    #expect(text(url.path) == "/p/q")
    #expect(text(url.fragment) == "frag?x")
    #expect(url.parameters.map { text($0.name) } == ["token", "data", "flag", "", ""])
    #expect(url.parameters.map { text($0.value) } == ["1", "a=b", nil, "v", nil])
  }

  @Test("missing parts are nil, empty ones empty")
  func missing() {
    let bare = RequestURL("s:")
    #expect(text(bare.scheme) == "s" && bare.authority == nil && bare.query == nil)
    let empty = RequestURL("s://?#")
    #expect(text(empty.authority?.host) == "" && empty.authority?.port == nil)
    #expect(text(empty.query) == "" && empty.parameters.isEmpty && text(empty.fragment) == "")
    let opaque = RequestURL("s:apply?a=1")
    #expect(opaque.authority == nil && text(opaque.path) == "apply")
    #expect(opaque.parameters.count == 1)
    #expect(RequestURL("apply?a=b:c").scheme == nil)
    #expect(RequestURL("").scheme == nil && RequestURL("").path.isEmpty)
    #expect(text(RequestURL(":x").scheme) == "")
    #expect(text(RequestURL("s://h#a?b").fragment) == "a?b")
    #expect(RequestURL("s://h#a?b").query == nil)
    #expect(text(RequestURL("s://[::1]:8/").authority?.host) == "[::1]")
    #expect(text(RequestURL("s://[::1]").authority?.host) == "[::1]")
    #expect(text(RequestURL("s://a@b@h").authority?.userInformation) == "a@b")
  }

  @Test("malformed escapes, bytes that are no UTF-8 and text are told apart")
  func texts() {
    let url = RequestURL(
      "s://h?a=%41+&b=%4&c=%FF&d&e=%00&f=".utf8 + [0xC3, 0xA9] + "&g=".utf8 + [0xC3])
    let texts = url.parameters.map(\.text)
    #expect(texts[0] == .text("A+") && texts[1] == .malformedEscape(at: 0))
    #expect(texts[2] == .notUTF8([0xFF]) && texts[3] == .text("") && texts[4] == .text("\0"))
    #expect(texts[5] == .text("\u{E9}") && texts[6] == .notUTF8([0xC3]))
    #expect(URLText.text("\u{E9}") != .text("e\u{301}"))
    for (parameter, text) in zip(url.parameters, texts) {
      #expect(URLText.isText(parameter.value ?? []) == (text.string != nil), "\(parameter)")
    }
  }

  @Test("schemes are compared without case, exactly otherwise")
  func schemes() {
    #expect(RequestURL("X-AbC.d://h").hasScheme("x-aBc.D"))
    #expect(!RequestURL("x-abc.dd://h").hasScheme("x-abc.d"))
    #expect(!RequestURL("x-abc.d//h").hasScheme("x-abc.d"))
    #expect(!RequestURL("x[://h").hasScheme("x{"))
  }

  @Test("parameter names keep their case and their escapes")
  func names() {
    let url = RequestURL("s://h?Token=1&tok%65n=2&token=3")
    #expect(url.parameters.map { $0.isNamed("token") } == [false, false, true])
  }

  @Test("any bytes are cut without loss", arguments: 1...300 as ClosedRange<UInt64>)
  func anyBytes(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    let alphabet = Array("s:/?#@[]&=%a1".utf8) + [0x00, 0xFF]
    let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
      alphabet.randomElement(using: &generator) ?? 0
    }
    let url = RequestURL(bytes)
    var joined: [UInt8] = []
    if let scheme = url.scheme { joined += scheme + [0x3A] }
    if let authority = url.authority {
      joined += [0x2F, 0x2F]
      if let user = authority.userInformation { joined += user + [0x40] }
      joined += authority.host
      if let port = authority.port { joined += [0x3A] + port }
    }
    joined += url.path
    if let query = url.query {
      joined.append(0x3F)
      let pieces = url.parameters.map { $0.name + ($0.value.map { [0x3D] + $0 } ?? []) }
      joined += pieces.joined(separator: [0x26])
      #expect(query.isEmpty == url.parameters.isEmpty)
    }
    if let fragment = url.fragment { joined += [0x23] + fragment }
    #expect(joined == bytes)
  }

  @Test("what is a URI by RFC 3986")
  func grammar() {
    for text in ["s:", "s://h/p?q=%41#f", "s://u:p@[::1]:80/a:@b?/?#/?", "S+-.1://-._~!$&'()*+,;="]
    {
      #expect(RequestURL(text).isURI, "\(text)")
    }
    for text in [
      "", "://h", "1s://h", "s_://h", "s://h?a b", "s://h?%4", "s://h?[", "s://h/\"", "s://h:8x",
      "s://h?\u{E9}", "s://h#a#b", "s://h?a^b", "s://h\u{7F}",
    ] {
      #expect(!RequestURL(text).isURI, "\(text)")
    }
  }
}

extension RequestURL {
  /// From any collection of bytes.
  fileprivate init(_ bytes: some Sequence<UInt8>) { self.init(Array(bytes)) }
}
