package import Conformance
package import JSONText

/// `report.jsonl`: the results of a run as they come, one case a line in the form of `report.json`, each with the number of its
/// case before the other members. Where a result is revised, there is a later line with the same number, which counts.
///
/// A killed run leaves all that had been flushed.
package final class Journal {
  private let file: OutputFile
  private let exchanges: ExchangeStore?
  private var writer = JSONWriter(reserving: 1 << 12)
  private var count = 0

  /// Begins an empty journal.
  package convenience init(path: String) throws(OutputFault) {
    try self.init(path: path, exchanges: nil)
  }

  /// - Parameter exchanges: takes the exchanges that the journal has no room for; nil where it takes them all.
  init(path: String, exchanges: ExchangeStore?) throws(OutputFault) {
    self.exchanges = exchanges
    file = try OutputFile.create(path: path)
  }

  /// Adds one case; it reaches the system with `flush`.
  ///
  /// - Parameter number: its place among the cases of the run; nil where they come in order.
  package func append(_ result: CaseResult, number: Int? = nil) throws(OutputFault) {
    let number = number ?? count
    let exchange = try exchange(of: result, number: number)
    writer.removeAll()
    CaseRecord.write(result, number: number, exchange: exchange, to: &writer)
    writer.endLine()
    count += 1
    try file.write(writer.bytes)
  }

  /// What the line of a case holds as its exchange: the exchange itself, or where it is.
  private func exchange(of result: CaseResult, number: Int) throws(OutputFault) -> [UInt8]? {
    guard result.verdict != .passed, let exchange = result.exchange else { return nil }
    var writer = JSONWriter()
    ExchangeRecord.write(exchange, to: &writer)
    guard let file = try exchanges?.place(writer.bytes, number: number) else { return writer.bytes }
    writer.removeAll()
    writer.value(["file": .string(file)])
    return writer.bytes
  }

  /// Hands all lines to the system.
  package func flush() throws(OutputFault) { try file.flush() }

  package func close() throws(OutputFault) { try file.close() }
}

extension Journal {
  /// Calls `body` with the bytes of each case in the order of the run, whatever the order of the lines: as they stand in
  /// `report.json`, without the number. A last line that was cut off, as in the journal of a killed run, is left out.
  ///
  /// - Returns: whether there was such a line.
  @discardableResult
  package static func forEachLine(
    path: String, _ body: (UnsafeRawBufferPointer) throws(OutputFault) -> Void
  ) throws(OutputFault) -> Bool {
    try JournalOrder(path: path).forEach { (line, _) throws(OutputFault) in try body(line) }
  }

  /// Calls `body` with each case; see `forEachLine`.
  @discardableResult
  package static func forEachCase(
    path: String, _ body: (CaseResult) throws(OutputFault) -> Void
  ) throws(OutputFault) -> Bool {
    try JournalOrder(path: path).forEachCase(body)
  }

  /// The case of one line.
  ///
  /// - Parameter exchanges: whether what was said in its conversation is read, too.
  package static func decode(
    _ line: UnsafeRawBufferPointer, exchanges: Bool = true
  ) throws(JSONError) -> CaseResult {
    let limits = JSONLimits(maxBytes: InputLines.maxLineBytes, maxDepth: 256, maxNodes: 4_000_000)
    var reader = try JSONReader(line, limits: limits)
    let result = try CaseRecord.read(&reader, in: line, exchanges: exchanges)
    try reader.finish()
    return result
  }

  /// The case of the line that begins at a byte of the journal.
  static func decode(
    _ line: UnsafeRawBufferPointer, path: String, offset: Int, exchanges: Bool = true
  ) throws(OutputFault) -> CaseResult {
    do throws(JSONError) {
      return try decode(line, exchanges: exchanges)
    } catch {
      throw OutputFault(
        .read, path: path, why: "the line at byte \(offset) is no case (\(error))",
        remedy: "remove that line, or run the suites again")
    }
  }
}
