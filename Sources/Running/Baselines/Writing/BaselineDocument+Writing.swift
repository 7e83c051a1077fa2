package import Running

extension BaselineDocument {
  /// What becomes of an entry.
  enum Change: Sendable, Hashable {
    case remove
    /// The first one stands in its place; the others come right after it.
    case replace([Baseline.Entry])
  }

  /// The text of a new file.
  ///
  /// - Parameter title: what the comment at its top says.
  package static func text(of entries: [Baseline.Entry], title: String) -> String {
    let head = ["# \(title)", "format: \(format)", entries.isEmpty ? "known: []" : "known:"]
    return (head + entries.flatMap { EntryText.lines($0) }).joined(separator: "\n") + "\n"
  }

  /// The text with some entries changed and others at its end. All other lines stay as they are.
  func text(changing changes: [Int: Change], appending entries: [Baseline.Entry]) -> String {
    var text = text
    let column = layouts.last?.column ?? 5
    let added = entries.flatMap { EntryText.lines($0, column: column) }
    if let last = layouts.last {
      text.lines.insert(contentsOf: added, at: last.lines.upperBound - 1)
    } else if !added.isEmpty {
      let place = text.lines.firstIndex { $0.hasPrefix("known") } ?? text.lines.count - 1
      text.lines[place] = "known:"
      text.lines.insert(contentsOf: added, at: place + 1)
    }
    for (index, layout) in layouts.enumerated().reversed() {
      switch changes[index] {
      case nil: break
      case .remove: text.lines.removeSubrange(placed(withComments: layout))
      case .replace(let entries):
        let others = entries.dropFirst().flatMap { EntryText.lines($0, column: layout.column) }
        text.lines.insert(contentsOf: others, at: layout.lines.upperBound - 1)
        if let first = entries.first { change(index, to: first, in: &text) }
      }
    }
    let isEmptied =
      !layouts.isEmpty && added.isEmpty && layouts.indices.allSatisfy { changes[$0] == .remove }
    if isEmptied, let place = text.lines.firstIndex(where: { $0.hasPrefix("known") }) {
      text.lines[place] = "known: []"
    }
    return text.text
  }

  /// The places of an entry's lines, with the comment right above it: that is about the entry.
  private func placed(withComments layout: EntryLayout) -> Range<Int> {
    var start = layout.lines.lowerBound - 1
    while start > 0, text.lines[start - 1].drop(while: { $0 == " " }).hasPrefix("#") { start -= 1 }
    // The comment at the top of the file is about all of it.
    return (start == 0 ? layout.lines.lowerBound - 1 : start)..<(layout.lines.upperBound - 1)
  }

  /// Writes the members anew that are not as they were.
  private func change(_ index: Int, to entry: Baseline.Entry, in text: inout BaselineText) {
    let old = baseline.entries[index]
    let layout = layouts[index]
    let indent = String(repeating: " ", count: max(2, layout.column - 1))
    // From the last line to the first, so that the places of the others stay.
    var edits: [(lines: Range<Int>, new: [String])] = []
    let subject = layout.member("cases") ?? layout.member("requirement")
    for name in ["requirement", "cases", "variant", "fails", "verdict"] {
      let before = EntryText.member(name, of: old, column: layout.column)
      let after = EntryText.member(name, of: entry, column: layout.column)
      guard before != after else { continue }
      if name == "cases", let items = layout.member(name)?.items,
        case .cases(let was) = old.subject, case .cases(let patterns) = entry.subject
      {
        // A list loses and gets lines, and keeps its comments.
        let gone = zip(items, was).filter { !patterns.contains($1) }.map(\.0)
        let new = patterns.filter { !was.contains($0) }
        guard gone.count < items.count || !new.isEmpty, let last = items.last else { continue }
        let own = text.lines[last - 1].prefix { $0 == " " }
        edits.append(
          (last + 1..<last + 1, new.map { EntryText.item($0.text, indent: String(own)) }))
        edits += gone.map { ($0..<$0 + 1, []) }
        continue
      }
      if let member = layout.member(name) {
        edits.append((member.lines, after.isEmpty ? [] : commented(after, member, text)))
      } else if let subject {
        let place = name == "verdict" ? layout.member("fails") ?? subject : subject
        edits.append((place.lines.upperBound..<place.lines.upperBound, after))
      }
    }
    for edit in edits.sorted(by: {
      ($0.lines.lowerBound, $0.lines.upperBound) > ($1.lines.lowerBound, $1.lines.upperBound)
    }) {
      text.lines.replaceSubrange(
        edit.lines.lowerBound - 1..<edit.lines.upperBound - 1, with: edit.new)
    }
    // The hyphen stands before the first member, whichever that is now.
    let start = layout.lines.lowerBound - 1
    if !text.lines[start].drop(while: { $0 == " " }).hasPrefix("- ") {
      text.lines[start] = String(indent.dropLast(2)) + "- " + text.lines[start].drop { $0 == " " }
    }
  }

  /// The new lines of a member with the comment that stood behind its old value.
  private func commented(
    _ lines: [String], _ member: EntryLayout.Member, _ text: BaselineText
  ) -> [String] {
    let old = text.lines[member.lines.lowerBound - 1]
    guard member.lines.count == 1, lines.count == 1, !old.contains("\""), !old.contains("'"),
      let start = old.firstRange(of: " #")
    else { return lines }
    return [lines[0] + old[start.lowerBound...]]
  }
}
