/// A property-list value as it travels between harness and adapter, with nothing lost.
///
/// Equality is exact: strings by their UTF-8, reals and dates by their bits (all NaNs are one
/// value), dictionaries with the order of their members.
public enum TypedValue: Sendable {
  case string(String)
  case integer(Int64)
  /// An integer beyond 64 bits as decimal text: an optional `-`, no leading zeros.
  case bigInteger(String)
  case real(Double)
  case boolean(Bool)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case data([UInt8])
  case array([TypedValue])
  /// Members in the order of the message. A key may occur twice if the message has `pairs`.
  case dictionary([TypedMember])
  /// No value: a key without a value, or an old value of nil.
  case null
  /// A string that is not valid Unicode: its code units, big endian, an even number of bytes.
  case utf16([UInt8])
  /// Stands for values that would exceed the limits of a line.
  case tooLarge

  /// The text of a string of valid Unicode, or nil for all other values.
  public var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

/// A key and its value within a typed dictionary.
public struct TypedMember: Hashable, Sendable {
  /// The key.
  public var key: TypedKey
  /// The value.
  public var value: TypedValue

  /// A member of a dictionary.
  public init(key: TypedKey, value: TypedValue) {
    self.key = key
    self.value = value
  }

  /// A member with an ordinary key.
  public init(_ key: String, _ value: TypedValue) {
    self.init(key: .string(key), value: value)
  }
}

/// A key of a typed dictionary.
public enum TypedKey: Sendable {
  /// A key of valid Unicode.
  case string(String)
  /// A key that is not valid Unicode: its code units, big endian.
  case utf16([UInt8])
}

extension TypedKey: Hashable {
  /// Whether both are the same text, by its UTF-8 or code units.
  public static func == (left: TypedKey, right: TypedKey) -> Bool {
    switch (left, right) {
    case (.string(let a), .string(let b)): a.hasSameUTF8(as: b)
    case (.utf16(let a), .utf16(let b)): a == b
    default: false
    }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let text): for byte in text.utf8 { hasher.combine(byte) }
    case .utf16(let units): hasher.combine(units)
    }
  }
}

extension TypedKey: ExpressibleByStringLiteral {
  /// A key of valid Unicode.
  public init(stringLiteral value: String) { self = .string(value) }
}
