import WireFormat

/// One dictionary of a profile. Looks up required and optional keys, each of one kind.
struct ProfileFields {
  let place: ProfileError.Place
  private let members: [PropertyList.Member]

  /// - Parameter key: the key that holds the dictionary, for the message.
  init(
    _ value: PropertyList, place: ProfileError.Place, key: String
  ) throws(ProfileError) {
    guard case .dictionary(let members) = value else {
      throw .field(place, key: key, .notDictionary(found: .init(of: value)))
    }
    self.place = place
    self.members = members
  }

  var keys: [String] { members.map(\.key) }

  func fail(_ key: String, _ problem: ProfileError.FieldProblem) -> ProfileError {
    .field(place, key: key, problem)
  }

  /// The value of a key, compared byte for byte.
  ///
  /// Complexity: linear in the members.
  subscript(key: String) -> PropertyList? {
    members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  func string(_ key: String) throws(ProfileError) -> String? {
    switch self[key] {
    case nil: return nil
    case .string(let text): return text
    case .some(let other): throw mistyped(key, .string, other)
    }
  }

  /// A required string that is not empty.
  func requiredString(_ key: String) throws(ProfileError) -> String {
    guard let text = try string(key) else { throw fail(key, .missing) }
    guard !text.isEmpty else { throw fail(key, .emptyText) }
    return text
  }

  func boolean(_ key: String) throws(ProfileError) -> Bool? {
    switch self[key] {
    case nil: return nil
    case .boolean(let truth): return truth
    case .some(let other): throw mistyped(key, .boolean, other)
    }
  }

  func integer(_ key: String) throws(ProfileError) -> Int64? {
    switch self[key] {
    case nil: return nil
    case .integer(let number): return number
    case .some(let other): throw mistyped(key, .integer, other)
    }
  }

  func requiredArray(_ key: String) throws(ProfileError) -> [PropertyList] {
    switch self[key] {
    case nil: throw fail(key, .missing)
    case .array(let elements): return elements
    case .some(let other): throw mistyped(key, .array, other)
    }
  }

  func requiredDictionary(_ key: String) throws(ProfileError) -> PropertyList {
    switch self[key] {
    case nil: throw fail(key, .missing)
    case .some(let value):
      guard case .dictionary = value else { throw mistyped(key, .dictionary, value) }
      return value
    }
  }

  private func mistyped(
    _ key: String, _ expected: ProfileError.Kind, _ found: PropertyList
  ) -> ProfileError {
    fail(key, .mistyped(expected: expected, found: .init(of: found)))
  }
}

extension ProfileError.Kind {
  init(of value: PropertyList) {
    self =
      switch value {
      case .string: .string
      case .integer: .integer
      case .real: .real
      case .boolean: .boolean
      case .date: .date
      case .data: .data
      case .array: .array
      case .dictionary: .dictionary
      }
  }
}
