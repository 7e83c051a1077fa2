package import Conformance
package import JSONText

/// The cases of a report that did not pass, read back.
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
  /// - Throws: what is wrong, with its line and column; also where it is no report of this version.
  package static func read(_ bytes: [UInt8]) throws(JSONError) -> ReportFailures {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      try read(UnsafeRawBufferPointer(buffer))
    }
  }

  private static func read(
    _ text: UnsafeRawBufferPointer
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
          if !result.findings.isEmpty { failures.results.append(result) }
        }
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    guard schema != nil else { throw reader.error(.missingMember("schema")) }
    return failures
  }
}
