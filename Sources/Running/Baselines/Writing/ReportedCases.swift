package import Conformance
package import Reporting
import Running

/// What a report says of its cases, as far as a baseline needs it.
package struct ReportedCases: Sendable {
  /// All cases, without exchanges and texts; those that a baseline changed have their own verdict.
  package private(set) var results: [CaseResult] = []
  package private(set) var seed: UInt64 = 1
  /// Whether a SHOULD that is not met counts as a failure.
  package private(set) var isStrict = false
  /// Whether the run was to have all cases, and came to its end.
  package private(set) var isWhole = true
  package private(set) var implementation = ""

  package init(results: [CaseResult], isStrict: Bool = false, isWhole: Bool = true) {
    self.results = results.map(Self.slim)
    self.isStrict = isStrict
    self.isWhole = isWhole
  }

  /// Reads a report.
  ///
  /// - Throws: what is wrong with the file, its place, and what to do.
  package init(_ file: ReportFile) throws(ReportFault) {
    var results: [CaseResult] = []
    let report = try file.read { results.append(Self.slim($0.result)) }
    self.results = results
    seed = report.seed
    isStrict = report.isStrict
    isWhole =
      !report.isInterrupted && !report.options.contains { Self.narrowing.contains($0.name) }
    implementation = "\(report.implementation.name) \(report.implementation.version)"
  }

  /// The options that leave cases out.
  private static let narrowing: Set<String> = [
    "suite", "select", "skip", "requirement", "level", "edition", "shard", "after", "since",
  ]

  private static func slim(_ result: CaseResult) -> CaseResult {
    var slim = result
    slim.exchange = nil
    slim.reason = nil
    slim.verdict = result.ownVerdict
    slim.known = nil
    for index in slim.findings.indices {
      slim.findings[index].message = ""
      slim.findings[index].expected = ""
      slim.findings[index].observed = ""
    }
    return slim
  }

  /// Whether a case counts against the library, so that a baseline has to know it.
  package func isFailure(_ result: CaseResult) -> Bool {
    switch result.verdict {
    case .failed, .crashed, .timedOut, .overLimit: true
    case .warned: isStrict
    default: false
    }
  }
}

/// The ways in which a case fails, as an entry has them.
struct FailureKind: Hashable, Sendable {
  let suite: String
  let signatures: [Signature]
  /// Named only where the library did not survive: of other findings the signature says enough.
  let verdicts: [Verdict]
  let isFlaky: Bool

  init(_ result: CaseResult) {
    suite = result.suite
    let findings = result.findings.filter { $0.level != .info }
    signatures = Set(findings.map(\.signature)).sorted()
    verdicts = result.verdict.isFatal || findings.isEmpty ? [result.verdict] : []
    isFlaky = findings.contains { $0.confirmation == .flaky }
  }
}
