import Conformance
import Running
import Yams

/// Reads the entries of a baseline, and gathers what is wrong with them.
struct BaselineReader {
  static let maxProblems = 20
  static let maxEntries = 20_000

  private let text: BaselineText
  /// Anchors are there as long as their parser is.
  private var parser: Parser?
  private(set) var entries: [(entry: Baseline.Entry, layout: EntryLayout)] = []
  private var problems: [BaselineError.Problem] = []

  init(_ text: BaselineText) { self.text = text }

  mutating func read() throws(BaselineError) {
    let root = try parsed()
    let beginning = "a baseline begins with the line \"format: \(BaselineDocument.format)\""
    guard let root else { throw BaselineError("the file is empty; \(beginning)") }
    guard case .mapping(let members) = root else {
      throw BaselineError("this is no baseline; \(beginning)")
    }
    try refuseAnchor(members.anchor != nil, root.mark)
    var known: Node?
    var format: String?
    let names = ["format", "known"]
    for (name, value) in members {
      switch name.scalar?.string {
      case "format": format = value.scalar?.string
      case "known": known = value
      default: complain(Self.unknown(name, of: "a baseline", names), name.mark)
      }
    }
    if let format, format != BaselineDocument.format {
      complain(
        "the format is \"\(Shown.text(format))\"; this version reads \(BaselineDocument.format)",
        members["format"]?.mark)
    } else if format == nil {
      complain("there is no format; \(beginning)", root.mark)
    }
    if let known {
      try readEntries(known)
    } else if format == BaselineDocument.format {
      complain("the member known is missing; write \"known: []\" where nothing is known", root.mark)
    }
    refuseRepeated()
    guard problems.isEmpty else {
      throw BaselineError(
        problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) }, isComplete: true)
    }
  }

  private mutating func parsed() throws(BaselineError) -> Node? {
    do {
      let parser = try Parser(yaml: text.lines.joined(separator: "\n"))
      self.parser = parser
      return try parser.singleRoot()
    } catch let error as YamlError {
      throw Self.problem(of: error)
    } catch {
      throw BaselineError("this is no YAML: \(error)")
    }
  }

  private static func problem(of error: YamlError) -> BaselineError {
    switch error {
    case .scanner(_, let words, let mark, _), .parser(_, let words, let mark, _),
      .composer(_, let words, let mark, _):
      let isAlias = words.contains("alias") || words.contains("alphabetic or numeric")
      let advice =
        isAlias ? "; put a text that begins with * or & in quotes" : ""
      return BaselineError(
        "this is no YAML: \(words)\(advice)", line: max(1, mark.line), column: max(1, mark.column))
    case .duplicatedKeysInMapping(let duplicates, let context):
      let names = duplicates.sorted().map { Shown.text($0) }.joined(separator: ", ")
      return BaselineError(
        "two members of one mapping have the same name: \(names); leave one of them",
        line: max(1, context.mark.line), column: max(1, context.mark.column))
    default: return BaselineError("this is no YAML")
    }
  }

  private mutating func readEntries(_ known: Node) throws(BaselineError) {
    if known.scalar?.string.isEmpty == true { return }
    guard case .sequence(let list) = known else {
      return complain("known takes a list of entries, each after a hyphen", known.mark)
    }
    try refuseAnchor(list.anchor != nil, known.mark)
    guard list.count <= Self.maxEntries else {
      throw BaselineError("there are more than \(Self.maxEntries) entries; use patterns")
    }
    let starts = list.map { $0.mark?.line ?? 1 }
    for (number, node) in list.enumerated() {
      guard problems.count < Self.maxProblems else { throw BaselineError(problems) }
      // The last entry ends with the file, or where another member of the file begins.
      let end = number + 1 < starts.count ? starts[number + 1] : end(after: starts[number])
      guard case .mapping(let members) = node else {
        complain("an entry has members, such as \"cases:\"", node.mark)
        continue
      }
      try refuseAnchor(members.anchor != nil, node.mark)
      guard let layout = layout(members, starts[number]..<end, node.mark) else { continue }
      var reader = EntryReader(line: layout.lines.lowerBound)
      let entry = reader.read(members, node.mark)
      problems += reader.problems
      if let entry { entries.append((entry, layout)) }
    }
  }

  private func end(after line: Int) -> Int {
    let rest = text.lines[line...]
    let next = rest.firstIndex { $0.first.map { !" #-".contains($0) } ?? false }
    return (next ?? text.lines.count) + 1
  }

  /// Where the parts of an entry stand; nil where they do not stand as `--update` could keep them.
  private mutating func layout(
    _ members: Node.Mapping, _ lines: Range<Int>, _ mark: Mark?
  ) -> EntryLayout? {
    let rule = "an entry has each member on a line of its own, the first one behind the hyphen"
    // A member of its own behind the hyphen: neither a brace nor the hyphen alone.
    let start = text.lines[lines.lowerBound - 1].drop { $0 == " " }
    guard start.hasPrefix("- "), start.dropFirst(2).drop(while: { $0 == " " }).first != "{"
    else {
      complain("the entry cannot be kept as it is written; \(rule)", mark)
      return nil
    }
    let places = members.map { ($0.key, $0.value) }.compactMap { name, value in
      name.mark.map { ($0.line, name.scalar?.string ?? "", value) }
    }
    guard Set(places.map(\.0)).count == places.count else {
      complain("two members stand on one line; \(rule)", mark)
      return nil
    }
    let end = trimmed(lines).upperBound
    let own = places.enumerated().map { number, place in
      let next = number + 1 < places.count ? places[number + 1].0 : end
      let range = trimmed(place.0..<max(next, place.0 + 1))
      return EntryLayout.Member(
        name: place.1, lines: range, items: items(place.2, after: place.0))
    }
    return EntryLayout(lines: lines.lowerBound..<end, members: own, column: mark?.column ?? 3)
  }

  /// The lines of a list with one element a line.
  private func items(_ node: Node, after line: Int) -> [Int]? {
    guard case .sequence(let list) = node else { return nil }
    let lines = list.compactMap { $0.mark?.line }
    let isOneALine = lines.allSatisfy {
      $0 > line && text.lines[$0 - 1].drop { $0 == " " }.hasPrefix("- ")
    }
    return isOneALine && lines.count == list.count && Set(lines).count == lines.count ? lines : nil
  }

  /// A range of lines without the empty lines and the comments at its end.
  private func trimmed(_ lines: Range<Int>) -> Range<Int> {
    var end = min(lines.upperBound, text.lines.count + 1)
    while end > lines.lowerBound + 1, text.lines[end - 2].isBlankOrComment { end -= 1 }
    return lines.lowerBound..<max(end, lines.lowerBound + 1)
  }

  private mutating func refuseRepeated() {
    struct Claim: Hashable {
      let subject: Baseline.Entry.Subject
      let variant: Variant?
      let signatures: [Signature]
      let verdicts: [Verdict]
    }
    var lines: [Claim: Int] = [:]
    for (entry, _) in entries {
      let claim = Claim(
        subject: entry.subject, variant: entry.variant, signatures: entry.signatures,
        verdicts: entry.verdicts)
      if let line = lines[claim] {
        problems.append(
          .init(
            line: entry.line, column: 1,
            words: "the entry of line \(line) says the same; leave one of them"))
      }
      lines[claim] = lines[claim] ?? entry.line
    }
  }

  private mutating func complain(_ words: String, _ mark: Mark?) {
    problems.append(.init(line: mark?.line ?? 1, column: mark?.column ?? 1, words: words))
  }

  private func refuseAnchor(_ isThere: Bool, _ mark: Mark?) throws(BaselineError) {
    if isThere {
      throw BaselineError(
        EntryReader.anchors, line: mark?.line ?? 1, column: mark?.column ?? 1)
    }
  }

  static func unknown(_ name: Node, of what: String, _ known: [String]) -> String {
    guard let word = name.scalar?.string else { return "a member's name is a text" }
    return "\(what) has no member \"\(Shown.text(word))\""
      + NearestName.hint(for: word, among: known, all: known)
  }
}

/// Text of a file in messages.
enum Shown {
  /// In one line, and not too long.
  static func text(_ text: String) -> String {
    var shown = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == 60 { return shown + "…" }
      if BaselineText.complaint(of: scalar) == nil {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return shown
  }
}

extension String {
  /// Whether a line of YAML says nothing to the parser.
  var isBlankOrComment: Bool {
    let start = drop { $0 == " " || $0 == "\t" }
    return start.isEmpty || start.hasPrefix("#")
  }
}
