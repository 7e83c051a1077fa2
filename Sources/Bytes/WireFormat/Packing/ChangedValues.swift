/// The `changedValues` of a callback: Base64( zlib( binary property list, an array of strings ) ).
package enum ChangedValues {
  /// The keys of the parameter's value after percent-decoding (ABT-CHG-09).
  ///
  /// Use this for one value. `Packing` keeps its states for many.
  package static func decode(
    _ text: [UInt8], dialect: Dialect = .profile1
  ) -> Reading<[String]> {
    var packing = Packing(dialect: dialect)
    return packing.unpackChangedValues(text)
  }

  /// The parameter's value before percent-encoding.
  package static func encode(_ keys: [String], dialect: Dialect = .profile1) -> [UInt8] {
    var packing = Packing(dialect: dialect)
    return packing.packChangedValues(keys)
  }
}
