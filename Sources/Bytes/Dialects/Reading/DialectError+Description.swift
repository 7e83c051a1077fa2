import JSONText

extension DialectProblem.Reason: CustomStringConvertible {
  /// What is wrong, and what is allowed.
  package var description: String {
    switch self {
    case .text(let reason): "\(reason)"
    case .yaml(let words): words
    case .unknownField(let near, let known):
      "there is no such field" + Self.suggestion(near)
        + "; the fields here are \(known.joined(separator: ", "))"
    case .wrongKind(let found, let allowed):
      "\(Self.article(found)) is not allowed; it takes \(allowed)"
    case .outOfRange(let found, let allowed):
      "\(found) is not allowed; it takes \(allowed)"
    case .unknownWord(let word, let near, let allowed):
      "\(Shown.text(word)) is not known" + Self.suggestion(near.map { "\"\($0)\"" })
        + "; it takes \(allowed)"
    case .badName(let name, let fault, let allowed):
      "\(Shown.text(name)) \(fault); it takes \(allowed)"
    case .noHexadecimalDigit(let character, let allowed):
      "\(Shown.text(String(character))) is not a hexadecimal digit; it takes \(allowed)"
    case .halfAByte(let allowed):
      "the number of digits is odd, so that half a byte is left over; it takes \(allowed)"
    case .tooManyBytes(let count, let allowed):
      "these are \(count) bytes; it takes \(allowed)"
    case .badCommand(let complaint, let allowed):
      "\(complaint); it takes \(allowed)"
    case .sameName(let name, let field, let place):
      "\(Shown.text(name)) is also the name of \(field), and both occur \(place); rename one of them"
    case .contradiction(let words): words
    }
  }

  private static func suggestion(_ near: String?) -> String {
    near.map { "; did you mean \($0)?" } ?? ""
  }

  static func article(_ kind: JSONKind) -> String {
    switch kind {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension NameFault: CustomStringConvertible {
  /// The rest of a sentence that begins with the text.
  package var description: String {
    switch self {
    case .empty: "is empty"
    case .tooLong(let bytes): "has \(bytes) bytes"
    case .foreignCharacter(let scalar):
      "holds \(Shown.text(String(Character(scalar)))), which is not allowed here"
    case .noScheme: "does not begin with a URI scheme"
    case .noURL: "is not a URL (RFC 3986)"
    case .noQuestionMark: "does not end with its one question mark"
    }
  }
}

/// Formats text of a file for messages: in quotes, on one line, not too long.
enum Shown {
  static let maxCharacters = 60

  static func text(_ text: String) -> String { "\"\(name(text))\"" }

  /// Formats a name like `text`, but without quotes.
  static func name(_ text: String) -> String {
    var shown = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == maxCharacters { return shown + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
