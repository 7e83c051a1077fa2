/// A value of a configuration, as a property list holds it.
public enum ConfigurationValue: Sendable {
  case string(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case data([UInt8])
  case array([ConfigurationValue])
  /// Members in the order in which they were sent, no key twice.
  case dictionary([ConfigurationEntry])
}

/// A key of a configuration, with its value if it has one.
public struct ConfigurationEntry: Sendable, Equatable {
  /// The key.
  public var key: String
  /// The value; nil only in a rollback, for a key that had no value before.
  public var value: ConfigurationValue?

  /// A key, with its value if it has one.
  public init(_ key: String, _ value: ConfigurationValue?) {
    self.key = key
    self.value = value
  }

  /// Whether both have the same key, by its UTF-8, and the same value.
  public static func == (left: Self, right: Self) -> Bool {
    left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
  }
}

extension ConfigurationValue: Equatable {
  /// Whether both are the same value: texts by their UTF-8, reals and dates by their bits.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.boolean(let a), .boolean(let b)): a == b
    case (.date(let a), .date(let b)): a.bitPattern == b.bitPattern
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    default: false
    }
  }
}
