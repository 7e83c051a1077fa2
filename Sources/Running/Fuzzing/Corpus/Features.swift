import AdapterDriver
import Conformance

/// What an execution showed, as numbers that are equal where it is the same: shapes of replies, each beside the one before it and beside
/// what was unusual in the request, and the verdict.
///
/// Times take no part, so that the same campaign finds the same again.
enum Features {
  /// What one step showed; the verdict counts to the last one.
  typealias OfStep = [UInt64]

  /// What each step showed. There is at least one list.
  ///
  /// Complexity: linear in the texts.
  static func bySteps(
    of item: Case, unusual: [[String]], shapes: [String], verdict: Verdict
  ) -> [OfStep] {
    let suite = hash("\(item.suite) \(item.variant)")
    var steps: [OfStep] = []
    var before = hash("start")
    for (step, shape) in shapes.enumerated() {
      let seen = hash(shape)
      var features = [join(join(suite, before), seen)]
      if unusual.indices.contains(step) {
        for part in unusual[step] { features.append(join(join(suite, hash(part)), seen)) }
      }
      steps.append(features)
      before = seen
    }
    let end = join(suite, hash("verdict \(verdict.rawValue)"))
    if steps.isEmpty { steps.append([]) }
    steps[steps.count - 1].append(end)
    return steps
  }

  static func of(
    _ item: Case, unusual: [[String]], shapes: [String], verdict: Verdict
  ) -> [UInt64] {
    Array(bySteps(of: item, unusual: unusual, shapes: shapes, verdict: verdict).joined())
  }

  /// An edge of the adapter's code that was taken about so often.
  static func of(_ edge: CoveredEdge) -> UInt64 {
    hash("edge \(edge.place) \(edge.countClass)")
  }

  private static func hash(_ text: String) -> UInt64 { CaseDigest.of(text.utf8) }

  /// One number of two; in the other order it is another (the finalizer of SplitMix64).
  private static func join(_ one: UInt64, _ other: UInt64) -> UInt64 {
    var mixed = one &* 0x9e37_79b9_7f4a_7c15 ^ other
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
