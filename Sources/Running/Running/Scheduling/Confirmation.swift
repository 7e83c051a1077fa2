import Conformance

/// What is reported against an implementation has been seen twice: once in its place, and once alone in a fresh process.
enum Confirmation {
  /// Whether a result has to be seen again before it is reported.
  static func isNeeded(for judged: JudgedCase) -> Bool {
    switch judged.verdict {
    case .failed, .crashed, .timedOut, .overLimit: true
    // Time depends on the machine too, a SHOULD or not.
    default: isSlow(judged)
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
    if first.verdict == .warned, isSlow(first) { return !isSlow(second) }
    return (first.verdict == .timedOut || first.verdict == .overLimit)
      && second.verdict != first.verdict
  }

  /// Whether a step was answered too late.
  private static func isSlow(_ judged: JudgedCase) -> Bool {
    judged.findings.contains { $0.kind == Finding.slow }
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

/// How often one batch sees failures of the same signatures again. A bug on every path fails thousands of cases, and a second run of
/// each in a process of its own would say nothing new: after a few, the others count as `sampled`.
///
/// The count begins anew with each batch, so that it does not depend on how batches are spread over workers.
struct ConfirmationBudget {
  /// How many failures of a signature are seen again.
  let limit: Int
  private var seen: [Signature: Int] = [:]

  /// - Parameter settled: findings that have been seen again often enough.
  init(_ limit: Int, settled: Set<Signature> = []) {
    self.limit = limit
    for signature in settled { seen[signature] = limit }
  }

  /// Whether every signature of a failure has been seen again often enough.
  func covers(_ judged: JudgedCase) -> Bool {
    let signatures = Self.signatures(judged)
    return !signatures.isEmpty && signatures.allSatisfy { seen[$0, default: 0] >= limit }
  }

  /// Counts a failure that was seen again and stands, whether its findings came again or are flaky.
  mutating func count(_ judged: JudgedCase) {
    guard Confirmation.isNeeded(for: judged) else { return }
    for signature in Self.signatures(judged) { seen[signature, default: 0] += 1 }
  }

  /// The signatures that a failure counts under. A death, a hang or an overrun breaks several requirements in one event, and counts
  /// under the first of them.
  private static func signatures(_ judged: JudgedCase) -> Set<Signature> {
    guard judged.verdict != .failed, let event = judged.findings.last?.kind else {
      return Set(judged.findings.map(\.signature))
    }
    let others = judged.findings.filter { $0.kind != event }.map(\.signature)
    return Set(others + judged.findings.filter { $0.kind == event }.prefix(1).map(\.signature))
  }
}
