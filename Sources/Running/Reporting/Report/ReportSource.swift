package import Conformance
import JSONText

/// A report with its cases, from which every format is written: they come from a journal, or from a `report.json`.
package struct ReportSource {
  package let report: Report
  private let origin: Origin

  private enum Origin {
    case journal(JournalOrder)
    case file(ReportFile)
  }

  /// The report of a run that has just ended, with the cases of its journal.
  package init(_ report: Report, journal: String) throws(OutputFault) {
    self.report = report
    origin = .journal(try JournalOrder(path: journal))
  }

  /// Reads a report that was written; its cases are read again whenever they are visited.
  ///
  /// - Throws: what is wrong with it, before anything is written.
  package init(_ file: ReportFile) throws(ReportFault) {
    report = try file.read()
    origin = .file(file)
  }

  /// Calls `body` with each case, in the order of the run.
  ///
  /// - Parameter exchanges: whether what was said in its conversation is read, too.
  package func forEachCase(
    exchanges: Bool = false, _ body: (CaseResult) throws(OutputFault) -> Void
  ) throws(OutputFault) {
    switch origin {
    case .journal(let order):
      try order.forEachCase(exchanges: exchanges, body)
    case .file(let file):
      try file.forEachCase(exchanges: exchanges) { (item) throws(OutputFault) in
        try body(item.result)
      }
    }
  }

  /// Calls `body` with the bytes of each case: an object in one line.
  func forEachText(
    _ body: (UnsafeRawBufferPointer) throws(OutputFault) -> Void
  ) throws(OutputFault) {
    switch origin {
    case .journal(let order):
      try order.forEach { (line, _) throws(OutputFault) in try body(line) }
    case .file(let file):
      try file.forEachCase { (item) throws(OutputFault) in
        guard item.text.contains(0x0A) else { return try body(item.text) }
        try Self.compact(item.text).withUnsafeBufferPointer { (line) throws(OutputFault) in
          try body(UnsafeRawBufferPointer(line))
        }
      }
    }
  }

  /// An object that somebody has broken into lines, in one line.
  private static func compact(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var writer = JSONWriter()
    // It has been read before.
    if var reader = try? JSONReader(text, limits: ReportFile.caseLimits),
      let value = try? reader.readValue()
    {
      writer.value(value)
    }
    return writer.bytes
  }
}
