package import JSONText

/// What the replies of one conversation told of things that had happened after the reply to their step
/// (`late` of Adapters.md).
package struct Lateness: Sendable, Hashable {
  /// The requests of earlier conversations that entries named.
  package var earlierRequests: [Int64] = []
  /// Whether an entry without a number came before any step of this conversation was answered: it belongs to the
  /// conversation before.
  package var isOfConversationBefore = false
  /// Whether steps of this conversation did something late. An entry that names no step counts for the one before the reply
  /// that tells of it.
  package var isOfOwnSteps = false

  package init() {}
}

extension LateEntry {
  /// Calls `body` with each entry of `late` in a reply, and with the number of the request that it names.
  ///
  /// - Parameter line: a whole reply without its line feed.
  /// - Throws: what is wrong with the JSON, and what `body` throws.
  package static func forEach(
    in line: UnsafeRawBufferPointer,
    _ body: (_ request: Int64?, LateEntry) throws(JSONError) -> Void
  ) throws(JSONError) {
    var reader = try JSONReader(line, limits: .adapterLine)
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      guard case "late" = key else { return try reader.skipValue() }
      try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
        let entry = LateEntry(reader)
        var request: Int64?
        try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
          if case "id" = key, try reader.peek() == .number {
            request = try reader.readInteger()
          } else {
            try reader.skipValue()
          }
        }
        try body(request, entry)
      }
    }
  }
}
