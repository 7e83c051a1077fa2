/// Which piece of how many a request carries.
package struct ChunkPosition: Hashable, Sendable {
  /// From 1 to `total`.
  package var index: Int
  /// At least 2: one piece is a whole request.
  package var total: Int

  package init(index: Int, total: Int) {
    self.index = index
    self.total = total
  }

  /// Reads both parameters. Returns nil if they, or their absence, say that the data is whole.
  package static func read(
    chunk: ParameterValue, chunks: ParameterValue, maxChunks: Int
  ) throws(RequestFailure) -> ChunkPosition? {
    if chunk == .absent, chunks == .absent { return nil }
    guard let index = number(chunk), let total = number(chunks), index > 0, index <= total else {
      throw .invalidChunk
    }
    guard total <= maxChunks else { throw .tooManyChunks }
    return total == 1 ? nil : ChunkPosition(index: index, total: total)
  }

  /// Only decimal digits. Numbers beyond all limits count as the largest one.
  private static func number(_ value: ParameterValue) -> Int? {
    guard let digits = value.bytes, !digits.isEmpty else { return nil }
    var number = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      let (tenfold, overflow) = number.multipliedReportingOverflow(by: 10)
      number = overflow || tenfold > Int.max - 9 ? Int.max - 9 : tenfold + Int(digit - 0x30)
    }
    return number
  }
}
