package import AdapterProtocol

/// A key that the app has documented, as `configuration` tells it.
package struct ManagedKey: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case string, boolean, integer
  }

  package enum Format: String, Hashable, Sendable, CaseIterable {
    case url
  }

  package var name: String
  package var kind: Kind
  package var format: Format?
  /// Both are allowed themselves.
  package var minimum: Int64?
  package var maximum: Int64?
  /// `.null` for no value.
  package var fallback: TypedValue
  package var isSecret: Bool

  package init(
    _ name: String, _ kind: Kind, format: Format? = nil, minimum: Int64? = nil,
    maximum: Int64? = nil, default fallback: TypedValue = .null, isSecret: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.format = format
    self.minimum = minimum
    self.maximum = maximum
    self.fallback = fallback
    self.isSecret = isSecret
  }

  /// Whether the source says anything of values of this type.
  package var isConstrained: Bool { format != nil || minimum != nil || maximum != nil }

  /// What a value is for this key.
  package enum Standing: Hashable, Sendable {
    /// It is used.
    case good
    /// It is of another type (MC-05).
    case wrongType
    /// It is out of range, or of another format (MC-06).
    case notAllowed
    /// The source does not say: nothing is asked with it.
    case unclear
  }

  package func standing(of value: TypedValue) -> Standing {
    switch (kind, value) {
    case (.string, .string(let text)):
      guard format == .url else { return .good }
      return switch ManagedURL.standing(of: text) {
      case .valid: .good
      case .invalid: .notAllowed
      case .unclear: .unclear
      }
    case (.boolean, .boolean): return .good
    case (.integer, .integer(let number)):
      return number >= minimum ?? .min && number <= maximum ?? .max ? .good : .notAllowed
    case (_, .utf16), (_, .bigInteger), (_, .null), (_, .tooLarge): return .unclear
    default: return .wrongType
    }
  }
}

/// What `configuration` tells of an app: its keys, and what it counts.
package struct ManagedSchema: Hashable, Sendable {
  package var keys: [ManagedKey]
  package var counters: [String]

  package init(_ keys: [ManagedKey], counters: [String]) {
    self.keys = keys
    self.counters = counters
  }

  /// Whether a key is documented, by its bytes.
  package func knows(_ key: TypedKey) -> Bool {
    keys.contains { TypedKey.string($0.name) == key }
  }

  /// Whether the source says of each value whether it is used, and of each key whether it is another one: keys that are canonically
  /// equivalent may be the same (Protocol.md, section 2.1).
  package func isClear(_ dictionary: ManagedDictionary) -> Bool {
    !dictionary.hasEquivalentKeys
      && keys.allSatisfy { key in
        !dictionary.hasEquivalent(of: key.name)
          && dictionary[key.name].map { key.standing(of: $0) != .unclear } ?? true
      }
  }
}

/// URLs as far as the specification says which are valid.
package enum ManagedURL {
  package enum Standing: Hashable, Sendable { case valid, invalid, unclear }

  /// Valid: `http` or `https`, a DNS host, an optional port up to 65535, an ASCII path. Invalid: no scheme, an empty host, white
  /// space. Nothing else is asked of anybody.
  package static func standing(of text: String) -> Standing {
    let bytes = Array(text.utf8)
    // White space, as ASCII has it.
    if bytes.contains(where: { $0 == 0x20 || (0x09...0x0D).contains($0) }) { return .invalid }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      return bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? .invalid : .unclear
    }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self)
    var rest = bytes[(colon + 1)...]
    guard scheme.hasSameUTF8(as: "http") || scheme.hasSameUTF8(as: "https"),
      rest.starts(with: "//".utf8)
    else { return .unclear }
    rest = rest.dropFirst(2)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    let path = rest.dropFirst(authority.count)
    let host = authority.prefix { $0 != UInt8(ascii: ":") }
    let port = authority.dropFirst(host.count)
    guard path.allSatisfy(isPath), isPort(port) else { return .unclear }
    return host.isEmpty ? .invalid : isDNS(host) ? .valid : .unclear
  }

  private static func isPort(_ port: ArraySlice<UInt8>) -> Bool {
    guard !port.isEmpty else { return true }
    let digits = port.dropFirst()
    guard digits.count <= 5, digits.first != UInt8(ascii: "0"),
      let number = Int(String(decoding: digits, as: UTF8.self))
    else { return false }
    return (1...65_535).contains(number) && digits.allSatisfy(isDigit)
  }

  private static func isDNS(_ host: ArraySlice<UInt8>) -> Bool {
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard host.count <= 253, labels.last?.contains(where: isLetter) == true else { return false }
    return labels.allSatisfy { label in
      (1...63).contains(label.count)
        && label.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
        && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
    }
  }

  private static func isPath(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "/-._~".utf8.contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
