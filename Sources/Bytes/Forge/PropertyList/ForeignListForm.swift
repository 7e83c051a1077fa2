/// What stands in the place of a list of version 00, or around it (ABT-DATA-06).
package enum ForeignListForm: String, ImageForm {
  case empty, noise
  case xml = "xml-list"
  case json
  case openStep = "openstep-text"
  case headerMissing = "header-missing"
  case headerDamaged = "header-damaged"
  case bytesInFront = "bytes-in-front"
  case version15 = "version-15"
  case version16 = "version-16"
  case versionOther = "version-0x"

  var note: LayerNote {
    switch self {
    case .empty: refused("nothing stands after the magic")
    case .noise: refused("random bytes stand in the place of the list")
    case .xml: refused("an XML property list with the same keys stands in its place")
    case .json: refused("JSON with the same keys stands in its place")
    case .openStep: refused("an OpenStep text list with the same keys stands in its place")
    case .headerMissing:
      refused("the list begins with its objects, without the eight bytes bplist00")
    case .headerDamaged: refused("one bit of the word bplist is another one")
    case .bytesInFront:
      refused("white space, a byte order mark or zeros stand in front of the list")
    case .version15: refused("the header says bplist15")
    case .version16: refused("the header says bplist16")
    case .versionOther:
      LayerNote(.free, "the header says bplist0 and another digit or letter than 0")
    }
  }

  private func refused(_ sentence: String) -> LayerNote {
    LayerNote(.refused, sentence)
  }

  func change(_ editor: inout ImageEditor, _ aim: ImageAim) {
    switch self {
    case .empty: editor.replaceAll(with: [])
    case .noise: editor.replaceAll(with: Self.noise(aim))
    case .xml: editor.replaceAll(with: Array(ForeignText(editor).xml.utf8))
    case .json: editor.replaceAll(with: Array(ForeignText(editor).json.utf8))
    case .openStep: editor.replaceAll(with: Array(ForeignText(editor).openStep.utf8))
    case .headerMissing: editor.image.header = []
    case .headerDamaged:
      editor.image.header[aim.place(below: 6)] ^= 1 << UInt8(aim.variant(below: 8))
    case .bytesInFront:
      editor.image.header =
        aim.pick([[0x20], [0xEF, 0xBB, 0xBF], [0], [0x0D, 0x0A]]) + editor.image.header
    case .version15: editor.image.header = Array("bplist15".utf8)
    case .version16: editor.image.header = Array("bplist16".utf8)
    case .versionOther:
      editor.image.header[7] = aim.pick(Array("123456789aZ?".utf8))
    }
  }

  /// Bytes that look random, but never begin as a list does.
  private static func noise(_ aim: ImageAim) -> [UInt8] {
    var state = UInt64(bitPattern: Int64(aim.variant)) &* 0x9E37_79B9_7F4A_7C15
    var bytes = (0..<(1 + aim.place(below: 300))).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    if bytes[0] == UInt8(ascii: "b") { bytes[0] = 0xFF }
    return bytes
  }
}

/// The dictionary's own keys with values of the right types, so that a reader of another format would find a request.
private struct ForeignText {
  private enum Kind { case number, text, array, dictionary }
  private var members: [(key: String, kind: Kind)] = []

  init(_ editor: ImageEditor) {
    guard let top = editor.container(editor.top) else { return }
    for (key, value) in zip(top.references, top.references.dropFirst(top.count)) {
      guard let key = editor.bytes(Int(clamping: key)), let marker = key.first,
        marker >> 4 == 5, marker & 15 < 15
      else { continue }
      let name = String(decoding: key.dropFirst(), as: UTF8.self)
      guard name.utf8.allSatisfy({ (0x30...0x7A).contains($0) && $0 != 0x3C && $0 != 0x5C })
      else { continue }
      let kind: Kind? =
        if let container = editor.container(Int(clamping: value)) {
          container.isDictionary ? .dictionary : .array
        } else {
          switch editor.bytes(Int(clamping: value))?.first.map({ $0 >> 4 }) {
          case 1: .number
          case 5, 6: .text
          default: nil
          }
        }
      if let kind { members.append((name, kind)) }
    }
  }

  var xml: String {
    let lines = members.map { member in
      let value =
        switch member.kind {
        case .number: "<integer>1</integer>"
        case .text: "<string></string>"
        case .array: "<array/>"
        case .dictionary: "<dict/>"
        }
      return "<key>\(member.key)</key>\(value)\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \(lines.joined())</dict>
      </plist>

      """
  }

  var json: String {
    let texts = members.map { "\"\($0.key)\":" + Self.literal($0.kind, array: "[]", object: "{}") }
    return "{" + texts.joined(separator: ",") + "}"
  }

  var openStep: String {
    let texts = members.map {
      "\"\($0.key)\" = " + Self.literal($0.kind, array: "()", object: "{}")
    }
    return "{" + texts.map { $0 + ";" }.joined(separator: " ") + "}"
  }

  private static func literal(_ kind: Kind, array: String, object: String) -> String {
    switch kind {
    case .number: "1"
    case .text: "\"\""
    case .array: array
    case .dictionary: object
    }
  }
}
