extension JSONReader {
  /// Reads one value of any kind.
  ///
  /// Recurses once per level of nesting, at most `maxDepth` times.
  public mutating func readValue() throws(JSONError) -> JSONValue {
    switch try peek() {
    case .null:
      try readNull()
      return .null
    case .boolean:
      return .boolean(try readBoolean())
    case .number:
      let literal = try scanNumber()
      if let integer = literal.integer { return .integer(integer) }
      return .real(try real(literal))
    case .string:
      return .string(try readString())
    case .array:
      return .array(try readElements())
    case .object:
      return .object(try readMembers())
    }
  }

  private mutating func readElements() throws(JSONError) -> [JSONValue] {
    try open(UInt8(ascii: "["), .array)
    guard try hasFirst(before: UInt8(ascii: "]")) else { return [] }
    var elements: [JSONValue] = []
    repeat {
      elements.append(try readValue())
    } while try hasNext(before: UInt8(ascii: "]"))
    return elements
  }

  private mutating func readMembers() throws(JSONError) -> [JSONMember] {
    try open(UInt8(ascii: "{"), .object)
    let mark = ledger.mark
    guard try hasFirst(before: UInt8(ascii: "}")) else { return [] }
    var members: [JSONMember] = []
    repeat {
      let key = try readKey(since: mark).string(of: base)
      members.append(JSONMember(key: key, value: try readValue()))
    } while try hasNext(before: UInt8(ascii: "}"))
    try closeKeys(since: mark)
    return members
  }
}
