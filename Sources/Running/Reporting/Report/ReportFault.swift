package import JSONText

/// Why a file cannot be read as a report: what is wrong, where, and what to do.
package struct ReportFault: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    /// The system's words.
    case unreadable(String)
    /// A folder without a report.
    case noReport
    /// A folder with the journal of a run that did not come to its end.
    case onlyJournal
    case empty
    case tooLong(maxBytes: Int)
    /// Something else: what it is, and what to name in its place.
    case foreign(String, remedy: String)
    /// A report of a later or an earlier version of the format.
    case newer(schema: String)
    case older(schema: String)
    case malformed(JSONError)
    /// A member that contradicts the cases.
    case contradictory(String)
  }

  package let path: String
  package let reason: Reason

  package init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  package var description: String {
    switch reason {
    case .unreadable(let words): "the report \(path) cannot be read: \(words)"
    case .noReport:
      "the folder \(path) holds no report.json; name the folder that a run has written, or its report.json"
    case .onlyJournal:
      "the folder \(path) holds the journal of a run (report.jsonl) and no report.json: the run was killed before "
        + "its end, and the journal does not say what was not run; run the suites again"
    case .empty: "\(path) is empty; name the report.json of a run"
    case .tooLong(let limit):
      "the report \(path) is longer than \(limit) bytes, which is the limit; run fewer cases at a time"
    case .foreign(let what, let remedy): "\(path) is no report: \(what); \(remedy)"
    case .newer(let schema):
      "\(path) is of a newer kind (\(schema)) than this version of assay reads (\(ReportDocument.schema)); "
        + "use the version that wrote it, or a later one"
    case .older(let schema):
      "\(path) is of a kind (\(schema)) that this version of assay does not read any more "
        + "(it reads \(ReportDocument.schema)); run the suites again"
    case .malformed(let error):
      "\(path), \(error)"
        + (error.reason == .unexpectedEnd
          ? " If so, copy it again, or run the suites again" : "; run the suites again, or mend it")
    case .contradictory(let words):
      "\(path) contradicts itself: \(words); it was changed, or damaged: run the suites again"
    }
  }
}
