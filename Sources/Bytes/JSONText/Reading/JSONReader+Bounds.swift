extension JSONReader {
  /// Reads one value that has bounds of its own: a text of any length is read piece by piece, and none of the pieces takes more
  /// memory than its bounds allow. In the limits of the whole text it counts as one value.
  ///
  /// - Parameters:
  ///   - maxBytes: the most bytes of the value, without the white space before it.
  ///   - maxNodes: the most values in it, itself included.
  /// - Throws: what `body` throws, and `valueTooLong`.
  public mutating func readBounded<Value>(
    maxBytes: Int, maxNodes: Int, _ body: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    try countNode()
    skipWhiteSpace()
    let start = position
    let (wholeCount, wholeNodes, wholeMaxNodes) = (count, nodes, limits.maxNodes)
    defer { (count, nodes, limits.maxNodes) = (wholeCount, wholeNodes, wholeMaxNodes) }
    (nodes, limits.maxNodes) = (0, maxNodes)
    let isCut = wholeCount &- start > maxBytes
    if isCut { count = start &+ maxBytes }
    do throws(JSONError) {
      return try body(&self)
    } catch {
      guard isCut, error.reason == .unexpectedEnd else { throw error }
      throw self.error(.valueTooLong(maxBytes: maxBytes), at: start)
    }
  }

  /// Skips the next value, validates all of it, and says where it stands.
  public mutating func skippedValue() throws(JSONError) -> Range<Int> {
    _ = try peek()
    let start = offset
    try skipValue()
    return start..<offset
  }
}
