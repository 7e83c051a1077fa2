/// A value of a configuration, as a property list holds it.
///
/// Values reach the app unchanged in type and content (ABT-DATA-01): a boolean is never an integer,
/// and a whole real is still a real. What the app receives has at most twice
/// ``ConfigurationDialect/Limits/maxDepth`` nested containers.
///
/// ```swift
/// switch (key, value) {
/// case (_, nil): Self.defaults[key] != nil
/// case ("host", .string(let host)): !host.isEmpty
/// case ("port", .integer(let port)): (1...65_535).contains(port)
/// ```
public enum ConfigurationValue: Sendable {
  /// A text: any Unicode scalars, including U+0000, not normalised.
  case string(String)
  /// A whole number of 64 bits with a sign.
  case integer(Int64)
  /// A number of 64 bits, including NaN and the infinities. Numbers of 32 bits are widened.
  case real(Double)
  /// True or false.
  case boolean(Bool)
  /// Seconds since 2001-01-01T00:00:00Z, including fractions: Foundation's
  /// `Date(timeIntervalSinceReferenceDate:)`.
  case date(Double)
  /// Bytes.
  case data([UInt8])
  /// Values in their order.
  case array([ConfigurationValue])
  /// Members in the order in which they were sent. No key occurs twice.
  case dictionary([ConfigurationEntry])
}

/// A key of a configuration, with its value if it has one.
public struct ConfigurationEntry: Sendable, Equatable {
  /// The key: any text, even an empty one.
  public var key: String
  /// The value. Nil in a set of keys to revert, and in a rollback for a key that had no value
  /// before.
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
