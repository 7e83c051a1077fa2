import AdapterProtocol
package import Conformance
package import Running

/// A stored case that is sorted into a bucket.
package struct TriagedCase: Sendable {
  /// Where it stands.
  package let path: String
  package let item: Case
  /// What it is known to show, or nil: nothing is recorded of it, and no adapter has run it.
  package private(set) var signature: Signature?
  /// What it showed when it was stored.
  package let recorded: Signature?
  /// What became of it on an adapter; nil where none has run it.
  package private(set) var outcome: ReplayOutcome?
  /// Why it was not judged.
  package private(set) var reason: String?
  package private(set) var severity: Severity
  /// What is unusual in its steps, with the forms, each once: `zlib/checksum-missing`.
  package let unusual: [String]
  /// The innermost frames of code that standard error named.
  package private(set) var frames: [String] = []
  /// How long its steps are, in bytes of frames.
  package let byteCount: Int
  package let steps: Int
  /// The frames, by which equal cases are known.
  let bytes: [UInt8]

  package init(_ item: Case, at path: String, of suite: any Suite) throws(HarnessFault) {
    self.path = path
    self.item = item
    recorded = item.provenance?.signature
    signature = recorded
    severity = recorded.map(suite.severity) ?? .advice
    let unusual = try suite.unusualParts(of: item)
    var seen: Set<String> = []
    self.unusual = unusual.joined().filter { seen.insert($0).inserted }
    bytes = try suite.frames(item).flatMap(\.body)
    byteCount = bytes.count
    steps = try suite.steps(of: item)
  }

  /// Takes what the case showed on an adapter: the recorded finding where it came again, else the worst one.
  ///
  /// - Parameter result: nil where the adapter did not live to see it.
  package mutating func take(
    _ result: CaseResult?, of suite: any Suite, isInterrupted: Bool = false
  ) {
    guard let result, result.verdict.wasJudged else {
      outcome = .notJudged
      reason =
        result?.reason
        ?? (isInterrupted
          ? "it was not run, for triage was interrupted"
          : "the adapter did not live to see the case")
      return
    }
    let outcome = ReplayOutcome(of: result, recorded: recorded)
    self.outcome = outcome
    let shown = result.findings.filter { $0.level != .info }.map(\.signature)
    signature =
      outcome == .same
      ? recorded : shown.min { suite.severity(of: $0) < suite.severity(of: $1) }
    guard let signature else { return }
    severity = StackFrames.severity(suite.severity(of: signature), in: result)
    frames = StackFrames.top(of: result.exchange?.standardError ?? [])
  }
}
