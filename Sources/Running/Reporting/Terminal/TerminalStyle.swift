/// How text is laid out on a terminal, or in a file that takes its place.
package struct TerminalStyle: Sendable {
  package let color: Bool
  /// The columns that lines of text are wrapped to, 40 to 160; commands and ids are never broken.
  package let width: Int

  /// - Parameters:
  ///   - color: whether escape sequences for colours are written; the caller knows of `NO_COLOR`.
  ///   - width: the terminal's columns; 0 stands for unknown.
  package init(color: Bool, width: Int) {
    self.color = color
    self.width = width <= 0 ? 100 : min(max(width, 40), 160)
  }

  /// What a text says, as a colour.
  package enum Tone: String {
    case good = "32"
    case bad = "1;31"
    case doubtful = "33"
    case heading = "1"
    case quiet = "2"
  }

  /// A heading of the caller's own words.
  package func heading(_ text: String) -> String { paint(text, .heading) }

  package func paint(_ text: String, _ tone: Tone) -> String {
    color && !text.isEmpty ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The lines that a text takes after `label`, all indented to where its first one begins.
  ///
  /// - Parameters:
  ///   - text: text that is visible already (`VisibleText`).
  ///   - maxLines: where the text ends in `…`.
  package func paragraph(
    _ text: String, label: String = "", indent: Int, maxLines: Int = .max, tone: Tone? = nil
  ) -> [String] {
    let labelWidth = label.unicodeScalars.count
    let room = max(20, width - indent - labelWidth)
    var pieces = LineBreaker.lines(text, columns: room)
    if pieces.count > maxLines {
      pieces.removeLast(pieces.count - maxLines)
      pieces[maxLines - 1] += " …"
    }
    return pieces.enumerated().map { number, piece in
      let shown = tone.map { paint(piece, $0) } ?? piece
      let lead = String(repeating: " ", count: indent)
      if number == 0 { return lead + paint(label, .quiet) + shown }
      return lead + String(repeating: " ", count: labelWidth) + shown
    }
  }

  /// Foreign text after a label, indented by two columns, as findings are told.
  package func labelled(_ label: String, _ text: String, maxLines: Int = 6) -> [String] {
    paragraph(
      VisibleText.escaped(text, maxCharacters: 1_200),
      label: label + String(repeating: " ", count: max(1, 10 - label.count)), indent: 2,
      maxLines: maxLines)
  }
}

/// Breaks text into lines, at spaces where there are any.
enum LineBreaker {
  static func lines(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let wordColumns = word.unicodeScalars.reduce(0) { $0 + VisibleText.columns($1) }
      if used > 0, used + 1 + wordColumns <= columns {
        line += " " + word
        used += 1 + wordColumns
        continue
      }
      if used > 0 {
        lines.append(line)
        line = ""
        used = 0
      }
      for scalar in word.unicodeScalars {
        let own = VisibleText.columns(scalar)
        if used + own > columns {
          lines.append(line)
          line = ""
          used = 0
        }
        line.unicodeScalars.append(scalar)
        used += own
      }
    }
    if used > 0 || lines.isEmpty { lines.append(line) }
    return lines
  }
}
