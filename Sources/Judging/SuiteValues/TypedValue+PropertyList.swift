package import AdapterProtocol
package import WireFormat

extension TypedValue {
  /// The form in which a property-list value travels to and from adapters.
  package init(_ value: PropertyList) {
    self =
      switch value {
      case .string(let text): .string(text)
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .boolean(let truth): .boolean(truth)
      case .date(let seconds): .date(seconds)
      case .data(let bytes): .data(bytes)
      case .array(let elements): .array(elements.map(TypedValue.init))
      case .dictionary(let members):
        .dictionary(members.map { TypedMember($0.key, TypedValue($0.value)) })
      }
  }
}
