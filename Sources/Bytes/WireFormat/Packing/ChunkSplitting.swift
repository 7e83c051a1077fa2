/// Cutting packed bytes into the pieces of section 4.10.
package enum ChunkSplitting {
  /// `bytes` in `count` consecutive pieces, none empty, whose sizes differ by at most one.
  ///
  /// Returns nil if there are fewer bytes than pieces, or no pieces. Complexity: linear in the
  /// pieces.
  package static func split(_ bytes: [UInt8], into count: Int) -> [ArraySlice<UInt8>]? {
    guard count > 0, bytes.count >= count else { return nil }
    let (size, longer) = bytes.count.quotientAndRemainder(dividingBy: count)
    var start = 0
    return (0..<count).map { index in
      let end = start + size + (index < longer ? 1 : 0)
      defer { start = end }
      return bytes[start..<end]
    }
  }

  /// `bytes` in as few pieces as possible of at most `maxPieceBytes`.
  ///
  /// Returns nil for no bytes or a limit below 1.
  package static func split(
    _ bytes: [UInt8], maxPieceBytes: Int
  ) -> [ArraySlice<UInt8>]? {
    guard maxPieceBytes > 0, !bytes.isEmpty else { return nil }
    return split(bytes, into: (bytes.count - 1) / maxPieceBytes + 1)
  }
}
