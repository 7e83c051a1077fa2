import JSONText
package import WireFormat

/// A dialect as a JSON file (section 3 of the `abt` document). Every field is optional and defaults
/// to wire profile 1. Unknown fields are errors.
package enum DialectFile {
  /// The longest file that is read.
  package static let maxBytes = 1 << 20

  /// Reads a whole file strictly.
  ///
  /// Complexity: linear in the bytes.
  /// - Throws: everything that is wrong with the file, each problem with its field, line and
  ///   column.
  package static func read(_ bytes: [UInt8]) throws(DialectError) -> Dialect {
    var reader = DialectReader(bytes)
    return try reader.read()
  }

  /// The canonical file of a dialect: indented, in the order of the schema, with a line feed at its
  /// end. Reading it gives the same dialect.
  ///
  /// - Parameter onlyChanges: whether to leave out fields that are as in profile 1.
  package static func text(of dialect: Dialect, onlyChanges: Bool = false) -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    write(dialect, onlyChanges: onlyChanges, into: &writer)
    writer.endLine()
    return writer.bytes
  }

  /// The paths of the fields that differ from profile 1, in the order of the schema.
  package static func changes(of dialect: Dialect) -> [String] {
    DialectSchema.fields.filter { $0.isChanged(in: dialect) }.map(\.path)
  }
}
