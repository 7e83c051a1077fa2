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
}
