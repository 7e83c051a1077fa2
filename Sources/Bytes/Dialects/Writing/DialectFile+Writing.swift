package import JSONText
package import WireFormat

extension DialectFile {
  /// Writes a dialect as one JSON object, in the order of the schema: a file, or the `dialect` of
  /// an adapter's `start`.
  ///
  /// - Parameter onlyChanges: whether to leave out fields that are as in profile 1. Profile 1
  ///   itself is then `{}`.
  package static func write(
    _ dialect: Dialect, onlyChanges: Bool, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    var open: String?
    for field in DialectSchema.fields {
      guard let value = field.value(in: dialect), !onlyChanges || field.isChanged(in: dialect)
      else { continue }
      if field.section != open {
        if open != nil { writer.endObject() }
        if let section = field.section {
          writer.key(section)
          writer.beginObject()
        }
        open = field.section
      }
      writer.key(field.name)
      writer.value(value)
    }
    if open != nil { writer.endObject() }
    writer.endObject()
  }

  /// The fields of a dialect that are not as in profile 1, as an adapter's `start` has them.
  package static func json(of dialect: Dialect) -> JSONValue {
    var members: [JSONMember] = []
    for field in DialectSchema.fields where field.isChanged(in: dialect) {
      guard let value = field.value(in: dialect) else { continue }
      guard let section = field.section else {
        members.append(JSONMember(key: field.name, value: value))
        continue
      }
      var fields: [JSONMember] = []
      if let last = members.last, last.key == section, case .object(let open) = last.value {
        members.removeLast()
        fields = open
      }
      fields.append(JSONMember(key: field.name, value: value))
      members.append(JSONMember(key: section, value: .object(fields)))
    }
    return .object(members)
  }
}
