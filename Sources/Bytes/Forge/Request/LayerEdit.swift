/// A blind edit of one layer's output: bytes taken out and others put in their place, whatever they mean.
package struct LayerEdit: Hashable, Sendable {
  package var layer: WirePosition
  /// The first byte, counted modulo the number of bytes there are, and one more for the end.
  package var offset: Int
  /// How many bytes are taken out; no more than there are.
  package var removedCount: Int
  package var inserted: [UInt8]

  package init(_ layer: WirePosition, at offset: Int, removing count: Int, inserting: [UInt8]) {
    self.layer = layer
    self.offset = offset
    removedCount = count
    inserted = inserting
  }

  func apply(to bytes: inout [UInt8]) {
    let start = offset.wrapped(bytes.count + 1)
    let end = min(bytes.count, start + max(0, min(removedCount, bytes.count)))
    bytes.replaceSubrange(start..<end, with: inserted)
  }
}

/// A place between two layers of a request, from the inside out, named by the bytes that are there.
package enum WirePosition: String, Hashable, Sendable, CaseIterable {
  /// The binary property list.
  case propertyList = "property-list"
  /// Magic and property list.
  case content
  /// The zlib stream.
  case stream
  /// The packed bytes of the whole request: compressed, and encrypted where they are.
  case packed
  /// The packed bytes that this request carries: all of them, or its piece.
  case piece
  /// The Base64 text, before percent-encoding.
  case text
  /// The request.
  case url
}
