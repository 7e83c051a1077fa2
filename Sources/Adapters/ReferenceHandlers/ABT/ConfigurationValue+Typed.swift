import AdapterProtocol
import ReferenceLibrary

/// A value of the adapter protocol that the reference library cannot represent.
struct UntranslatableValue: Error, CustomStringConvertible {
  let description: String
}

extension TypedMember {
  /// A key of a set with its value, or `.null` if it has none.
  init(_ entry: ConfigurationEntry) {
    self.init(entry.key, entry.value.map { TypedValue($0) } ?? .null)
  }
}

extension TypedValue {
  /// The value on the wire. Recurses once per level; the library allows few.
  init(_ value: ConfigurationValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .boolean(let truth): self = .boolean(truth)
    case .date(let seconds): self = .date(seconds)
    case .data(let bytes): self = .data(bytes)
    case .array(let elements): self = .array(elements.map { TypedValue($0) })
    case .dictionary(let entries): self = .dictionary(entries.map { TypedMember($0) })
    }
  }
}

extension ConfigurationValue {
  /// The value from the wire, or nil for `.null`.
  ///
  /// Recurses once per level; the protocol bounds the levels of a line.
  init?(_ value: TypedValue) throws(UntranslatableValue) {
    switch value {
    case .null: return nil
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .boolean(let truth): self = .boolean(truth)
    case .date(let seconds): self = .date(seconds)
    case .data(let bytes): self = .data(bytes)
    case .array(let elements):
      var values: [ConfigurationValue] = []
      for element in elements { values.append(try Self.inside(element)) }
      self = .array(values)
    case .dictionary(let members):
      var entries: [ConfigurationEntry] = []
      for member in members {
        guard case .string(let key) = member.key else {
          throw UntranslatableValue(description: "an old value has a key that is not Unicode")
        }
        entries.append(ConfigurationEntry(key, try Self.inside(member.value)))
      }
      self = .dictionary(entries)
    case .bigInteger, .utf16, .tooLarge:
      throw UntranslatableValue(
        description: "an old value is beyond 64 bits, not Unicode, or only a stand-in")
    }
  }

  private static func inside(_ value: TypedValue) throws(UntranslatableValue) -> Self {
    guard let value = try Self(value) else {
      throw UntranslatableValue(description: "an old value holds a null")
    }
    return value
  }
}
