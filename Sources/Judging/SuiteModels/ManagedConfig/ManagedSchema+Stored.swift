import AdapterProtocol
import Conformance
package import JSONText

// A schema as `configuration` of the adapter protocol tells it.
extension ManagedSchema {
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("schema")
    writer.beginArray()
    for key in keys { key.write(to: &writer) }
    writer.endArray()
    writer.key("counters")
    writer.beginArray()
    for counter in counters { writer.string(counter) }
    writer.endArray()
    writer.endObject()
  }

  package static func read(_ reader: inout JSONReader) throws(JSONError) -> ManagedSchema {
    var ahead = reader
    try KnownMembers.object(
      "the start of managed-config",
      [
        (
          "schema",
          .list(.object("a key of the schema", ManagedKey.members.map { ($0, .open) }))
        ), ("counters", .open),
      ]
    ).check(&ahead)
    let place = reader
    var keys: [ManagedKey]?
    var counters: [String]?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "schema":
        var read: [ManagedKey] = []
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          let key = try ManagedKey.read(&reader)
          if read.contains(where: { $0.name.hasSameUTF8(as: key.name) }) {
            throw reader.error(.unexpectedValue("the key \"\(key.name)\" stands twice"))
          }
          if let other = read.first(where: { $0.name == key.name }) {
            throw reader.error(.equivalent("keys", other.name, key.name))
          }
          read.append(key)
        }
        keys = read
      case "counters":
        var read: [String] = []
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          let counter = try reader.readString()
          if read.contains(where: { $0.hasSameUTF8(as: counter) }) {
            throw reader.error(.unexpectedValue("the counter \"\(counter)\" stands twice"))
          }
          if let other = read.first(where: { $0 == counter }) {
            throw reader.error(.equivalent("counters", other, counter))
          }
          read.append(counter)
        }
        counters = read
      default: try reader.skipValue()
      }
    }
    guard let keys else { throw place.error(.missingMember("schema")) }
    guard let counters else { throw place.error(.missingMember("counters")) }
    return ManagedSchema(keys, counters: counters)
  }
}

extension ManagedKey {
  fileprivate static let members = [
    "key", "type", "format", "minimum", "maximum", "default", "secret",
  ]

  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("key")
    writer.string(name)
    writer.key("type")
    writer.string(kind.rawValue)
    if let format {
      writer.key("format")
      writer.string(format.rawValue)
    }
    if let minimum {
      writer.key("minimum")
      writer.integer(minimum)
    }
    if let maximum {
      writer.key("maximum")
      writer.integer(maximum)
    }
    writer.key("default")
    fallback.write(to: &writer)
    if isSecret {
      writer.key("secret")
      writer.boolean(true)
    }
    writer.endObject()
  }

  fileprivate static func read(_ reader: inout JSONReader) throws(JSONError) -> ManagedKey {
    let place = reader
    var key = ManagedKey("", .string)
    var missing = ["key", "type"]
    try reader.readObject { (reader: inout JSONReader, name: String) throws(JSONError) in
      missing.removeAll { $0 == name }
      switch name {
      case "key": key.name = try reader.readString()
      case "type": key.kind = try reader.readWord("type")
      case "format": key.format = try reader.readIfNull() ? nil : reader.readWord("format")
      case "minimum": key.minimum = try reader.readIfNull() ? nil : reader.readInteger()
      case "maximum": key.maximum = try reader.readIfNull() ? nil : reader.readInteger()
      case "default": key.fallback = try TypedValue.read(from: &reader)
      case "secret": key.isSecret = try reader.readBoolean()
      default: try reader.skipValue()
      }
    }
    if let member = missing.first { throw place.error(.missingMember(member)) }
    if key.format != nil, key.kind != .string {
      throw place.error(.unexpectedValue("only a string has a format"))
    }
    if key.minimum != nil || key.maximum != nil, key.kind != .integer {
      throw place.error(.unexpectedValue("only an integer has a minimum and a maximum"))
    }
    if key.fallback != .null, key.standing(of: key.fallback) != .good {
      throw place.error(
        .unexpectedValue("the default of \"\(key.name)\" is no value that the key may have"))
    }
    return key
  }

  /// `retryLimit: integer from 0 to 10, or else integer 3`
  package var words: String {
    var words = "\(name): \(isSecret ? "secret " : "")\(format?.rawValue ?? kind.rawValue)"
    if let minimum { words += " from \(minimum)" }
    if let maximum { words += " to \(maximum)" }
    return words + ", or else \(fallback.summary)"
  }
}

extension JSONError.Reason {
  /// Names that a library may take for one.
  fileprivate static func equivalent(_ what: String, _ one: String, _ other: String) -> Self {
    .unexpectedValue(
      "the \(what) \(ExactText(one)) and \(ExactText(other)) are canonically equivalent: nobody says that they differ"
    )
  }
}

extension JSONReader {
  fileprivate mutating func readWord<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(JSONError) -> Word {
    let place = self
    guard let word = Word(rawValue: try readString()) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw place.error(.unexpectedValue("\(name) is one of \(known)"))
    }
    return word
  }
}
