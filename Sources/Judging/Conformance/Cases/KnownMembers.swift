package import JSONText

/// Which members an object of a case file may have.
///
/// Adapters pass over members that they do not know. In a file that a person writes such a member is a slip of the pen, and what it
/// was to say would be lost in silence.
package struct KnownMembers: Sendable {
  private enum Kind {
    case open, object, list
  }

  private let kind: Kind
  /// What the object is called in messages.
  private let name: String
  private let members: [(name: String, members: KnownMembers)]
  /// What an element of the array may be: one, or none where this is no array.
  private let element: [KnownMembers]

  private init(
    _ kind: Kind, _ name: String = "", _ members: [(name: String, members: KnownMembers)] = [],
    element: [KnownMembers] = []
  ) {
    self.kind = kind
    self.name = name
    self.members = members
    self.element = element
  }

  /// Anything may stand here, or another reader looks at it.
  package static let open = KnownMembers(.open)

  /// An object with these members and no others. The first word names it in messages, as in "the start of abt".
  package static func object(
    _ name: String, _ members: [(name: String, members: KnownMembers)]
  ) -> KnownMembers {
    KnownMembers(.object, name, members)
  }

  /// An array of such values.
  package static func list(_ element: KnownMembers) -> KnownMembers {
    KnownMembers(.list, element: [element])
  }

  /// Passes the value at which a reader stands. A value of another type than the one described is passed over: whoever reads it
  /// next complains of it.
  ///
  /// - Throws: the first member that is not known, with its place, the name that may be meant and all that there are; and what is
  ///   wrong with the JSON.
  package func check(_ reader: inout JSONReader) throws(JSONError) {
    switch (kind, try reader.peek()) {
    case (.object, .object):
      try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
        guard let member = members.first(where: { $0.name ~= key }) else {
          _ = try reader.peek()
          throw reader.error(.unknownMember(key, of: name, known: members.map(\.name)))
        }
        try member.members.check(&reader)
      }
    case (.list, .array):
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        for element in element { try element.check(&reader) }
      }
    default: try reader.skipValue()
    }
  }
}

extension KnownMembers {
  /// Like `check(_:)`, for a value that is read afterwards: the reader stays where it is.
  package func check(before reader: JSONReader) throws(JSONError) {
    var copy = reader
    try check(&copy)
  }
}

extension JSONError.Reason {
  /// A member that an object does not have, with the name that may be meant and all that there are.
  package static func unknownMember(_ name: String, of what: String, known: [String]) -> Self {
    .unexpectedValue(
      "\(what) has no member \"\(name)\"" + NearestName.hint(for: name, among: known, all: known))
  }
}
