extension VisibleText {
  /// Two texts as one wants to see them beside each other: where both are long and begin in the
  /// same way, the beginning gives way to `…`, so that the difference is in what is shown.
  ///
  /// Complexity: linear in the shorter text.
  static func contrasted(
    _ expected: String, _ observed: String, maxCharacters: Int
  ) -> (expected: String, observed: String) {
    var left = expected.unicodeScalars[...]
    var right = observed.unicodeScalars[...]
    let isLong = max(left.utf8Count, right.utf8Count) > maxCharacters
    let common = isLong ? zip(left, right).prefix { $0 == $1 }.count : 0
    let context = maxCharacters / 4
    guard common > maxCharacters / 2, common > context else {
      return (
        escaped(expected, maxCharacters: maxCharacters),
        escaped(observed, maxCharacters: maxCharacters)
      )
    }
    left = left.dropFirst(common - context)
    right = right.dropFirst(common - context)
    return (
      "…" + escaped(String(left), maxCharacters: maxCharacters),
      "…" + escaped(String(right), maxCharacters: maxCharacters)
    )
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var utf8Count: Int { String(self).utf8.count }
}

extension VisibleText {
  /// Whether two different texts are so alike that their first difference means something: nearly the same, or the same up to
  /// within a value.
  static func areAlike(_ left: String, _ right: String) -> Bool {
    let left = Array(left.unicodeScalars)
    let right = Array(right.unicodeScalars)
    guard left != right else { return false }
    let shorter = min(left.count, right.count)
    let start = zip(left, right).prefix { $0 == $1 }.count
    let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    let isWithinValue = left.prefix(start).contains { $0 == "=" || $0 == "\"" || $0 == "{" }
    return start > 0 && (isWithinValue || 4 * min(shorter, start + end) >= 3 * shorter)
  }

  /// How many columns the common beginning of two visible texts takes.
  static func commonColumns(_ left: String, _ right: String) -> Int {
    zip(left.unicodeScalars, right.unicodeScalars).prefix { $0 == $1 }
      .reduce(0) { $0 + columns($1.0) }
  }

  /// A text in one line of so many columns: escaped, and cut with `…`.
  static func cut(_ text: String, columns room: Int) -> String {
    // No character takes less than nothing, but marks take none: the text is bounded before it is escaped.
    let start = String(text.unicodeScalars.prefix(4 * room))
    var shown = ""
    var used = 0
    for scalar in escaped(start).unicodeScalars {
      used += columns(scalar)
      if used >= room { return shown + "…" }
      shown.unicodeScalars.append(scalar)
    }
    return start.utf8.count < text.utf8.count ? shown + "…" : shown
  }
}
