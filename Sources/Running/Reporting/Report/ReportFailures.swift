package import Conformance
package import JSONText

/// The cases of a report that did not pass, or others of them, read back.
package struct ReportFailures {
  package var seed: UInt64 = 0
  /// In the order of the report.
  package var results: [CaseResult] = []

  /// What a report may hold at most to be read back.
  package static let limits = JSONLimits(
    maxBytes: 512 << 20, maxDepth: 1_024, maxNodes: 100_000_000)

  private init() {}

  /// Reads a report.
  ///
  /// - Parameter isWanted: which cases are kept.
  /// - Throws: what is wrong, with its line and column; also where it is no report of this version.
  package static func read(
    _ bytes: [UInt8], where isWanted: (CaseResult) -> Bool = { !$0.findings.isEmpty }
  ) throws(JSONError) -> ReportFailures {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      try read(UnsafeRawBufferPointer(buffer), where: isWanted)
    }
  }

  private static func read(
    _ text: UnsafeRawBufferPointer, where isWanted: (CaseResult) -> Bool
  ) throws(JSONError) -> ReportFailures {
    var reader = try JSONReader(text, limits: limits)
    var failures = ReportFailures()
    var schema: String?
    try reader.readObject { (reader: inout JSONReader, key: String) throws(JSONError) in
      switch key {
      case "schema":
        let word = try reader.readString()
        guard word == ReportDocument.schema else {
          throw reader.error(
            .unexpectedValue(
              "the schema is \"\(word)\"; this version reads \(ReportDocument.schema)"))
        }
        schema = word
      case "seed":
        guard let seed = UInt64(exactly: try reader.readInteger()) else {
          throw reader.error(.numberOutOfRange)
        }
        failures.seed = seed
      case "cases":
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
          let result = try CaseRecord.read(&reader, in: text)
          if isWanted(result) { failures.results.append(result) }
        }
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    guard schema != nil else { throw reader.error(.missingMember("schema")) }
    return failures
  }
}
