import WireFormat

/// What a name in a dialect may look like.
enum NameRule: Sendable {
  /// A verb, a parameter's name, or a status word. It never needs escaping in a URL.
  case unescaped
  /// The beginning of a URI scheme (RFC 3986 section 3.1).
  case schemePrefix
  /// The part of a URL before its parameters.
  case callbackPrefix
  /// A key of the unpacked dictionary.
  case dictionaryKey

  /// The longest name, in bytes of UTF-8.
  var maxBytes: Int {
    switch self {
    case .unescaped: 64
    case .schemePrefix: 128
    case .callbackPrefix: 512
    case .dictionaryKey: 256
    }
  }

  /// What is allowed, as a phrase.
  var allowed: String {
    switch self {
    case .unescaped:
      "1 to \(maxBytes) letters A to Z and a to z, digits and the characters - . _ ~"
    case .schemePrefix:
      "the beginning of a URI scheme: a letter, then letters, digits and + - . (up to \(maxBytes))"
    case .callbackPrefix:
      "a URL up to the question mark before its parameters, such as app://host? (up to \(maxBytes))"
    case .dictionaryKey:
      "a text of 1 to \(maxBytes) bytes without control characters"
    }
  }

  /// What is wrong with `text`, or nil if it is allowed.
  func fault(of text: String) -> NameFault? {
    if text.isEmpty { return .empty }
    if text.utf8.count > maxBytes { return .tooLong(bytes: text.utf8.count) }
    switch self {
    case .unescaped: return firstForeign(in: text, Self.isUnreserved)
    case .schemePrefix:
      guard let first = text.unicodeScalars.first, Self.isLetter(first) else { return .noScheme }
      return firstForeign(in: text) {
        Self.isLetter($0) || Self.isDigit($0) || "+-.".unicodeScalars.contains($0)
      }
    case .callbackPrefix: return callbackFault(of: text)
    case .dictionaryKey:
      return firstForeign(in: text) { $0.properties.generalCategory != .control }
    }
  }

  private func callbackFault(of text: String) -> NameFault? {
    let url = RequestURL(text)
    guard let scheme = url.scheme, !scheme.isEmpty else { return .noScheme }
    guard url.isURI else { return .noURL }
    guard text.hasSuffix("?"), text.utf8.count(where: { $0 == UInt8(ascii: "?") }) == 1 else {
      return .noQuestionMark
    }
    return nil
  }

  private func firstForeign(
    in text: String, _ isAllowed: (Unicode.Scalar) -> Bool
  ) -> NameFault? {
    text.unicodeScalars.first { !isAllowed($0) }.map { .foreignCharacter($0) }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// `unreserved` of RFC 3986 section 2.3.
  private static func isUnreserved(_ scalar: Unicode.Scalar) -> Bool {
    isLetter(scalar) || isDigit(scalar) || "-._~".unicodeScalars.contains(scalar)
  }
}

/// Why a text is not a name.
package enum NameFault: Hashable, Sendable {
  /// It has no character.
  case empty
  /// It has more bytes than the rule allows.
  case tooLong(bytes: Int)
  /// A character that the rule does not allow. In URLs it would need escaping.
  case foreignCharacter(Unicode.Scalar)
  /// It does not begin with a URI scheme.
  case noScheme
  /// It is not a URI by RFC 3986.
  case noURL
  /// Its one question mark is not its last character, or is missing.
  case noQuestionMark
}
