/// Text within an XML 1.0 document.
package enum XMLText {
  /// A text fit for an attribute or for content: markup escaped, and whatever XML cannot hold, or a
  /// page that shows it would obey (control characters, changes of direction), as `\u{1B}`.
  ///
  /// - Parameter keepsLines: whether line feeds and tabs stay; in an attribute they would become spaces.
  package static func escaped(_ text: String, keepsLines: Bool = false) -> String {
    // Nearly every id and most sentences.
    if text.utf8.allSatisfy(standsForItself) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t":
        if keepsLines {
          result.unicodeScalars.append(scalar)
        } else {
          result += VisibleText.escape(scalar)
        }
      default:
        if VisibleText.isShown(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += VisibleText.escape(scalar)
        }
      }
    }
    return result
  }

  private static func standsForItself(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    default: byte >= 0x20 && byte < 0x7F
    }
  }
}
