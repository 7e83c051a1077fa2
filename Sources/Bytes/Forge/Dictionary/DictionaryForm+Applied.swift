import WireFormat

extension DictionaryForm {
  /// What is packed in the place of the canonical dictionary `value`.
  ///
  /// - Parameter content: the key under which the action's content stands.
  func applied(to value: PropertyList, keys: Dialect.Keys, content: String) -> PropertyList {
    guard case .dictionary(let members) = value else { return value }
    func dropping(_ key: String) -> [PropertyList.Member] {
      members.filter { !$0.key.utf8.elementsEqual(key.utf8) }
    }
    func setting(_ key: String, _ value: PropertyList) -> PropertyList {
      let place = members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) } ?? members.count
      var result = members
      if place < members.count {
        result[place].value = value
      } else {
        result.append(.init(key: key, value: value))
      }
      return .dictionary(result)
    }
    let contents = members.first { $0.key.utf8.elementsEqual(content.utf8) }?.value
    switch self {
    case .canonical: return value
    case .unknownKeyAdded(let key, let value):
      return .dictionary(members + [.init(key: key, value: value)])
    case .reversed: return .dictionary(members.reversed())
    case .versionMissing: return .dictionary(dropping(keys.version))
    case .versionOther(let number): return setting(keys.version, .integer(number))
    case .versionMistyped(let other): return setting(keys.version, other)
    case .categoryMistyped(let other): return setting(keys.category, other)
    case .contentMissing: return .dictionary(dropping(content))
    case .contentMistyped(let other): return setting(content, other)
    case .memberMistyped(let index, let other):
      switch contents {
      case .array(var elements):
        let place = index.wrapped(elements.count + 1)
        elements.insert(other, at: place)
        return setting(content, .array(elements))
      case .dictionary(let inner): return setting(content, .array(inner.map(\.value)))
      default: return setting(content, other)
      }
    case .topReplaced(let other): return other
    case .inArray: return .array([value])
    case .unwrapped: return contents.flatMap { Self.without(keys.version, in: $0) } ?? value
    case .wholeProfile: return Self.profile(around: value)
    }
  }

  /// A configuration, or a list of keys as a dictionary, that nobody takes for the whole.
  private static func without(_ version: String, in contents: PropertyList) -> PropertyList? {
    switch contents {
    case .dictionary(let inner):
      .dictionary(inner.filter { !$0.key.utf8.elementsEqual(version.utf8) })
    case .array(let elements): .dictionary([.init(key: "K", value: .array(elements))])
    default: nil
    }
  }

  private static func profile(around value: PropertyList) -> PropertyList {
    .dictionary([
      .init(key: "PayloadType", value: .string("Configuration")),
      .init(key: "PayloadVersion", value: .integer(1)),
      .init(key: "PayloadContent", value: .array([value])),
    ])
  }
}
