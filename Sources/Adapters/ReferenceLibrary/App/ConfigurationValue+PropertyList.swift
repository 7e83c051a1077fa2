package import WireFormat

extension ConfigurationValue {
  /// The value of a property list. Recurses once per level; the reader allows few.
  package init(_ list: PropertyList) {
    switch list {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .boolean(let truth): self = .boolean(truth)
    case .date(let seconds): self = .date(seconds)
    case .data(let bytes): self = .data(bytes)
    case .array(let elements): self = .array(elements.map { ConfigurationValue($0) })
    case .dictionary(let members): self = .dictionary(Self.entries(members))
    }
  }

  /// The members of a dictionary, in their order.
  package static func entries(_ members: [PropertyList.Member]) -> [ConfigurationEntry] {
    members.map { ConfigurationEntry($0.key, ConfigurationValue($0.value)) }
  }
}
