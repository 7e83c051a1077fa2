import WireFormat

/// A small reader of XML property lists, as a call that knows all formats has one.
enum XMLList {
  /// The value of a list, or nil if there is none.
  static func read(_ bytes: [UInt8]) -> PropertyList? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("<plist") else { return nil }
    var tokens: [Token] = []
    for part in text.split(separator: "<", omittingEmptySubsequences: true) {
      guard let end = part.firstIndex(of: ">") else { continue }
      let tag = part[..<end]
      if tag.hasPrefix("?") || tag.hasPrefix("!") || tag.contains("plist") { continue }
      tokens.append(Token(tag: String(tag), text: String(part[part.index(after: end)...])))
    }
    var rest = tokens[...]
    return value(&rest)
  }

  private struct Token {
    let tag: String
    let text: String
  }

  private static func value(_ rest: inout ArraySlice<Token>) -> PropertyList? {
    guard let token = rest.popFirst() else { return nil }
    switch token.tag {
    case "dict":
      var members: [PropertyList.Member] = []
      while let key = rest.popFirst(), key.tag == "key" {
        rest = rest.dropFirst()
        guard let value = value(&rest) else { return nil }
        members.append(.init(key: key.text, value: value))
      }
      return .dictionary(members)
    case "array":
      var elements: [PropertyList] = []
      while let next = rest.first, next.tag != "/array" {
        guard let value = value(&rest) else { return nil }
        elements.append(value)
      }
      rest = rest.dropFirst()
      return .array(elements)
    case "dict/": return .dictionary([])
    case "array/": return .array([])
    case "string/": return .string("")
    case "true/", "false/": return .boolean(token.tag == "true/")
    case "string", "integer":
      rest = rest.dropFirst()
      return token.tag == "string" ? .string(token.text) : Int64(token.text).map { .integer($0) }
    default: return nil
    }
  }
}
