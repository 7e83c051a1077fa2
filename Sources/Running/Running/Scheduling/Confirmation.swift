import Conformance

/// What is reported against an implementation has been seen twice: once in its place, and once alone in a fresh process.
enum Confirmation {
  /// Whether a result has to be seen again before it is reported.
  static func isNeeded(for judged: JudgedCase) -> Bool {
    switch judged.verdict {
    case .failed, .crashed, .timedOut, .overLimit: true
    default: false
    }
  }

  /// Whether a second result stands in the place of the first.
  ///
  /// - Parameter isIncomplete: whether the first may lack what the library did after the last reply.
  static func isReplaced(
    _ first: JudgedCase, by second: JudgedCase, isIncomplete: Bool = false
  ) -> Bool {
    if isIncomplete, first.verdict == .failed {
      return second.verdict != .failed || signatures(first) != signatures(second)
    }
    return (first.verdict == .timedOut || first.verdict == .overLimit)
      && second.verdict != first.verdict
  }

  /// The first result, its findings tagged by whether they came again.
  ///
  /// Time and memory depend on the machine too: a deadline or a limit that was not missed again is no finding, and the second
  /// result stands.
  static func combine(_ first: JudgedCase, _ second: JudgedCase) -> JudgedCase {
    if isReplaced(first, by: second) { return second }
    var combined = first
    let again = signatures(second)
    for index in combined.findings.indices
    where !again.contains(combined.findings[index].signature) {
      combined.findings[index].confirmation = .flaky
    }
    return combined
  }

  private static func signatures(_ judged: JudgedCase) -> Set<Signature> {
    Set(judged.findings.map(\.signature))
  }
}
