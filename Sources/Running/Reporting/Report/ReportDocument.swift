package import Conformance
import JSONText

/// `report.json`, schema `assay-report/1`: spooled from the journal, so that its cases are never
/// held in memory.
package enum ReportDocument {
  /// The value of the member `schema`.
  package static let schema = "assay-report/1"

  /// Writes the report; the path shows the old file or the whole new one, never a part.
  ///
  /// A line that is cut off at the journal's end, as a killed run leaves it, is left out.
  package static func write(
    to path: String, journal: String, run: RunDescription, scorecard: Scorecard,
    elapsed: Duration, interrupted: Bool
  ) throws(OutputFault) {
    try OutputFile.replace(path: path) { (file) throws(OutputFault) in
      var head = ReportMembers()
      head.describe(run, elapsed: elapsed, interrupted: interrupted)
      try file.write(head.begun)
      try file.write("  \"cases\": [".utf8)
      var isFirst = true
      try Journal.forEachLine(path: journal) { (line) throws(OutputFault) in
        try file.write((isFirst ? "\n    " : ",\n    ").utf8)
        try file.write(line)
        isFirst = false
      }
      try file.write((isFirst ? "],\n" : "\n  ],\n").utf8)
      var tail = ReportMembers()
      tail.score(scorecard)
      try file.write(tail.ended)
    }
  }
}
