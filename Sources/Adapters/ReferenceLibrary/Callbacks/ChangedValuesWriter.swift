import WireFormat

/// Writes the list of changed keys, and keeps its zlib state.
package struct ChangedValuesWriter {
  private let deflater = Deflater()
  private var writer = PropertyListWriter()

  package init() {}

  /// Base64 text of the compressed list.
  package mutating func write(_ keys: [String], decisions: Decisions) -> [UInt8] {
    let list = decisions.changedValuesList(&writer, keys)
    return Base64Text.encode(deflater.compress(list, level: decisions.changedValuesLevel()))
  }
}
