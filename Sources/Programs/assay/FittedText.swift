import Reporting

/// Prose among results: on a terminal it is broken between words, so that the terminal breaks none of them. In a file or a pipe each
/// entry stays one line, for whoever searches it.
enum FittedText {
  /// The text after its label, ending in a line feed.
  ///
  /// - Parameters:
  ///   - label: stands in front of the first line; the lines after it begin where the text begins.
  ///   - hanging: where lines after the first begin instead, in columns.
  static func lines(_ text: String, after label: String = "", hanging: Int? = nil) -> String {
    guard let columns = TerminalChoice.columns(of: 1) else { return label + text + "\n" }
    let style = TerminalStyle(color: false, width: columns)
    guard let hanging else {
      return style.paragraph(text, label: label, indent: 0).map { $0 + "\n" }.joined()
    }
    let lead = label.prefix { $0 == " " }
    let lines = style.paragraph(label.dropFirst(lead.count) + text, indent: hanging)
    let first = lead + lines[0].drop { $0 == " " }
    return ([String(first)] + lines.dropFirst()).map { $0 + "\n" }.joined()
  }
}
