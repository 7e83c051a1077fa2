import Profiles
import Testing
import WireFormat

/// Documents that are made to hurt.
@Suite struct XMLBudgetTests {
  static func nested(_ depth: Int, open: String, close: String) -> [UInt8] {
    XMLDocument.plist(
      String(repeating: open, count: depth) + String(repeating: close, count: depth))
  }

  @Test(arguments: [("<array>", "</array>"), ("<dict><key>k</key>", "</dict>")])
  func `a depth bomb is refused at the first level too many`(open: String, close: String) {
    let bomb = Self.nested(200_000, open: open, close: close)
    let error = XMLDocument.error(of: bomb, limits: ProfileLimits(maxNodes: .max))
    #expect(error?.reason == .tooDeep(limit: 64))
    #expect(error?.offset == 21 + 64 * open.utf8.count)
  }

  @Test func `exactly the depth allowed is read`() {
    let limits = ProfileLimits(maxDepth: 3)
    let nested = { Self.nested($0, open: "<array>", close: "</array>") }
    #expect(XMLDocument.error(of: nested(3), limits: limits) == nil)
    #expect(XMLDocument.error(of: nested(4), limits: limits)?.reason == .tooDeep(limit: 3))
    let closed = XMLDocument.plist("<array><array><array/><array/></array><array/></array>")
    #expect(XMLDocument.error(of: closed, limits: limits) == nil)
  }

  @Test func `no depth is allowed that the stack could not bear`() {
    var limits = ProfileLimits(maxDepth: .max)
    #expect(limits.maxDepth == ProfileLimits.deepest)
    limits.maxDepth = .max
    #expect(limits.maxDepth == ProfileLimits.deepest)
    let deepest = Self.nested(ProfileLimits.deepest, open: "<array>", close: "</array>")
    #expect(XMLDocument.error(of: deepest, limits: limits) == nil)
    let deeper = Self.nested(ProfileLimits.deepest + 1, open: "<array>", close: "</array>")
    #expect(
      XMLDocument.error(of: deeper, limits: limits)?.reason
        == .tooDeep(limit: ProfileLimits.deepest))
  }

  @Test func `values, keys and containers count against the budget`() {
    let document = XMLDocument.plist("<dict><key>a</key><array><true/><true/></array></dict>")
    #expect(XMLDocument.error(of: document, limits: ProfileLimits(maxNodes: 5)) == nil)
    let error = XMLDocument.error(of: document, limits: ProfileLimits(maxNodes: 4))
    #expect(error?.reason == .tooManyNodes(limit: 4))
    #expect(error?.offset == 21 + 32)
  }

  @Test func `one byte more than allowed is refused`() {
    let document = XMLDocument.plist("<true/>")
    let exactly = ProfileLimits(maxBytes: document.count)
    #expect(XMLDocument.error(of: document, limits: exactly) == nil)
    let less = ProfileLimits(maxBytes: document.count - 1)
    #expect(
      XMLDocument.error(of: document, limits: less)?.reason
        == .tooManyBytes(count: document.count, limit: document.count - 1))
  }

  @Test func `a billion laughs are refused at the document type`() {
    var document = "<?xml version=\"1.0\"?>\n<!DOCTYPE plist [\n <!ENTITY lol \"lol\">\n"
    for level in 1...9 {
      let previous = level == 1 ? "lol" : "lol\(level - 1)"
      let references = String(repeating: "&\(previous);", count: 10)
      document += " <!ENTITY lol\(level) \"\(references)\">\n"
    }
    document += "]>\n<plist version=\"1.0\"><string>&lol9;</string></plist>\n"
    let error = XMLDocument.error(of: Array(document.utf8))
    #expect(error?.reason == .internalSubset)
    #expect(error?.line == 2)
    #expect(error?.column == 17)
  }

  @Test func `an external entity is neither declared nor fetched`() {
    let subset = "<!DOCTYPE plist [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>"
    let document = "\(subset)<plist><string>&e;</string></plist>"
    #expect(XMLDocument.error(of: Array(document.utf8))?.reason == .internalSubset)
    let fetched =
      "<!DOCTYPE plist SYSTEM \"file:///etc/passwd\"><plist><string>&e;</string></plist>"
    #expect(XMLDocument.error(of: Array(fetched.utf8))?.reason == .undefinedEntity("e"))
  }

  @Test func `many keys of one dictionary are told apart by their bytes`() throws {
    let members = (0..<20_000).map { "<key>k\($0)</key><integer>\($0)</integer>" }.joined()
    let value = try XMLPropertyListReader.read(XMLDocument.plist("<dict>\(members)</dict>"))
    guard case .dictionary(let read) = value else {
      Issue.record("not a dictionary")
      return
    }
    #expect(read.count == 20_000)
    #expect(read.last == .init(key: "k19999", value: .integer(19_999)))
    let twice = XMLDocument.plist("<dict>\(members)<key>k7</key><true/></dict>")
    #expect(XMLDocument.error(of: twice)?.reason == .duplicateKey("k7"))
  }

  @Test func `NaN is read, whatever its sign`() throws {
    let value = try XMLPropertyListReader.read(
      XMLDocument.plist("<array><real>nan</real><real>-NaN</real></array>"))
    #expect(value == .array([.real(.nan), .real(.nan)]))
  }
}
