package import WireFormat

/// What the data of a request says. It is known to be valid.
package struct Payload: Sendable {
  package var category: String?
  package var content: Content

  package enum Content: Sendable {
    case apply([ConfigurationEntry])
    /// Each key once, in the order of the request.
    case reset([String])
  }

  package init(category: String?, content: Content) {
    self.category = category
    self.content = content
  }

  /// Reads the dictionary by section 4.4.
  package init(
    _ list: PropertyList, verb: Verb, keys: ConfigurationDialect.Keys
  ) throws(RequestFailure) {
    guard case .dictionary(let members) = list else { throw .invalidDictionary }
    guard case .integer(let version) = members[keys.version] else { throw .invalidDictionary }
    guard version == 1 else { throw .unsupportedVersion }
    switch members[keys.category] {
    case .string(let text): category = text
    case nil: category = nil
    default: throw .invalidDictionary
    }
    switch verb {
    case .apply:
      guard case .dictionary(let configuration) = members[keys.configuration] else {
        throw .invalidDictionary
      }
      content = .apply(ConfigurationValue.entries(configuration))
    case .reset:
      guard case .array(let elements) = members[keys.keys] else { throw .invalidDictionary }
      content = .reset(try Self.distinct(elements))
    }
  }

  private static func distinct(_ elements: [PropertyList]) throws(RequestFailure) -> [String] {
    var seen: Set<ExactText> = []
    var keys: [String] = []
    for element in elements {
      guard case .string(let key) = element else { throw .invalidDictionary }
      if seen.insert(ExactText(key)).inserted { keys.append(key) }
    }
    return keys
  }
}

extension [PropertyList.Member] {
  fileprivate subscript(_ key: String) -> PropertyList? {
    first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }
}
