/// A URL cut into its raw parts, whatever its bytes. Nothing is decoded, repaired or refused.
///
/// The cuts are those of RFC 3986 appendix B, applied to bytes; `user@host:port` is cut as in
/// section 3.2. Every byte of the URL is in exactly one part or is a separator.
package struct RequestURL: Hashable, Sendable {
  /// The whole URL; the parts are slices of it.
  package let bytes: [UInt8]
  /// Everything before the first colon, or nil if no colon comes before the first `/`, `?` or `#`.
  package let scheme: ArraySlice<UInt8>?
  /// What follows `//`, or nil without `//`.
  package let authority: Authority?
  /// The path, which may be empty. Without `//` this is everything up to `?` or `#`.
  package let path: ArraySlice<UInt8>
  /// The part between the first `?` and `#`, or nil without `?`.
  package let query: ArraySlice<UInt8>?
  /// The part after the first `#`, or nil without one.
  package let fragment: ArraySlice<UInt8>?

  /// User information, host and port.
  package struct Authority: Hashable, Sendable {
    /// The part before the last `@`, or nil without one.
    package let userInformation: ArraySlice<UInt8>?
    /// The verb of a request. May be empty.
    package let host: ArraySlice<UInt8>
    /// The part after the host's colon, or nil without one. It may be empty or not a number.
    package let port: ArraySlice<UInt8>?
  }

  /// Cuts `bytes`. Complexity: linear.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var rest = bytes[...]
    let marks: (UInt8) -> Bool = { $0 == 0x3A || $0 == 0x2F || $0 == 0x3F || $0 == 0x23 }
    if let mark = rest.firstIndex(where: marks), rest[mark] == UInt8(ascii: ":") {
      scheme = rest[..<mark]
      rest = rest[(mark + 1)...]
    } else {
      scheme = nil
    }
    if let hash = rest.place(of: UInt8(ascii: "#")) {
      fragment = rest[(hash + 1)...]
      rest = rest[..<hash]
    } else {
      fragment = nil
    }
    if let mark = rest.place(of: UInt8(ascii: "?")) {
      query = rest[(mark + 1)...]
      rest = rest[..<mark]
    } else {
      query = nil
    }
    if rest.starts(with: [0x2F, 0x2F]) {
      rest = rest.dropFirst(2)
      let end = rest.place(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = Authority(cutting: rest[..<end])
      path = rest[end...]
    } else {
      authority = nil
      path = rest
    }
  }

  /// Cuts the UTF-8 of `text`.
  package init(_ text: String) {
    self.init(Array(text.utf8))
  }
}

extension RequestURL.Authority {
  fileprivate init(cutting bytes: ArraySlice<UInt8>) {
    var rest = bytes
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
      userInformation = rest[..<at]
      rest = rest[(at + 1)...]
    } else {
      userInformation = nil
    }
    // A colon inside the brackets of an IPv6 address does not begin a port.
    let searched = rest.lastIndex(of: UInt8(ascii: "]")).map { rest[$0...] } ?? rest
    if let colon = searched.lastIndex(of: UInt8(ascii: ":")) {
      host = rest[..<colon]
      port = rest[(colon + 1)...]
    } else {
      host = rest
      port = nil
    }
  }
}

extension RequestURL {
  /// Whether the scheme is this one, ignoring the case of ASCII letters (RFC 3986 section 3.1).
  package func hasScheme(_ name: String) -> Bool {
    guard let scheme else { return false }
    let name = name.utf8
    return scheme.count == name.count
      && zip(scheme, name).allSatisfy { Self.lowered($0) == Self.lowered($1) }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }
}
