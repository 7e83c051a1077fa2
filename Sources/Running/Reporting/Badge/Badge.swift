import Conformance

/// `badge.svg`: the verdict as a small picture, of plain shapes and the reader's own font.
///
/// It says *conforming* only where every requirement that the implementation claims was tested.
struct Badge {
  let words: String
  let color: String

  init(_ report: Report) {
    switch report.standing {
    case .conforming:
      let claimed = report.claimedRequirements
      let passed = report.requirements(.passed)
      if report.requirements(.notTested) > 0 || report.isInterrupted || report.shard != nil {
        words = "conforming in part: \(passed) of \(claimed)"
        color = "#8a6100"
      } else {
        words = "conforming"
        color = "#1a7f37"
      }
    case .nonconforming, .crashing, .hanging, .overrunning:
      words = report.standing.rawValue
      color = "#b42318"
    case .interrupted, .adapterFault, .nothingTested:
      words = report.standing.word.lowercased()
      color = "#57606a"
    }
  }

  static func write(_ source: ReportSource, to file: OutputFile) throws(OutputFault) {
    try file.write(Badge(source.report).svg(of: source.report).utf8)
  }

  func svg(of report: Report) -> String {
    let (left, right) = (Self.width("assay"), Self.width(words))
    let width = left + right
    let title = XMLText.escaped(
      VisibleText.escaped(
        "\(report.implementation.name) \(report.implementation.version), assay: \(words)",
        maxCharacters: 200))
    func text(_ words: String, from start: Int, width: Int) -> String {
      """
      <text x="\(start + width / 2)" y="14" textLength="\(width - 12)">\(XMLText.escaped(words))</text>
      """
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="20" role="img" aria-label="\(title)">
        <title>\(title)</title>
        <rect width="\(width)" height="20" rx="3" fill="\(color)"/>
        <path d="M3 0h\(left - 3)v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#444c56"/>
        <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle" lengthAdjust="spacingAndGlyphs">
          \(text("assay", from: 0, width: left))
          \(text(words, from: left, width: right))
        </g>
      </svg>

      """
  }

  /// Room for a text of our own words: all fonts are drawn together or apart to fit it.
  private static func width(_ words: String) -> Int { words.utf8.count * 13 / 2 + 12 }
}
