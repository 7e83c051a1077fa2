package import JSONText
package import WireFormat

/// Values in the typed form of the adapter protocol: an object with one member that names the type.
///
/// Two types are added, so that every bit of a NaN survives: `realBits` and `dateBits`, 16 hexadecimal digits.
extension PropertyList {
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .string(let text):
      writer.key("string")
      writer.string(text)
    case .integer(let number):
      writer.key("integer")
      writer.string(String(number))
    case .boolean(let truth):
      writer.key("boolean")
      writer.boolean(truth)
    case .real(let number): Self.write(number, "real", to: &writer)
    case .date(let seconds): Self.write(seconds, "date", to: &writer)
    case .data(let bytes):
      writer.key("data")
      writer.string(utf8: Base64Text.encode(bytes))
    case .array(let elements):
      writer.key("array")
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .dictionary(let members):
      if members.needPairs {
        members.writePairs(to: &writer)
      } else {
        writer.key("dictionary")
        members.write(to: &writer)
      }
    }
    writer.endObject()
  }

  private static func write(_ number: Double, _ type: String, to writer: inout JSONWriter) {
    let text = number.isNaN ? "nan" : number.description
    if Double(text)?.bitPattern == number.bitPattern {
      writer.key(type)
      writer.string(text)
    } else {
      let digits = String(number.bitPattern, radix: 16)
      writer.key(type + "Bits")
      writer.string(String(repeating: "0", count: 16 - digits.count) + digits)
    }
  }

  private static let types = [
    "string", "integer", "real", "realBits", "boolean", "date", "dateBits", "data", "array",
    "dictionary", "pairs",
  ]

  /// Reads what `write` writes.
  ///
  /// - Parameter depth: how many containers are around the value.
  static func read(_ reader: inout JSONReader, depth: Int = 0) throws(JSONError) -> PropertyList {
    _ = try reader.peek()
    let start = reader
    var value: PropertyList?
    try reader.readObject { (reader: inout JSONReader, type: String) throws(JSONError) in
      if value != nil { throw start.error(.unexpectedValue(oneMember)) }
      value = try read(type, &reader, depth: depth)
    }
    guard let value else { throw start.error(.unexpectedValue(oneMember)) }
    return value
  }

  private static let oneMember =
    "a value is an object with exactly one member, which names its type"

  private static func read(
    _ type: String, _ reader: inout JSONReader, depth: Int
  ) throws(JSONError) -> PropertyList {
    let place = reader
    switch type {
    case "string": return .string(try reader.readString())
    case "integer":
      let text = try reader.readString()
      guard let number = Int64(text), String(number) == text else {
        throw place.error(
          .unexpectedValue("an integer of 64 bits is decimal text, such as \"-12\""))
      }
      return .integer(number)
    case "real": return .real(try readReal(&reader))
    case "date": return .date(try readReal(&reader))
    case "realBits": return .real(try readBits(&reader))
    case "dateBits": return .date(try readBits(&reader))
    case "boolean": return .boolean(try reader.readBoolean())
    case "data": return .data(try reader.readBase64())
    case "array":
      try reader.limit(nesting: depth + 1)
      return .array(
        try reader.readList { (reader) throws(JSONError) in try read(&reader, depth: depth + 1) })
    case "dictionary":
      return .dictionary(try [Member].readObject(&reader, depth: depth + 1))
    case "pairs": return .dictionary(try [Member].readPairs(&reader, depth: depth + 1))
    default: throw reader.error(.noneOf(type, types, "types of values"))
    }
  }

  private static func readReal(_ reader: inout JSONReader) throws(JSONError) -> Double {
    let place = reader
    let text = try reader.readString()
    guard text.utf8.count <= 400, let number = Double(text),
      number.isFinite || ["nan", "inf", "-inf"].contains(text)
    else {
      throw place.error(
        .unexpectedValue("a real or date is text such as \"1.5\", \"nan\", \"inf\" or \"-inf\""))
    }
    return number
  }

  private static func readBits(_ reader: inout JSONReader) throws(JSONError) -> Double {
    let place = reader
    let text = try reader.readString()
    guard text.utf8.count == 16, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let bits = UInt64(text, radix: 16)
    else {
      throw place.error(.unexpectedValue("the bits of a real are 16 hexadecimal digits"))
    }
    return Double(bitPattern: bits)
  }
}

/// Members of a dictionary: an object where each key is there once, else `{"pairs":[["key",value],…]}`.
extension [PropertyList.Member] {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if needPairs {
      writePairs(to: &writer)
    } else {
      for member in self {
        writer.key(member.key)
        member.value.write(to: &writer)
      }
    }
    writer.endObject()
  }

  /// Whether some readers of JSON would lose a member: `Set<String>` compares canonically, as their maps may.
  fileprivate var needPairs: Bool { count > 1 && Set(map(\.key)).count < count }

  fileprivate func writePairs(to writer: inout JSONWriter) {
    writer.key("pairs")
    writer.beginArray()
    for member in self {
      writer.beginArray()
      writer.string(member.key)
      member.value.write(to: &writer)
      writer.endArray()
    }
    writer.endArray()
  }

  /// Reads what `write` writes. No value is an array, so that a key of the name `pairs` does no harm.
  static func read(_ reader: inout JSONReader) throws(JSONError) -> Self {
    var members: Self = []
    var pairs: Self?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      if pairs != nil {
        throw reader.error(.unexpectedValue("\"\(key)\" stands beside \"pairs\""))
      }
      if key.hasSameBytes(as: "pairs"), try reader.peek() == .array {
        guard members.isEmpty else {
          throw reader.error(.unexpectedValue("\"pairs\" stands beside other members"))
        }
        pairs = try readPairs(&reader, depth: 1)
      } else {
        try reader.limit(members.count)
        members.append(.init(key: key, value: try PropertyList.read(&reader, depth: 1)))
      }
    }
    return pairs ?? members
  }

  fileprivate static func readObject(
    _ reader: inout JSONReader, depth: Int
  ) throws(JSONError) -> Self {
    try reader.limit(nesting: depth)
    var members: Self = []
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      try reader.limit(members.count)
      members.append(.init(key: key, value: try PropertyList.read(&reader, depth: depth)))
    }
    return members
  }

  fileprivate static func readPairs(
    _ reader: inout JSONReader, depth: Int
  ) throws(JSONError) -> Self {
    try reader.limit(nesting: depth)
    return try reader.readList { (reader) throws(JSONError) in
      _ = try reader.peek()
      let start = reader
      var key: String?
      var value: PropertyList?
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        if key == nil {
          key = try reader.readString()
        } else if value == nil {
          value = try PropertyList.read(&reader, depth: depth)
        } else {
          throw start.error(.unexpectedValue("a pair has one key and one value"))
        }
      }
      guard let key, let value else {
        throw start.error(.unexpectedValue("a pair has one key and one value"))
      }
      return PropertyList.Member(key: key, value: value)
    }
  }
}

extension JSONReader {
  fileprivate func limit(nesting: Int) throws(JSONError) {
    if nesting > StoredLimits.maxNesting {
      throw error(
        .unexpectedValue("more than \(StoredLimits.maxNesting) containers are in each other"))
    }
  }
}
