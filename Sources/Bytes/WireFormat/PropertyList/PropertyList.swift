/// A value that a property list can hold, without anything that only some encodings know.
///
/// Equality is exact: strings by their UTF-8 (composed and decomposed text differ), reals and dates
/// by their bits (negative zero differs from zero, NaN equals the same NaN), dictionaries with
/// the order of their members. `holdsSameValues(as:)` compares dictionaries without order.
package enum PropertyList: Sendable {
  case string(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case data([UInt8])
  case array([PropertyList])
  /// Members in the order of the wire. A reader never delivers the same key twice.
  case dictionary([Member])

  /// One key of a dictionary with its value.
  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: PropertyList

    package init(key: String, value: PropertyList) {
      self.key = key
      self.value = value
    }
  }
}
