import Foundation
import Mustache
import WireFormat

/// An HTML page in one file: a template of `Pages/Files` within the layout, with its style and its scripts in it.
///
/// Templates are Mustache. What stands in two braces is escaped by `PageText`; three braces are for what pages make themselves: SVG, and
/// the place of data (`PageData`). A page has a policy (Content-Security-Policy) that lets run the scripts that assay has written, and nothing else.
package struct PageTemplate: Sendable {
  private let library: MustacheLibrary
  private let name: String
  private let scripts: [String]

  /// The pages that there are; each is a template of this name.
  package enum Name: String, CaseIterable, Sendable {
    case report, matrix, campaign

    /// The script that it has beside that of all pages.
    fileprivate var script: String? {
      switch self {
      case .report: "report.js"
      case .matrix: "matrix.js"
      case .campaign: nil
      }
    }
  }

  /// - Throws: where a template is no Mustache; the tests see to that.
  package init(_ name: Name) throws {
    _ = PageText.isRegistered
    var templates: [String: MustacheTemplate] = [:]
    for file in EmbeddedFile.all where file.name.hasSuffix(Self.ending) {
      templates[String(file.name.dropLast(Self.ending.count))] = try MustacheTemplate(
        string: PageText.pragma + file.text)
    }
    library = MustacheLibrary(templates: templates)
    self.name = name.rawValue
    scripts = ["page.js", name.script].compactMap { $0 }.map(EmbeddedFile.text)
  }

  static let ending = ".mustache"

  /// The page.
  ///
  /// - Parameters:
  ///   - title: what the window and a bookmark are called.
  ///   - content: the values of the template: a structure whose members have the names that it uses.
  package func text(title: String, _ content: some Sendable) -> String {
    let theme = EmbeddedFile.text("theme.js")
    let style = EmbeddedFile.text("page.css")
    // One script: they are one program.
    let script = scripts.joined()
    let page = Page(
      title: title, policy: Self.policy(style: style, scripts: [theme, script]), style: style,
      theme: theme, script: script, content: content)
    return library.render(page, withTemplate: name) ?? ""
  }

  private struct Page<Content: Sendable>: Sendable {
    let title: String
    let policy: String
    let style: String
    let theme: String
    let script: String
    let content: Content
  }

  private static func policy(style: String, scripts: [String]) -> String {
    let hashes = scripts.map(hash).joined(separator: " ")
    return
      "default-src 'none'; style-src \(hash(style)); script-src \(hashes); img-src data:; base-uri 'none'; form-action 'none'"
  }

  /// `'sha256-…'`, as a policy names a text.
  private static func hash(_ text: String) -> String {
    let digest = Digest.hash(.sha256, Array(text.utf8))
    return "'sha256-\(Data(digest).base64EncodedString())'"
  }
}

/// How text is written into a page: markup is escaped character by character, and what does not show itself stands as `\u{202E}`.
///
/// Mustache's own escaping looks at whole letters: a quotation mark with an accent on it would pass as no quotation mark.
struct PageText: MustacheContentType {
  func escapeText(_ text: String) -> String { XMLText.escaped(text, keepsLines: true) }

  private static let name = "ASSAY"
  /// What each template begins with.
  static let pragma = "{{% CONTENT_TYPE: \(name)}}"
  static let isRegistered: Bool = {
    MustacheContentTypes.register(PageText(), named: name)
    return true
  }()
}

/// JSON within a page: nothing in it ends the element that it stands in, and it is JSON still.
package enum PageData {
  /// What stands in a page for data that is written by itself. No text of others has it: it would stand there as `\u{0}`.
  static let place: Character = "\u{0}"

  /// Writes a page with the data that belongs in its place. It is never held twice.
  static func write(
    _ page: String, data: [UInt8], to file: OutputFile
  ) throws(OutputFault) {
    let parts = page.utf8.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    for (number, part) in parts.enumerated() {
      if number > 0 {
        for start in stride(from: 0, to: data.count, by: 1 << 16) {
          try file.write(escaped(data[start..<min(data.count, start + 1 << 16)]))
        }
      }
      try file.write(part)
    }
  }

  /// The same JSON without the characters that mean something in a page.
  static func escaped(_ json: some Collection<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count + json.count / 16)
    for byte in json {
      // Outside of strings JSON has none of these.
      switch byte {
      case UInt8(ascii: "<"): bytes += "\\u003C".utf8
      case UInt8(ascii: ">"): bytes += "\\u003E".utf8
      case UInt8(ascii: "&"): bytes += "\\u0026".utf8
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}
