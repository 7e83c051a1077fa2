/// Foreign text made fit to be shown: nothing in it can move the cursor, change colours, turn the
/// direction of writing or hide.
package enum VisibleText {
  /// The text in one line; characters that do not show themselves stand as `\n`, `\u{1B}` and the
  /// like. A backslash stands for itself: the exact text is in the report.
  ///
  /// - Parameter maxCharacters: where the text is cut, with a word on how much is missing.
  package static func escaped(_ text: String, maxCharacters: Int = .max) -> String {
    var result = ""
    var marks = 0
    var shown = 0
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex, shown < maxCharacters {
      let scalar = scalars[index]
      marks = isMark(scalar) ? marks + 1 : 0
      // More marks than two on one letter climb out of their line.
      if isShown(scalar), marks <= 2, !(marks > 0 && shown == 0) {
        result.unicodeScalars.append(scalar)
      } else {
        result += escape(scalar)
      }
      shown += 1
      index = scalars.index(after: index)
    }
    if index < scalars.endIndex {
      let left = text.utf8.distance(from: index, to: text.utf8.endIndex)
      result += "… (\(Count.text(left, "byte")) more)"
    }
    return result
  }

  /// The text with its line feeds, each line as `escaped` has it. Lines after the first are set in,
  /// so that none of them passes for one of our own.
  package static func lines(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n").map { escaped(String($0)) }
      .joined(separator: "\n    ")
  }

  /// Whether a character shows itself, as what it is.
  static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value < 0x7F }
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator:
      return false
    default:
      return true
    }
  }

  /// A character by its number, or by the usual short escape.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  /// How many columns of a terminal a character takes.
  static func columns(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    if isMark(scalar) { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
