package import Conformance
package import JSONText

/// The cases of a report that did not pass, or others of them, read back with what was said in their conversations.
package struct ReportFailures {
  package var seed: UInt64 = 0
  /// In the order of the report.
  package var results: [CaseResult] = []

  /// What a report may hold at most to be read back.
  package static let limits = JSONLimits(
    maxBytes: 512 << 20, maxDepth: 1_024, maxNodes: 100_000_000)

  private init() {}

  /// Reads a report. Members that are missing, apart from its schema, do not matter.
  ///
  /// - Parameter isWanted: which cases are kept.
  /// - Throws: what is wrong, with its line and column; also where it is no report of this version.
  package static func read(
    _ bytes: [UInt8], where isWanted: (CaseResult) -> Bool = { !$0.findings.isEmpty }
  ) throws(JSONError) -> ReportFailures {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      var failures = ReportFailures()
      let reading = try ReportReading(
        UnsafeRawBufferPointer(buffer), limits: limits, exchanges: true
      ) { (_, item) throws(JSONError) in
        if isWanted(item.result) { failures.results.append(item.result) }
      }
      failures.seed = reading.seed ?? 0
      return failures
    }
  }
}
