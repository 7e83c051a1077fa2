/// A long series of requests over which an implementation must not keep more and more memory (ABT-ROB-05).
///
/// What a runtime takes once, and what its collector has not yet given back, is there after the first part of the series. What still
/// grows over the rest, and over the rest of a second series under other names, is kept for ever.
package enum Soak {
  /// The request after whose reply everything that is taken once has been taken.
  package static let first = 2_000
  /// The last request of the series.
  package static let last = 10_000
  /// How many bytes more may be resident after the last request than after the first: 16 MiB.
  package static let margin = 16 << 20

  /// The requests after whose replies memory is read, in a script of so many steps: two for each whole series.
  static func marks(steps: Int) -> [Int] {
    (0..<steps / last).flatMap { [$0 * last + first, ($0 + 1) * last] }
  }

  /// By how much memory grew in each series, from what was resident at the marks.
  package static func growths(_ residentBytes: [Int]) -> [Int] {
    stride(from: 0, to: residentBytes.count - 1, by: 2).map {
      residentBytes[$0 + 1] - residentBytes[$0]
    }
  }
}
