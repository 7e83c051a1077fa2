/// The characters of RFC 3986, by the part of the URI that may contain them.
enum URIGrammar {
  /// Why bytes are not a URI, and where.
  enum Fault: Error {
    /// Not a character of this part of a URI: beyond ASCII, a control, a space, a bracket…
    case forbiddenCharacter(UInt8, at: Int)
    /// A `%` without two hexadecimal digits.
    case strayPercent(at: Int)
    /// No scheme, or one that does not begin with a letter or contains other characters.
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
        try check(userInformation, plainOrColon)
      }
      try check(host: authority.host)
      if let port = authority.port {
        for index in port.indices where !(0x30...0x39).contains(port[index]) {
          throw .port(at: index)
        }
      }
    }
    try check(url.path, path)
    try check(url.query ?? [], query)
    try check(url.fragment ?? [], query)
  }

  private static func check(host: ArraySlice<UInt8>) throws(Fault) {
    guard host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") else {
      return try check(host, plain)
    }
    try check(host.dropFirst().dropLast(), plainOrColon)
  }

  private static func check(_ part: ArraySlice<UInt8>, _ allowed: ASCIISet) throws(Fault) {
    // A mebibyte passes through here with each large request.
    let place: Int? = part.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if allowed.contains(byte) {
          index &+= 1
        } else if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
          PercentCoding.value(bytes[index + 1]) != nil, PercentCoding.value(bytes[index + 2]) != nil
        {
          index &+= 3
        } else {
          return index
        }
      }
      return nil
    }
    guard let index = place.map({ part.startIndex + $0 }) else { return }
    let byte = part[index]
    throw byte == UInt8(ascii: "%")
      ? .strayPercent(at: index) : .forbiddenCharacter(byte, at: index)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// `unreserved` or `sub-delims`.
  private static let plain = ASCIISet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=")
  private static let plainOrColon = plain.union(":")
  /// `pchar` without escapes, and `/`.
  private static let path = plain.union(":@/")
  private static let query = path.union("?")

  /// A set of ASCII characters, one bit each.
  private struct ASCIISet {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ characters: String) {
      for byte in characters.utf8 {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
      }
    }

    func union(_ characters: String) -> ASCIISet {
      let other = ASCIISet(characters)
      var result = self
      result.low |= other.low
      result.high |= other.high
      return result
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
      byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
    }
  }
}

extension RequestURL {
  /// Whether the whole URL is a URI by RFC 3986: a scheme, legal ASCII characters, well-formed
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
