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

  /// FNV-1a: stable over processes and machines, unlike `Hasher`.
  private static func hash(_ text: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return hash
  }
}
