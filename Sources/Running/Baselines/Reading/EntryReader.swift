import Conformance
import Running
import Yams

/// Reads one entry of a baseline, and gathers what is wrong with it.
struct EntryReader {
  static let members = [
    "requirement", "cases", "variant", "fails", "verdict", "reason", "link", "until", "flaky",
  ]
  static let anchors =
    "anchors and aliases are not read; write the value where it is meant, in quotes if it begins with & or *"
  private static let maxTextBytes = 2_000
  private static let maxElements = 100_000

  let line: Int
  private(set) var problems: [BaselineError.Problem] = []

  init(line: Int) { self.line = line }

  /// - Returns: nil where something is wrong.
  mutating func read(_ mapping: Node.Mapping, _ mark: Mark?) -> Baseline.Entry? {
    for (name, _) in mapping where !Self.members.contains(name.scalar?.string ?? "") {
      complain(BaselineReader.unknown(name, of: "an entry", Self.members), name.mark)
    }
    let subject = subject(mapping, mark)
    var entry = Baseline.Entry(line: line, subject ?? .requirement(""), reason: "")
    entry.variant = text("variant", mapping).flatMap { variant($0.text, $0.mark) }
    entry.signatures = signatures(mapping)
    entry.verdicts = verdicts(mapping)
    if mapping["fails"] == nil, mapping["verdict"] == nil {
      complain(
        "the entry does not say how its cases fail; add \"fails\" with a signature of the report, or \"verdict\"",
        mark)
    }
    if let reason = text("reason", mapping) {
      entry.reason = reason.text
    } else if mapping["reason"] == nil {
      complain(
        "the entry has no reason; say why the failure is known and not mended yet, or \(BaselineRecord.openReason)",
        mark)
    }
    entry.link = text("link", mapping).flatMap { link($0.text, $0.mark) }
    entry.until = text("until", mapping).flatMap { day($0.text, $0.mark) }
    entry.flaky = text("flaky", mapping).flatMap { tries($0.text, $0.mark) }
    return problems.isEmpty ? entry : nil
  }

  private mutating func subject(
    _ mapping: Node.Mapping, _ mark: Mark?
  ) -> Baseline.Entry.Subject? {
    switch (mapping["requirement"], mapping["cases"]) {
    case (nil, nil):
      complain("the entry is about nothing; add \"cases\" or \"requirement\"", mark)
      return nil
    case (let one?, _?):
      complain("the entry has both \"requirement\" and \"cases\"; write two entries", one.mark)
      return nil
    case (_?, nil): return text("requirement", mapping).flatMap { requirement($0.text, $0.mark) }
    case (nil, _?):
      let patterns = texts("cases", mapping).filter { isPattern($0.text, $0.mark) }
      return patterns.isEmpty ? nil : .cases(patterns.map { GlobPattern($0.text) })
    }
  }

  private mutating func requirement(_ text: String, _ mark: Mark?) -> Baseline.Entry.Subject? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isName =
      parts.count <= 2
      && parts[0].utf8.allSatisfy {
        (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
      }
      && parts.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
    guard isName else {
      complain(
        "\"\(Shown.text(text))\" is no requirement; write one as ABT-TOK-01, or with its facet as ABT-DATA-04/limit; patterns of cases belong to \"cases\"",
        mark)
      return nil
    }
    return .requirement(text)
  }

  private mutating func isPattern(_ text: String, _ mark: Mark?) -> Bool {
    guard !text.contains(where: \.isWhitespace), text.contains("/") || text.contains("*") else {
      complain(
        "\"\(Shown.text(text))\" is no pattern of case ids; write one as abt/token/** (assay list shows the ids)",
        mark)
      return false
    }
    return true
  }

  private mutating func variant(_ text: String, _ mark: Mark?) -> Variant? {
    let names = [Variant.plain.name, Variant.encrypting.name, Variant.sole.name]
    guard names.contains(text) else {
      complain("there is no variant \"\(Shown.text(text))\"" + hint(text, names), mark)
      return nil
    }
    return Variant(text)
  }

