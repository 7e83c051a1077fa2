import WireFormat

/// How the values of the parameters are percent-encoded (ABT-URL-10, 11 and 18).
package enum EscapingLayer: Hashable, Sendable {
  /// Everything but unreserved characters, in upper-case digits.
  case canonical
  /// `+`, `/` and `=` of the data's Base64 as they are, all else canonical.
  case rawBase64
  /// Lowercase digits in all escapes (RFC 3986 section 2.1 makes them equivalent).
  case lowercase
  /// Every byte of every value is escaped.
  case everything
  /// One value is escaped twice, every byte of it, so that a `%` is left when it is decoded once.
  case doubled(RequestForge.Parameter)
  /// A `%` without two digits after it stands in the value at `index`, counted modulo its length, with `rest` after it.
  case malformed(RequestForge.Parameter, index: Int, rest: MalformedEscape)
  /// Bytes that are no UTF-8 stand in the value at `index`, counted modulo its length.
  case notUTF8(RequestForge.Parameter, index: Int, NonUTF8)
  /// An escaped NUL stands in the value at `index`, counted modulo its length.
  case nul(RequestForge.Parameter, index: Int)

  /// What follows a `%` that is no escape.
  package enum MalformedEscape: String, Hashable, Sendable, CaseIterable {
    /// `%zz`.
    case noDigits = "no-digits"
    /// `%4z`.
    case oneDigit = "one-digit"
    /// `%` or `%4` at the very end of the value.
    case cutOff = "cut-off"
    case cutOffAfterDigit = "cut-off-after-digit"
  }

  /// Byte sequences that are no UTF-8 (RFC 3629 section 3), escaped.
  package enum NonUTF8: String, Hashable, Sendable, CaseIterable {
    /// FF.
    case impossibleByte = "impossible-byte"
    /// 80.
    case loneContinuation = "lone-continuation"
    /// E2 82: the end of the character is missing.
    case truncated
    /// C0 AF: an overlong slash.
    case overlong
    /// ED A0 80: a UTF-16 surrogate.
    case surrogate
    /// F4 90 80 80: beyond U+10FFFF.
    case beyondUnicode = "beyond-unicode"

    var bytes: [UInt8] {
      switch self {
      case .impossibleByte: [0xFF]
      case .loneContinuation: [0x80]
      case .truncated: [0xE2, 0x82]
      case .overlong: [0xC0, 0xAF]
      case .surrogate: [0xED, 0xA0, 0x80]
      case .beyondUnicode: [0xF4, 0x90, 0x80, 0x80]
      }
    }
  }
}

extension EscapingLayer: WireLayer {
  package enum Kind: String, CaseIterable, Sendable {
    case canonical
    case rawBase64 = "raw-base64"
    case lowercase, everything
    case doubledDigits = "doubled"
    case malformed
    case notUTF8 = "not-utf-8"
    case nulInIdentifier = "nul-in-identifier"
    case nul = "nul"
  }

  package static let layerName = "percent"

  package var kind: Kind {
    switch self {
    case .canonical: .canonical
    case .rawBase64: .rawBase64
    case .lowercase: .lowercase
    case .everything: .everything
    case .doubled: .doubledDigits
    case .malformed: .malformed
    case .notUTF8: .notUTF8
    case .nul(.profile, _), .nul(.payload, _): .nulInIdentifier
    case .nul: .nul
    }
  }

  package static func note(_ kind: Kind) -> LayerNote {
    switch kind {
    case .canonical: LayerNote(.canonical, "everything but unreserved characters is escaped")
    case .rawBase64: LayerNote(.liberty, "`+`, `/` and `=` of Base64 stand as they are")
    case .lowercase: LayerNote(.liberty, "escapes have lowercase digits")
    case .everything: LayerNote(.liberty, "every byte of the values is escaped")
    case .doubledDigits: LayerNote(.refused, "the token or the data is escaped twice")
    case .malformed: LayerNote(.refused, "a percent sign without two digits after it")
    case .notUTF8: LayerNote(.refused, "the decoded bytes are no UTF-8")
    case .nulInIdentifier: LayerNote(.free, "an escaped NUL in the profile or the payload")
    case .nul: LayerNote(.refused, "an escaped NUL in the token or the data")
    }
  }

  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    let known: [RequestForge.Parameter] = [.data, .token, .profile, .payload]
    return switch kind {
    case .canonical: .canonical
    case .rawBase64: .rawBase64
    case .lowercase: .lowercase
    case .everything: .everything
    case .doubledDigits: .doubled(choices.pick([.data, .token]))
    case .malformed:
      .malformed(
        choices.pick(known), index: choices.below(64), rest: choices.pick(MalformedEscape.allCases))
    case .notUTF8:
      .notUTF8(choices.pick(known), index: choices.below(64), choices.pick(NonUTF8.allCases))
    case .nulInIdentifier: .nul(choices.pick([.profile, .payload]), index: choices.below(40))
    case .nul: .nul(choices.pick([.data, .token]), index: choices.below(64))
    }
  }

  /// The encoded form of the value of one parameter.
  func encode(_ value: [UInt8], of parameter: RequestForge.Parameter, into url: inout [UInt8]) {
    switch self {
    case .rawBase64 where parameter == .data: url += Escaping.rawBase64(value)
    case .lowercase: url += Escaping.lowercase(value)
    case .everything: url += Escaping.escapeAll(value)
    case .doubled(parameter): url += Escaping.escapeAll(Escaping.escapeAll(value))
    case .malformed(parameter, let index, let rest):
      let place = Self.place(index, in: value)
      PercentCoding.encode(value[..<place], into: &url)
      switch rest {
      case .noDigits: url += "%zz".utf8
      case .oneDigit: url += "%4z".utf8
      case .cutOff, .cutOffAfterDigit: break
      }
      PercentCoding.encode(value[place...], into: &url)
      switch rest {
      case .cutOff: url += "%".utf8
      case .cutOffAfterDigit: url += "%4".utf8
      case .noDigits, .oneDigit: break
      }
    case .notUTF8(parameter, let index, let bytes):
      insert(bytes.bytes, at: index, in: value, into: &url)
    case .nul(parameter, let index): insert([0], at: index, in: value, into: &url)
    default: PercentCoding.encode(value, into: &url)
    }
  }

  /// What a reader gets by decoding the encoded form once, or nil if that is no text.
  func decodedOnce(_ text: String, of parameter: RequestForge.Parameter) -> String? {
    switch self {
    case .doubled(parameter), .nul(parameter, _): break
    case .malformed(parameter, _, _), .notUTF8(parameter, _, _): return nil
    default: return text
    }
    var raw: [UInt8] = []
    encode(Array(text.utf8), of: parameter, into: &raw)
    guard case .decoded(let bytes) = PercentCoding.decode(raw) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private func insert(
    _ bytes: [UInt8], at index: Int, in value: [UInt8], into url: inout [UInt8]
  ) {
    // Between characters, so that a truncated sequence is not made whole by what follows it.
    var place = Self.place(index, in: value)
    while place < value.count, value[place] & 0xC0 == 0x80 { place += 1 }
    PercentCoding.encode(value[..<place], into: &url)
    url += Escaping.escapeAll(bytes)
    PercentCoding.encode(value[place...], into: &url)
  }

  private static func place(_ index: Int, in value: [UInt8]) -> Int {
    index.wrapped(value.count + 1)
  }
}
