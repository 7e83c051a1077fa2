import WireFormat

/// Reads `changedValues` within bounds.
package enum ReportedKeys {
  /// A list of keys is never longer than a whole request, and has no more entries than a library takes.
  private static let maxListBytes = 1_048_576

  /// The keys, or nil where the text is no list of them (MGR-13).
  package static func read(_ text: [UInt8]) -> [String]? {
    guard let packed = Base64Text.decode(text).bytes else { return nil }
    let (list, outcome) = Inflater().inflate(packed, limit: maxListBytes)
    guard case .complete(let consumed) = outcome, consumed == packed.count else { return nil }
    var reader = PropertyListReader()
    guard case .array(let elements)? = reader.read(list).value else { return nil }
    var keys: [String] = []
    for element in elements {
      guard case .string(let key) = element else { return nil }
      keys.append(key)
    }
    return keys
  }

  /// Each key once, in the order in which they come first.
  package static func unique(_ keys: [String]) -> [String] {
    var seen: Set<ExactText> = []
    return keys.filter { seen.insert(ExactText($0)).inserted }
  }
}
