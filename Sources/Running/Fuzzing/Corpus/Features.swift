import AdapterDriver
import Conformance

/// What an execution showed, as numbers that are equal where it is the same: shapes of replies, each beside the one before it and beside
/// what was unusual in the request, and the verdict.
///
/// Times take no part, so that the same campaign finds the same again.
enum Features {
  static func of(
    _ item: Case, unusual: [[String]], shapes: [String], verdict: Verdict
  ) -> [UInt64] {
    var features = [hash("\(item.suite) \(item.variant) verdict \(verdict.rawValue)")]
    var before = "start"
    for (step, shape) in shapes.enumerated() {
      features.append(hash("\(item.suite) \(item.variant) \(before) > \(shape)"))
      if unusual.indices.contains(step) {
        for part in unusual[step] { features.append(hash("\(item.variant) \(part) = \(shape)")) }
      }
      before = shape
    }
    return features
  }

  /// An edge of the adapter's code that was taken about so often.
  static func of(_ edge: CoveredEdge) -> UInt64 {
    hash("edge \(edge.place) \(edge.countClass)")
  }

  private static func hash(_ text: String) -> UInt64 { CaseDigest.of(text.utf8) }
}
