/// The address of a server, as far as an app lets others configure it.
enum ServerAddress {
  /// Whether a text is an `http` or `https` URL with a host, and nothing in it that a URL does not
  /// have.
  static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    for scheme in ["http://", "https://"] where bytes.starts(with: scheme.utf8) {
      let rest = bytes.dropFirst(scheme.utf8.count)
      let authority = rest.prefix { !"/?#".utf8.contains($0) }
      let host = authority.prefix { $0 != UInt8(ascii: ":") }
      return isHost(host) && isPort(authority.dropFirst(host.count))
        && rest.dropFirst(authority.count).allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
    return false
  }

  private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
    !host.isEmpty && host.count <= 253
      && host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
        (1...63).contains($0.count) && $0.allSatisfy(isHostByte)
      }
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Nothing, or a colon and a number up to 65535.
  private static func isPort(_ port: ArraySlice<UInt8>) -> Bool {
    guard !port.isEmpty else { return true }
    let digits = port.dropFirst()
    return (1...5).contains(digits.count)
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && UInt16(String(decoding: digits, as: UTF8.self)) != nil
  }
}
