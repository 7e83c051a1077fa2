import JSONText

/// Reads any value through the methods that readers of messages use.
func pull(from reader: inout JSONReader) throws(JSONError) -> JSONValue {
  switch try reader.peek() {
  case .null:
    try reader.readNull()
    return .null
  case .boolean: return .boolean(try reader.readBoolean())
  case .number: return .real(try reader.readDouble())
  case .string:
    var bytes: [UInt8] = []
    try reader.readStringBytes(into: &bytes)
    return .string(String(decoding: bytes, as: UTF8.self))
  case .array:
    var elements: [JSONValue] = []
    try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
      elements.append(try pull(from: &reader))
    }
    return .array(elements)
  case .object:
    var members: [JSONMember] = []
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      members.append(JSONMember(key: key, value: try pull(from: &reader)))
    }
    return .object(members)
  }
}

extension JSONValue {
  /// How many containers are open at once.
  var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }

  /// How many values there are, containers included, names not.
  var nodes: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.nodes }
    case .object(let members): members.reduce(1) { $0 + $1.value.nodes }
    default: 1
    }
  }
}
