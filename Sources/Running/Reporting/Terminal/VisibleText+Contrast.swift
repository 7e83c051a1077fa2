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
