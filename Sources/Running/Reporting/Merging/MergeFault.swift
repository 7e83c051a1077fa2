/// Why some reports cannot be merged: what does not belong together, where, and what to do.
package enum MergeFault: Error, Hashable, CustomStringConvertible {
  case report(ReportFault)
  /// A report of a whole run.
  case whole(path: String)
  /// A report that was merged before.
  case merged(path: String)
  /// Two reports that were not made by one run: what differs, and what each has.
  case differs(String, path: String, value: String, other: String, otherValue: String)
  /// Two reports of one shard.
  case twice(shard: Int, path: String, other: String)
  /// Shards that nobody named, by their numbers.
  case missing([Int], of: Int)
  /// A report that is not what its shard should be.
  case unsound(path: String, String)
  /// A version of the suites that this program does not know.
  case unknownVersion(path: String, String, known: String)
  /// A folder of a shard in which the merged report was to be written.
  case intoShard(folder: String)
  /// A baseline that is not the one that the shards were run with.
  case otherBaseline(path: String, String)

  package var description: String {
    switch self {
    case .report(let fault): "\(fault)"
    case .whole(let path):
      "\(path) is the report of a whole run; merge takes those of its shards (assay run --shard K/N)"
    case .merged(let path):
      "\(path) was merged from shards already; name the reports of the shards themselves"
    case .differs(let what, let path, let value, let other, let otherValue):
      "these reports do not belong together: the \(what) of \(path) is \(value), and that of \(other) is \(otherValue); "
        + "merge the shards of one run, all made with the same command"
    case .twice(let shard, let path, let other):
      "\(other) and \(path) are both about shard \(shard); leave one of them out"
    case .missing(let numbers, let count):
      "\(Self.list(numbers, of: count)); run \(numbers.count == 1 ? "it" : "them") with "
        + "--shard \(numbers.first ?? 1)/\(count)\(numbers.count == 1 ? "" : " and so on"), and name \(numbers.count == 1 ? "its report" : "their reports"), too"
    case .unsound(let path, let words):
      "\(path): \(words); it was changed, or damaged: run its shard again"
    case .unknownVersion(let path, let version, let known):
      "\(path) is about version \(version) of the suites, and this assay knows \(known); merge with the assay that made the reports"
    case .intoShard(let folder):
      "\(folder) holds the report of a shard, which the merged one would replace; choose another folder with --output"
    case .otherBaseline(let path, let words):
      "the baseline \(path) is not the one that the shards were run with: \(words); name theirs with --baseline"
    }
  }

  /// `shards 3, 5 and 7 of 8 are missing`
  private static func list(_ numbers: [Int], of count: Int) -> String {
    let shown = numbers.prefix(12).map(String.init)
    let left = numbers.count - shown.count
    let words =
      left > 0
      ? shown.joined(separator: ", ") + " and \(left) more"
      : shown.count < 2
        ? shown.joined()
        : shown.dropLast().joined(separator: ", ") + " and " + (shown.last ?? "")
    return numbers.count == 1
      ? "shard \(words) of \(count) is missing" : "shards \(words) of \(count) are missing"
  }
}
