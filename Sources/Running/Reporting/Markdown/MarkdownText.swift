/// Text within Markdown as GitHub and GitLab read it.
enum MarkdownText {
  /// Foreign text as a code span: nothing in it becomes markup, a link, a mention or the end of a table's cell, and it stays in its line.
  ///
  /// - Parameter inTable: whether it stands in a cell, whose end even a code span does not hide.
  static func code(_ text: String, maxCharacters: Int = 400, inTable: Bool = false) -> String {
    var visible = VisibleText.escaped(text, maxCharacters: maxCharacters)
    if visible.isEmpty { return "(empty)" }
    if inTable { visible = visible.replacing("|", with: "\\u{7C}") }
    // A span ends with as many backticks as it began with, and a space on each side is no part of it.
    let fence = String(repeating: "`", count: longestRun(of: "`", in: visible) + 1)
    let isPadded =
      visible.hasPrefix("`") || visible.hasSuffix("`")
      || visible.hasPrefix(" ") && visible.hasSuffix(" ")
    let space = isPadded ? " " : ""
    return fence + space + visible + space + fence
  }

  /// A sentence of our own, which may hold characters that mean something in Markdown.
  static func plain(_ text: String) -> String {
    var result = ""
    for character in VisibleText.escaped(text) {
      if "\\`*_{}[]<>()#+!|~&@".contains(character) { result += "\\" }
      result.append(character)
    }
    return result
  }

  /// A command in a block of its own, each line set in.
  static func block(_ command: String, indent: String) -> [String] {
    let visible = VisibleText.escaped(command)
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: visible) + 1))
    return [indent + fence + "sh", indent + visible, indent + fence]
  }

  private static func longestRun(of mark: Character, in text: String) -> Int {
    var longest = 0
    var run = 0
    for character in text {
      run = character == mark ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
