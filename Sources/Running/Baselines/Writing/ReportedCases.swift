package import Conformance
package import JSONText
import Reporting
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
  /// - Throws: what is wrong, with its line and column.
  package init(report bytes: [UInt8]) throws(JSONError) {
    var results: [CaseResult] = []
    let read = try ReportFailures.read(bytes) { result in
      results.append(Self.slim(result))
      return false
    }
    self.results = results
    seed = read.seed
    try readScope(bytes)
  }

  /// The options that leave cases out.
  private static let narrowing: Set<String> = [
    "suite", "select", "skip", "requirement", "level", "edition", "shard", "after", "since",
  ]

  private mutating func readScope(_ bytes: [UInt8]) throws(JSONError) {
    var names: Set<String> = []
    var isInterrupted = false
    var words: [String] = []
    try JSONReader.read(bytes, limits: ReportFailures.limits) { (reader) throws(JSONError) in
      try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
        switch key {
        case "interrupted": isInterrupted = try reader.readBoolean()
        case "options":
          try reader.readObject { (reader: inout JSONReader, name: String) throws(JSONError) in
            names.insert(name)
            try reader.skipValue()
          }
        case "implementation":
          try reader.readObject { (reader: inout JSONReader, name: String) throws(JSONError) in
            if name == "name" || name == "version" {
              words.append(try reader.readString())
            } else {
              try reader.skipValue()
            }
          }
        default: try reader.skipValue()
        }
      }
    }
    isStrict = names.contains("strict")
    isWhole = names.isDisjoint(with: Self.narrowing) && !isInterrupted
    implementation = words.joined(separator: " ")
  }

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