  private mutating func signatures(_ mapping: Node.Mapping) -> [Signature] {
    texts("fails", mapping).compactMap { text, mark in
      guard let signature = Signature(text) else {
        complain(
          "\"\(Shown.text(text))\" is no signature; write it as the report does: ABT-CB-04 wrong-status",
          mark)
        return nil
      }
      return signature
    }
  }

  private mutating func verdicts(_ mapping: Node.Mapping) -> [Verdict] {
    let names = Baseline.verdicts.map(\.rawValue)
    return texts("verdict", mapping).compactMap { text, mark in
      guard names.contains(text), let verdict = Verdict(rawValue: text) else {
        complain("no known failure comes out as \"\(Shown.text(text))\"" + hint(text, names), mark)
        return nil
      }
      return verdict
    }
  }

  private func hint(_ word: String, _ names: [String]) -> String {
    NearestName.hint(for: word, among: names, all: names)
  }

  private mutating func link(_ text: String, _ mark: Mark?) -> String? {
    guard ["https://", "http://"].contains(where: { text.hasPrefix($0) && text != $0 }),
      !text.contains(where: \.isWhitespace)
    else {
      complain("\"\(Shown.text(text))\" is no link; it begins with https:// or http://", mark)
      return nil
    }
    return text
  }

  private mutating func day(_ text: String, _ mark: Mark?) -> CalendarDay? {
    guard let day = CalendarDay(text) else {
      complain("\"\(Shown.text(text))\" is no day; write one as 2027-01-31", mark)
      return nil
    }
    return day
  }

  private mutating func tries(_ text: String, _ mark: Mark?) -> Int? {
    guard let number = Int(text), (2...Baseline.maxTries).contains(number) else {
      complain(
        "flaky takes a number of tries from 2 to \(Baseline.maxTries), not \"\(Shown.text(text))\"",
        mark)
      return nil
    }
    return number
  }

  // MARK: Values

  /// The one text of a member; nil where it is not there, or is something else.
  private mutating func text(
    _ name: String, _ mapping: Node.Mapping
  ) -> (text: String, mark: Mark?)? {
    mapping[name].flatMap { text($0, of: name) }
  }

  /// The texts of a member that takes one or a list of them, each once.
  private mutating func texts(
    _ name: String, _ mapping: Node.Mapping
  ) -> [(text: String, mark: Mark?)] {
    guard let node = mapping[name] else { return [] }
    guard case .sequence(let list) = node else { return text(node, of: name).map { [$0] } ?? [] }
    if list.anchor != nil { complain(Self.anchors, node.mark) }
    guard !list.isEmpty, list.count <= Self.maxElements else {
      complain("\(name) takes from 1 to \(Self.maxElements) texts, not \(list.count)", node.mark)
      return []
    }
    var seen: Set<String> = []
    var texts: [(text: String, mark: Mark?)] = []
    for element in list {
      guard let one = text(element, of: name) else { continue }
      guard seen.insert(one.text).inserted else {
        complain("\"\(Shown.text(one.text))\" stands here twice; leave one of them", one.mark)
        continue
      }
      texts.append(one)
    }
    return texts
  }

  private mutating func text(_ node: Node, of name: String) -> (text: String, mark: Mark?)? {
    guard case .scalar(let scalar) = node else {
      complain("\(name) takes a text", node.mark)
      return nil
    }
    if scalar.anchor != nil {
      complain(Self.anchors, node.mark)
    } else if scalar.style == .literal || scalar.style == .folded {
      complain("\(name) takes a text without | or >; write it behind the colon", node.mark)
    } else if scalar.string.allSatisfy(\.isWhitespace) {
      complain(
        "\(name) is empty\(name == "reason" ? "; say why the failure is known" : "")", node.mark)
    } else if scalar.string.utf8.count > Self.maxTextBytes {
      complain("\(name) has more than \(Self.maxTextBytes) bytes; shorten it", node.mark)
    } else if let complaint = scalar.string.unicodeScalars.lazy.compactMap(BaselineText.complaint)
      .first
    {
      complain("\(name): \(complaint)", node.mark)
    } else {
      return (scalar.string, node.mark)
    }
    return nil
  }

  private mutating func complain(_ words: String, _ mark: Mark?) {
    problems.append(.init(line: mark?.line ?? line, column: mark?.column ?? 1, words: words))
  }
}
