extension JSONValue {
  /// The value of the member with this name (compared as UTF-8), or nil if there is none or this is
  /// not an object.
  ///
  /// Complexity: linear in the members.
  public subscript(_ key: String) -> JSONValue? {
    members?.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// The text of a string.
  public var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number of an integer.
  public var integerValue: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The number of an integer or a real.
  public var doubleValue: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// The truth of a boolean.
  public var booleanValue: Bool? {
    if case .boolean(let truth) = self { truth } else { nil }
  }

  /// The elements of an array.
  public var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object.
  public var members: [JSONMember]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}
