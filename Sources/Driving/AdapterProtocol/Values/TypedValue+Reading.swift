public import JSONText

extension TypedValue {
  /// Reads `null` or an object with the one member that names the type.
  ///
  /// Recurses once per level of the value. The limits of the reader bound the depth.
  ///
  /// - Throws: what is wrong with the JSON; `unexpectedValue` for an unknown type, for text that is
  ///   not a number, Base64 or UTF-16, and for more or fewer members than one.
  public static func read(from reader: inout JSONReader) throws(JSONError) -> TypedValue {
    if try reader.readIfNull() { return .null }
    var value: TypedValue?
    try reader.readObject { (reader: inout JSONReader, type: String) throws(JSONError) in
      if value != nil { throw reader.error(.unexpectedValue(oneMember)) }
      value = try read(type, from: &reader)
    }
    guard let value else { throw reader.error(.unexpectedValue(oneMember)) }
    return value
  }

  /// Reads the `values` of a call: an object with a typed value for each key, or `pairs`, or
  /// `tooLarge`.
  ///
  /// A typed value is neither an array nor a boolean, so keys with those names do no harm.
  public static func readValues(from reader: inout JSONReader) throws(JSONError) -> TypedValue {
    var members: [TypedMember] = []
    var special: TypedValue?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      if special != nil { throw reader.error(.unexpectedValue("more members beside \"\(key)\"")) }
      let kind = try reader.peek()
      // By bytes: to compare a long run of combining marks canonically takes the square of their number.
      if (kind == .array && key.hasSameUTF8(as: "pairs"))
        || (kind == .boolean && key.hasSameUTF8(as: "tooLarge"))
      {
        if !members.isEmpty {
          throw reader.error(.unexpectedValue("\"\(key)\" stands beside other members"))
        }
        special = try read(key, from: &reader)
      } else {
        members.append(TypedMember(key: .string(key), value: try read(from: &reader)))
      }
    }
    return special ?? .dictionary(members)
  }

  private static let oneMember = "a typed value is null or an object with exactly one member"

  private static func read(
    _ type: String, from reader: inout JSONReader
  ) throws(JSONError) -> TypedValue {
    switch type {
    case "string": return .string(try reader.readString())
    case "integer": return try readDecimal(from: &reader)
    case "real": return .real(try readReal(from: &reader))
    case "boolean": return .boolean(try reader.readBoolean())
    case "date": return .date(try readReal(from: &reader))
    case "data": return .data(try readBase64(from: &reader))
    case "utf16": return .utf16(try readUnits(from: &reader))
    case "array": return .array(try readElements(from: &reader))
    case "dictionary": return .dictionary(try readMembers(from: &reader))
    case "pairs": return .dictionary(try readPairs(from: &reader))
    case "tooLarge":
      guard try reader.readBoolean() else {
        throw reader.error(.unexpectedValue("\"tooLarge\" can only be true"))
      }
      return .tooLarge
    default:
      throw reader.error(.unexpectedValue("there is no type \"\(type)\" of value"))
    }
  }

  private static func readElements(
    from reader: inout JSONReader
  ) throws(JSONError) -> [TypedValue] {
    var elements: [TypedValue] = []
    try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
      elements.append(try read(from: &reader))
    }
    return elements
  }

  private static func readMembers(
    from reader: inout JSONReader
  ) throws(JSONError) -> [TypedMember] {
    var members: [TypedMember] = []
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      members.append(TypedMember(key: .string(key), value: try read(from: &reader)))
    }
    return members
  }

  private static func readPairs(
    from reader: inout JSONReader
  ) throws(JSONError) -> [TypedMember] {
    var members: [TypedMember] = []
    try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
      var key: TypedKey?
      var value: TypedValue?
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        if key == nil {
          key = try TypedKey.read(from: &reader)
        } else if value == nil {
          value = try read(from: &reader)
        } else {
          throw reader.error(.unexpectedValue("a pair has one key and one value"))
        }
      }
      guard let key, let value else {
        throw reader.error(.unexpectedValue("a pair has one key and one value"))
      }
      members.append(TypedMember(key: key, value: value))
    }
    return members
  }
}

extension TypedKey {
  /// Reads a key of `pairs`: a string or `{"utf16":"…"}`.
  public static func read(from reader: inout JSONReader) throws(JSONError) -> TypedKey {
    if try reader.peek() == .string { return .string(try reader.readString()) }
    guard case .utf16(let units) = try TypedValue.read(from: &reader) else {
      throw reader.error(.unexpectedValue("a key is a string or {\"utf16\":…}"))
    }
    return .utf16(units)
  }
}
