extension JSONWriter {
  /// A whole value of any kind. Recurses once per level of nesting.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .boolean(let truth): boolean(truth)
    case .integer(let number): integer(number)
    case .real(let number): real(number)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }
}

extension JSONValue {
  /// This value as compact text.
  public var compactText: String {
    var writer = JSONWriter()
    writer.value(self)
    return writer.text
  }
}
