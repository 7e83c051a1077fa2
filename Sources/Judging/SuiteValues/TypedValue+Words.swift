package import AdapterProtocol

extension TypedValue {
  /// A text that is the same for the same value: members of dictionaries in one order, and a NaN is itself.
  package var orderedText: String {
    switch self {
    case .real(let number): "real \(number.isNaN ? "nan" : "\(number.bitPattern)")"
    case .array(let elements): "[\(elements.map(\.orderedText).joined(separator: ","))]"
    case .dictionary(let members):
      "{\(members.map { "\($0.key):\($0.value.orderedText)" }.sorted().joined(separator: ","))}"
    default: "\(self)"
    }
  }

  /// The value in a few words, for messages.
  package var summary: String {
    switch self {
    case .string(let text):
      "string \"\(text.prefix(60))\(text.count > 60 ? "…" : "")\""
    case .integer(let number): "integer \(number)"
    case .bigInteger(let digits): "integer \(digits)"
    case .real(let number): "real \(number)"
    case .boolean(let truth): "boolean \(truth)"
    case .date(let seconds): "date \(seconds)"
    case .data(let bytes): "data of \(bytes.count) bytes"
    case .array(let elements): "array of \(elements.count)"
    case .dictionary(let members):
      "{"
        + members.prefix(6).map { "\($0.key.summary): \($0.value.summary)" }.joined(separator: ", ")
        + (members.count > 6 ? ", …}" : "}")
    case .null: "no value"
    case .utf16(let bytes): "text of \(bytes.count / 2) UTF-16 units that is no Unicode"
    case .tooLarge: "too large a value"
    }
  }
}

extension TypedKey {
  package var summary: String {
    switch self {
    case .string(let text): text
    case .utf16(let bytes): "a key of \(bytes.count / 2) UTF-16 units"
    }
  }
}
