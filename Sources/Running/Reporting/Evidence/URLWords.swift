/// A URL taken apart for people: what it opens, and its parameters by name, decoded and quoted.
///
/// Any bytes can be taken apart. What is shown is visible text (`VisibleText`), and bounded.
struct URLWords {
  /// A name and a value, both visible.
  struct Parameter: Hashable {
    let name: String
    let value: String
  }

  /// More parameters than these are counted only.
  static let maxParameters = 12

  /// Everything before the query: `x-absolutemanageconfig.com.acme.app://apply`.
  let head: String
  let parameters: [Parameter]
  let parametersLeftOut: Int
  /// What follows `#`, quoted, or nil.
  let fragment: String?

  init(_ url: some Collection<UInt8>, maxCharacters: Int) {
    var rest = Array(url)[...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = ValueWords.quoted(rest[(hash + 1)...], maxCharacters: maxCharacters)
      rest = rest[..<hash]
    } else {
      fragment = nil
    }
    let query = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    head = VisibleText.escaped(
      String(decoding: rest[..<query], as: UTF8.self), maxCharacters: maxCharacters)
    let pieces = rest[query...].dropFirst()
      .split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true)
    parameters = pieces.prefix(Self.maxParameters).map {
      Parameter($0, maxCharacters: maxCharacters)
    }
    parametersLeftOut = max(0, pieces.count - Self.maxParameters)
  }
}

extension URLWords.Parameter {
  fileprivate init(_ piece: ArraySlice<UInt8>, maxCharacters: Int) {
    let equals = piece.firstIndex(of: UInt8(ascii: "="))
    let raw = piece[..<(equals ?? piece.endIndex)]
    name =
      raw.isEmpty
      ? "\"\""
      : VisibleText.escaped(
        String(decoding: ValueWords.decoded(raw) ?? Array(raw), as: UTF8.self), maxCharacters: 40)
    value =
      equals.map {
        ValueWords.text(ofParameter: piece[($0 + 1)...], maxCharacters: maxCharacters)
      } ?? "no value"
  }
}

/// Values as people read them: quoted text, or how many bytes there are.
enum ValueWords {
  /// A raw parameter value: decoded once and quoted; `412 bytes of Base64` for what nobody reads.
  static func text(ofParameter raw: ArraySlice<UInt8>, maxCharacters: Int) -> String {
    guard let bytes = decoded(raw) else {
      return quoted(raw, maxCharacters: maxCharacters) + ", with an escape that is none"
    }
    if looksLikeBase64(bytes) { return "\(Count.text(bytes.count)) bytes of Base64" }
    return quoted(bytes[...], maxCharacters: maxCharacters)
  }

  /// Bytes as quoted text; with the bytes themselves where they are no UTF-8.
  static func quoted(_ bytes: ArraySlice<UInt8>, maxCharacters: Int) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let shown = bytes.prefix(16).map(hexadecimal).joined(separator: " ")
      return
        "\(Count.text(bytes.count, "byte")) that \(bytes.count == 1 ? "is" : "are") no UTF-8: \(shown)"
        + (bytes.count > 16 ? " …" : "")
    }
    return quoted(text, maxCharacters: maxCharacters)
  }

  static func quoted(_ text: String, maxCharacters: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > maxCharacters else { return "\"\(VisibleText.escaped(text))\"" }
    let start = String(scalars.prefix(maxCharacters))
    let left = text.utf8.count - start.utf8.count
    return "\"\(VisibleText.escaped(start))…\" (\(Count.text(left, "byte")) more)"
  }

  /// Each escape decoded once, `+` being a plus; nil where one of them is malformed.
  static func decoded(_ raw: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var rest = raw
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// Long, of the alphabet of Base64, and no digits of a digest.
  private static func looksLikeBase64(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 24, bytes.contains(where: { digit($0) == nil }) else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      // Identifiers have hyphens, and stay readable.
      default: "+/=".utf8.contains(byte)
      }
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count < 2 ? "0" + digits : digits
  }
}
