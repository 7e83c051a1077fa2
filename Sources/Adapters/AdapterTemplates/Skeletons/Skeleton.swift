/// A file with places that the table of a suite fills in.
///
/// - `{{name}}`: a text.
/// - `{{#name}}…{{/name}}`: once for each element of a list, or once if a flag is set. What an
///   element does not have is looked up around it.
/// - `{{^name}}…{{/name}}`: if the list is empty or the flag is not set.
///
/// A line that has nothing but the beginning or the end of such a part leaves no line behind. Prose
/// in a comment goes on in the next line if it is too long.
struct Skeleton {
  /// What stands in one place.
  indirect enum Value {
    case text(String)
    /// Text that may be broken into lines.
    case prose(String)
    case list([[String: Value]])

    static func flag(_ isSet: Bool) -> Value { .list(isSet ? [[:]] : []) }
  }

  private indirect enum Part {
    case plain(Substring)
    case place(Substring)
    case section(Substring, isInverted: Bool, [Part])
  }

  private let parts: [Part]

  /// - Parameter text: sections must be closed in the right order; this is the build's own text, and
  ///   tests render all of it.
  init(_ text: String) {
    var tags = Self.tags(of: text)[...]
    parts = Self.parts(&tags)
  }

  /// The text with these values. A name that is nowhere is left out.
  func filled(_ values: [String: Value], width: Int) -> String {
    var writer = Writer(width: width)
    Self.fill(parts, [values], &writer)
    return writer.text
  }

  private static func fill(
    _ parts: [Part], _ values: [[String: Value]], _ writer: inout Writer
  ) {
    for part in parts {
      switch part {
      case .plain(let text):
        writer.text += text
      case .place(let name):
        switch values.last(where: { $0[String(name)] != nil })?[String(name)] {
        case .text(let text)?: writer.text += text
        case .prose(let text)?: writer.add(prose: text)
        case .list?, nil: break
        }
      case .section(let name, let isInverted, let inner):
        var elements: [[String: Value]] = []
        let value = values.last(where: { $0[String(name)] != nil })?[String(name)]
        if case .list(let list)? = value { elements = list }
        if isInverted { elements = elements.isEmpty ? [[:]] : [] }
        for element in elements { fill(inner, values + [element], &writer) }
      }
    }
  }
}

extension Skeleton {
  private enum Tag {
    case plain(Substring)
    case place(Substring)
    case open(Substring, isInverted: Bool)
    case close
  }

  private static func tags(of text: String) -> [Tag] {
    var tags: [Tag] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let found = Self.tags(inLine: line)
      let words = found.filter { tag in
        if case .plain(let text) = tag { text.contains { $0 != " " && $0 != "\t" } } else { true }
      }
      switch words.first {
      case .open?, .close?:
        if words.count == 1 {
          tags += words
          continue
        }
      default: break
      }
      tags += found + [.plain("\n")]
    }
    // The last line feed ends the text; there is no line after it.
    return Array(tags.dropLast(text.hasSuffix("\n") ? 1 : 0))
  }

  private static func tags(inLine line: Substring) -> [Tag] {
    var tags: [Tag] = []
    var rest = line
    while var begin = rest.firstRange(of: "{{") {
      // Of three braces the first is text.
      if rest[begin.upperBound...].first == "{" {
        let next = rest.index(after: begin.lowerBound)
        begin = next..<rest.index(after: begin.upperBound)
      }
      guard let end = rest[begin.upperBound...].firstRange(of: "}}") else { break }
      if begin.lowerBound > rest.startIndex { tags.append(.plain(rest[..<begin.lowerBound])) }
      let name = rest[begin.upperBound..<end.lowerBound]
      switch name.first {
      case "#": tags.append(.open(name.dropFirst(), isInverted: false))
      case "^": tags.append(.open(name.dropFirst(), isInverted: true))
      case "/": tags.append(.close)
      default: tags.append(.place(name))
      }
      rest = rest[end.upperBound...]
    }
    if !rest.isEmpty { tags.append(.plain(rest)) }
    return tags
  }

  private static func parts(_ tags: inout ArraySlice<Tag>) -> [Part] {
    var parts: [Part] = []
    while let tag = tags.popFirst() {
      switch tag {
      case .plain(let text): parts.append(.plain(text))
      case .place(let name): parts.append(.place(name))
      case .open(let name, let isInverted):
        parts.append(.section(name, isInverted: isInverted, Self.parts(&tags)))
      case .close: return parts
      }
    }
    return parts
  }
}

extension Skeleton {
  private struct Writer {
    let width: Int
    var text = ""

    /// Adds prose, in as many lines as it takes. Each begins as the comment does.
    mutating func add(prose: String) {
      let start = text.lastIndex(of: "\n").map(text.index(after:)) ?? text.startIndex
      let line = text[start...]
      var column = line.count
      let indentation = line.prefix { $0 == " " || $0 == "\t" }
      let mark = line.dropFirst(indentation.count).prefix { "#/*|-".contains($0) }
      if mark == "|" {
        text += prose
        return
      }
      let space = line.dropFirst(indentation.count + mark.count).prefix { $0 == " " }
      let isItem = line.dropFirst(indentation.count + mark.count + space.count).hasPrefix("- ")
      // Within /* … */, and after the dash of a list, the next line has blanks instead.
      let isRepeated = mark != "/*" && mark != "-"
      let next =
        indentation + (isRepeated ? mark : Substring(String(repeating: " ", count: mark.count)))
        + space + (isItem ? "  " : "")
      var isFirst = true
      for word in prose.split(separator: " ") {
        if !isFirst, column + 1 + word.count > width {
          text += "\n" + next
          column = next.count
        } else if !isFirst {
          text += " "
          column += 1
        }
        text += word
        column += word.count
        isFirst = false
      }
    }
  }
}
