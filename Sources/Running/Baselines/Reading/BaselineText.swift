/// The text of a baseline file, as lines. What a YAML parser should not meet is refused here.
struct BaselineText: Sendable {
  /// The longest file that is read.
  static let maxBytes = 4 << 20
  /// How many brackets and braces a file may have: a parser goes as deep as they do.
  static let maxBrackets = 2_000
  /// How many brackets may be open at once, by how many spaces a line may be set in, and how many hyphens may begin it.
  static let maxDepth = 32

  /// Without their ends.
  var lines: [String]
  /// `\n`, or `\r\n` in a file whose first line ends so.
  let lineEnd: String

  var text: String { lines.isEmpty ? "" : lines.joined(separator: lineEnd) + lineEnd }

  init(_ bytes: [UInt8]) throws(BaselineError) {
    guard bytes.count <= Self.maxBytes else {
      throw BaselineError(
        "the file is longer than \(Self.maxBytes) bytes; split it, or use patterns")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BaselineError("the file is no UTF-8; save it as UTF-8")
    }
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
    if lines.last == "" { lines.removeLast() }
    let returns = lines.first?.unicodeScalars.last == "\r"
    if returns {
      lines = lines.map {
        $0.unicodeScalars.last == "\r" ? String($0.unicodeScalars.dropLast()) : $0
      }
    }
    self.lines = lines
    lineEnd = returns ? "\r\n" : "\n"
    try check()
  }

  private func check() throws(BaselineError) {
    var brackets = 0
    for (number, line) in lines.enumerated() {
      var depth = 0
      for (column, scalar) in line.unicodeScalars.enumerated() {
        if let complaint = Self.complaint(of: scalar) {
          throw BaselineError(complaint, line: number + 1, column: column + 1)
        }
        if scalar == "[" || scalar == "{" {
          brackets += 1
          depth += 1
        }
        guard brackets <= Self.maxBrackets, depth <= Self.maxDepth else {
          throw BaselineError(
            "there are too many brackets; write lists with a hyphen a line", line: number + 1,
            column: column + 1)
        }
      }
      let start = line.unicodeScalars.prefix { $0 == " " || $0 == "-" || $0 == "?" }
      let isDeep =
        start.prefix { $0 == " " }.count > Self.maxDepth
        || start.count { $0 != " " } > Self.maxDepth
      if isDeep {
        throw BaselineError(
          "the line is set in too far; an entry has its members in one column", line: number + 1)
      }
    }
  }

  /// Why a character may not stand in a baseline; nil where it may.
  static func complaint(of scalar: Unicode.Scalar) -> String? {
    if scalar.isASCII {
      if scalar == "\t" || (scalar.value >= 0x20 && scalar.value != 0x7F) { return nil }
    } else {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: break
      default: return nil
      }
    }
    let number = String(scalar.value, radix: 16, uppercase: true)
    return "the character U+\(String(repeating: "0", count: max(0, 4 - number.count)))\(number) "
      + "does not show itself, and may not stand here; take it out"
  }
}
