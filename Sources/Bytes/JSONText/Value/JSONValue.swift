/// A JSON value in memory.
///
/// A number is an `integer` if it is written without fraction and exponent and fits 64 bits; any
/// other is a `real`. Equality is exact: strings and names by their UTF-8, reals by their bits,
/// members with their order. The integer 1 and the real 1.0 differ.
public enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case array([JSONValue])
  /// Members in the order of the text. A reader never delivers the same name twice.
  case object([JSONMember])

  /// Reads a whole text.
  ///
  /// - Throws: whatever `JSONReader` finds wrong, and `trailingText`.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .document) throws(JSONError) {
    self = try JSONReader.read(bytes, limits: limits) { (reader) throws(JSONError) -> JSONValue in
      try reader.readValue()
    }
  }
}

/// A name and its value within a JSON object.
public struct JSONMember: Sendable {
  /// The name, unescaped.
  public var key: String
  /// The value.
  public var value: JSONValue

  /// A member of an object.
  public init(key: String, value: JSONValue) {
    self.key = key
    self.value = value
  }
}
