package import Conformance
import JSONText

/// `report.json`, schema `assay-report/1`: its cases are written one by one and never held in memory.
package enum ReportDocument {
  /// The value of the member `schema`, and what stands before its version.
  package static let schema = schemaFamily + "1"
  static let schemaFamily = "assay-report/"

  /// Writes a report whole.
  static func write(_ source: ReportSource, to file: OutputFile) throws(OutputFault) {
    var head = ReportMembers()
    head.describe(source.report)
    try file.write(head.begun)
    try file.write("  \"cases\": [".utf8)
    var isFirst = true
    try source.forEachText { (text) throws(OutputFault) in
      try file.write((isFirst ? "\n    " : ",\n    ").utf8)
      try file.write(text)
      isFirst = false
    }
    try file.write((isFirst ? "],\n" : "\n  ],\n").utf8)
    var tail = ReportMembers()
    tail.score(source.report)
    try file.write(tail.ended)
  }

  /// Writes the report of a run from its journal; the path shows the old file or the whole new one, never a part.
  ///
  /// A line that is cut off at the journal's end, as a killed run leaves it, is left out.
  package static func write(
    to path: String, journal: String, run: RunDescription, scorecard: Scorecard,
    elapsed: Duration, interrupted: Bool
  ) throws(OutputFault) {
    let report = Report(run, scorecard, elapsed: elapsed, interrupted: interrupted)
    // A journal that is gone is told before a file is begun.
    let source = try ReportSource(report, journal: journal)
    try OutputFile.replace(path: path) { (file) throws(OutputFault) in
      try write(source, to: file)
    }
  }
}
