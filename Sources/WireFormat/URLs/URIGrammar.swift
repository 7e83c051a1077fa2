/// The characters of RFC 3986, by the part of the URI in which they may stand.
enum URIGrammar {
  /// Why bytes are no URI, and where.
  enum Fault: Error {
    /// Not a character of this part of a URI: beyond ASCII, a control, a space, a bracket…
    case forbiddenCharacter(UInt8, at: Int)
    /// A `%` without two hexadecimal digits.
    case strayPercent(at: Int)
    /// No scheme, or one that does not begin with a letter or holds other characters.
    case scheme(at: Int)
    /// A port with something other than digits in it.
    case port(at: Int)
  }

  /// Checks every part of `url`. Complexity: linear.
  static func check(_ url: RequestURL) throws(Fault) {
    guard let scheme = url.scheme, let first = scheme.first, isLetter(first) else {
      throw .scheme(at: 0)
    }
    for index in scheme.indices where !isSchemeCharacter(scheme[index]) {
      throw .scheme(at: index)
    }
    if let authority = url.authority {
      if let userInformation = authority.userInformation {
        try check(userInformation) { isPlain($0) || $0 == UInt8(ascii: ":") }
      }
      try check(host: authority.host)
      if let port = authority.port {
        for index in port.indices where !(0x30...0x39).contains(port[index]) {
          throw .port(at: index)
        }
      }
    }
    try check(url.path) { isPathCharacter($0) || $0 == UInt8(ascii: "/") }
    try check(url.query ?? [], isQueryCharacter)
    try check(url.fragment ?? [], isQueryCharacter)
  }

  private static func check(host: ArraySlice<UInt8>) throws(Fault) {
    guard host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") else {
      return try check(host, isPlain)
    }
    try check(host.dropFirst().dropLast()) { isPlain($0) || $0 == UInt8(ascii: ":") }
  }

  private static func check(
    _ part: ArraySlice<UInt8>, _ isAllowed: (UInt8) -> Bool
  ) throws(Fault) {
    var index = part.startIndex
    while index < part.endIndex {
      let byte = part[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < part.endIndex, PercentCoding.value(part[index + 1]) != nil,
          PercentCoding.value(part[index + 2]) != nil
        else { throw .strayPercent(at: index) }
        index += 3
      } else {
        guard isAllowed(byte) else { throw .forbiddenCharacter(byte, at: index) }
        index += 1
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// unreserved or sub-delims.
  private static func isPlain(_ byte: UInt8) -> Bool {
    if PercentCoding.isUnreserved(byte) { return true }
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
      return true
    default: return false
    }
  }

  /// pchar, without the escapes.
  private static func isPathCharacter(_ byte: UInt8) -> Bool {
    isPlain(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "@")
  }

  private static func isQueryCharacter(_ byte: UInt8) -> Bool {
    isPathCharacter(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
  }
}

extension RequestURL {
  /// Whether the whole is a URI by RFC 3986: a scheme, legal ASCII characters, well-formed
  /// escapes.
  package var isURI: Bool {
    do throws(URIGrammar.Fault) {
      try URIGrammar.check(self)
      return true
    } catch {
      return false
    }
  }
}
