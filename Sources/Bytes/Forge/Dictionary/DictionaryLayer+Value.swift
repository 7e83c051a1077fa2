package import WireFormat

extension DictionaryLayer {
  /// The value that is packed, under the dialect's names.
  package func value(_ dialect: Dialect) -> PropertyList {
    let keys = dialect.keys
    func dictionary(_ category: String?, _ last: PropertyList.Member...) -> PropertyList {
      var members = [PropertyList.Member(key: keys.version, value: .integer(1))]
      if let category { members.append(.init(key: keys.category, value: .string(category))) }
      return .dictionary(members + last)
    }
    return switch self {
    case .configuration(let category, let members):
      dictionary(category, .init(key: keys.configuration, value: .dictionary(members)))
    case .keys(let category, let names):
      dictionary(category, .init(key: keys.keys, value: .array(names.map(PropertyList.string))))
    case .both(let category, let members, let names):
      dictionary(
        category, .init(key: keys.configuration, value: .dictionary(members)),
        .init(key: keys.keys, value: .array(names.map(PropertyList.string))))
    case .verbatim(let value): value
    }
  }
}
