package import JSONText

/// Which members an object of a case file may have.
///
/// Adapters pass over members that they do not know. In a file that a person writes such a member is a slip of the pen, and what it
/// was to say would be lost in silence.
package indirect enum KnownMembers: Sendable {
  /// Anything may stand here, or another reader looks at it.
  case open
  /// An object with these members and no others. The first word names it in messages, as in "the start of abt".
  case object(String, [(name: String, members: KnownMembers)])
  /// An array of such values.
  case list(KnownMembers)

  /// Passes the value at which a reader stands. A value of another type than the one described is passed over: whoever reads it
  /// next complains of it.
  ///
  /// - Throws: the first member that is not known, with its place, the name that may be meant and all that there are; and what is
  ///   wrong with the JSON.
  package func check(_ reader: inout JSONReader) throws(JSONError) {
    switch (self, try reader.peek()) {
    case (.object(let what, let known), .object):
      try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
        guard let member = known.first(where: { $0.name == key }) else {
          _ = try reader.peek()
          throw reader.error(.unknownMember(key, of: what, known: known.map(\.name)))
        }
        try member.members.check(&reader)
      }
    case (.list(let element), .array):
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        try element.check(&reader)
      }
    default: try reader.skipValue()
    }
  }
}

extension JSONError.Reason {
  /// A member that an object does not have, with the name that may be meant and all that there are.
  package static func unknownMember(_ name: String, of what: String, known: [String]) -> Self {
    .unexpectedValue(
      "\(what) has no member \"\(name)\"" + NearestName.hint(for: name, among: known, all: known))
  }
}
