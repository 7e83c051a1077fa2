/// A long series of requests over which an implementation must not keep more and more memory (ABT-ROB-05).
///
/// What a runtime takes once, and what its collector has not yet given back, is there after the first part of the series. What still
/// grows over the rest, and over the rest of a second series under other names, is kept for ever.
///
/// A series has a time of its own, so that a slow implementation does not take minutes for each. If that is over, the series ends, and
/// is judged by what was answered.
package enum Soak {
  /// The request after whose reply everything that is taken once has been taken.
  package static let first = 2_000
  /// How many requests have to be answered at least, so that memory can be judged.
  package static let least = 3_000
  /// The last request of the series.
  package static let last = 10_000
  /// How many bytes more may be resident after the last request than after the first: 16 MiB.
  package static let margin = 16 << 20
  /// The time of a series, in deadlines of a step: 20 s where a step has 2.
  package static let stepDeadlines = 10

  /// The requests after whose replies memory is read, in so many series of so many requests: two for each.
  static func marks(series: Int, of requests: Int) -> [Int] {
    (0..<series).flatMap { [$0 * requests + first, ($0 + 1) * requests] }
  }

  /// By how much memory grew in each series, from what was resident at the marks.
  package static func growths(_ residentBytes: [Int]) -> [Int] {
    stride(from: 0, to: residentBytes.count - 1, by: 2).map {
      residentBytes[$0 + 1] - residentBytes[$0]
    }
  }
}
