import WireFormat

/// The pieces of a query one at a time: a list of a million empty ones would take more memory than
/// all the rest.
struct QueryScan: Sequence, IteratorProtocol {
  /// One piece, as `RequestURL.Parameter` cuts it.
  struct Piece {
    /// From the `?` or `&` in front of it to its end.
    let range: Range<Int>
    let name: ArraySlice<UInt8>
    /// nil without `=`.
    let value: ArraySlice<UInt8>?
    /// From 1.
    let number: Int

    /// Separator, name and `=`.
    var head: Range<Int> { range.lowerBound..<(value?.startIndex ?? range.upperBound) }
  }

  private let query: ArraySlice<UInt8>
  private var start: Int?
  private var number = 0

  /// - Parameter query: as `RequestURL` has it: after the `?`.
  init(_ query: ArraySlice<UInt8>?) {
    self.query = query ?? []
    start = self.query.isEmpty ? nil : self.query.startIndex
  }

  mutating func next() -> Piece? {
    guard let start else { return nil }
    let rest = query[start...]
    let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? query.endIndex
    self.start = end < query.endIndex ? end + 1 : nil
    number += 1
    let piece = query[start..<end]
    let equals = piece.firstIndex(of: UInt8(ascii: "="))
    return Piece(
      range: start - 1..<end, name: piece[..<(equals ?? end)],
      value: equals.map { piece[($0 + 1)...] }, number: number)
  }
}
