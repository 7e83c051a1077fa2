import Profiles
import WireFormat

/// How somebody writes a property list in XML: values are the same, whoever writes them.
struct XMLHand: Hashable {
  /// How characters are written that XML uses itself.
  package enum Escape: Hashable, CaseIterable { case named, decimal, hexadecimal, section }

  package var escape = Escape.named
  /// What stands before an element, once for each level.
  var indentation = ""
  /// Whether an empty element is one tag.
  var hasShortTags = false
  /// Whether a number that is not negative has a sign.
  var hasPlus = false
  /// Whether data stands in short lines.
  var wrapsData = false
  /// Whether every array and every dictionary begins with a comment.
  var hasComments = false

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  /// The bytes of a document. A date is written in whole seconds; what XML cannot hold is not asked about.
  package func document(_ value: PropertyList) -> [UInt8] {
    var text = Self.head
    write(value, level: 0, into: &text)
    return Array((text + "</plist>\n").utf8)
  }

  private func write(_ value: PropertyList, level: Int, into text: inout String) {
    text += margin(level)
    switch value {
    case .string(let string): text += element("string", escaped(string))
    case .integer(let number): text += element("integer", sign(number >= 0) + "\(number)")
    case .real(let number): text += element("real", sign(number >= 0) + "\(number)")
    case .boolean(let truth): text += truth ? "<true/>" : "<false/>"
    case .date(let seconds): text += element("date", DateText.text(secondsSince2001: Int(seconds)))
    case .data(let bytes): text += element("data", base64(bytes, level))
    case .array(let elements):
      container("array", isEmpty: elements.isEmpty, level, &text) { text in
        for element in elements { write(element, level: level + 1, into: &text) }
      }
    case .dictionary(let members):
      container("dict", isEmpty: members.isEmpty, level, &text) { text in
        for member in members {
          text += margin(level + 1) + "<key>\(escaped(member.key))</key>\n"
          write(member.value, level: level + 1, into: &text)
        }
      }
    }
    text += "\n"
  }

  private func container(
    _ name: String, isEmpty: Bool, _ level: Int, _ text: inout String,
    _ content: (inout String) -> Void
  ) {
    if isEmpty, hasShortTags {
      text += "<\(name)/>"
      return
    }
    text += "<\(name)>\n"
    if hasComments { text += margin(level + 1) + "<!-- <string>old</string> -->\n" }
    content(&text)
    text += margin(level) + "</\(name)>"
  }

  private func element(_ name: String, _ content: String) -> String {
    content.isEmpty && hasShortTags ? "<\(name)/>" : "<\(name)>\(content)</\(name)>"
  }

  private func margin(_ level: Int) -> String { String(indentation, times: level) }

  private func sign(_ isPositive: Bool) -> String { isPositive && hasPlus ? "+" : "" }

  private func base64(_ bytes: [UInt8], _ level: Int) -> String {
    let text = Base64Text.encode(bytes)
    guard wrapsData, !text.isEmpty else { return String(decoding: text, as: UTF8.self) }
    var lines = "\n"
    for start in stride(from: 0, to: text.count, by: 60) {
      let line = text[start..<min(start + 60, text.count)]
      lines += margin(level) + String(decoding: line, as: UTF8.self) + "\n"
    }
    return lines + margin(level)
  }

  private func escaped(_ text: String) -> String {
    // Hardly any text needs it, and searching characters takes longer than all the rest.
    let needsEscape = text.utf8.contains {
      $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "]")
    }
    guard needsEscape else { return text }
    func replaced(_ ampersand: String, _ less: String, _ greater: String) -> String {
      // The end of a section cannot stand in a text.
      text.replacing("&", with: ampersand).replacing("<", with: less)
        .replacing("]]>", with: "]]" + greater)
    }
    switch escape {
    case .named: return replaced("&amp;", "&lt;", "&gt;")
    case .decimal: return replaced("&#38;", "&#60;", "&#62;")
    case .hexadecimal: return replaced("&#x26;", "&#x3C;", "&#x3E;")
    case .section:
      // The end of a section cannot stand in one.
      return "<![CDATA[" + text.replacing("]]>", with: "]]]]><![CDATA[>") + "]]>"
    }
  }
}
