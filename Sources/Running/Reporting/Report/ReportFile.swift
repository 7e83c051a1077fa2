import Conformance
import JSONText
import SystemLibrary

/// A `report.json` that is read in passes, each from its beginning to its end: its cases are visited one by one, and it may be larger
/// than the memory.
///
/// Members may stand in any order; those that the schema does not name are passed over, and one that stands there twice is an error.
package struct ReportFile {
  /// What a report may be at most. A case, and any other member, has limits of its own.
  static let limits = JSONLimits(
    maxBytes: ReportText.maxBytes, maxDepth: 1_024, maxNodes: 100_000_000)
  static let caseLimits = JSONLimits(
    maxBytes: InputLines.maxLineBytes, maxDepth: 1_024, maxNodes: 4_000_000)
  package static let fileName = "report.json"

  /// How the file is called in messages.
  package let path: String
  let text: ReportText

  /// Opens a report, or the one of a run's folder. Nothing is read yet.
  ///
  /// - Parameter maxBytes: the longest one that is read.
  package init(path: String, maxBytes: Int = 8 << 30) throws(ReportFault) {
    guard Self.isFolder(path) else {
      self.path = path
      text = try ReportText(path: path, maxBytes: maxBytes)
      return
    }
    let name = path.hasSuffix("/") ? path + Self.fileName : "\(path)/\(Self.fileName)"
    guard access(name, F_OK) == 0 else {
      let journal = "\(path)/report.jsonl"
      throw ReportFault(path, access(journal, F_OK) == 0 ? .onlyJournal : .noReport)
    }
    self.path = name
    text = try ReportText(path: name, maxBytes: maxBytes)
  }

  /// A report that has been read into memory, as from standard input.
  package init(bytes: [UInt8], named path: String) {
    self.path = path
    text = ReportText(bytes)
  }

  /// Reads standard input to its end, through a file without a name: it may be longer than the memory.
  package static func standardInput() throws(ReportFault) -> ReportFile {
    let path = "standard input"
    return ReportFile(path: path, text: try ReportText(copying: STDIN_FILENO, named: path))
  }

  private init(path: String, text: ReportText) {
    self.path = path
    self.text = text
  }

  /// Hands out all bytes of the report, a portion at a time, as they stand in the file.
  package func forEachPortion(_ body: (UnsafeRawBufferPointer) -> Void) {
    var offset = 0
    var released = 0
    while offset < text.bytes.count {
      let end = min(offset + 1 << 20, text.bytes.count)
      body(UnsafeRawBufferPointer(rebasing: text.bytes[offset..<end]))
      offset = end
      text.release(&released, upTo: offset)
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var about = stat()
    return stat(path, &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
  }

  /// Reads all of the report, in one pass.
  ///
  /// - Parameters:
  ///   - exchanges: whether what was said in the conversations of the cases is read, too.
  ///   - visit: takes each case in the order of the report, before it is known whether the rest of the file is sound.
  /// - Throws: what is wrong with the file, its place, and what to do.
  package func read(
    exchanges: Bool = false, visiting visit: (ReportCase) -> Void = { _ in }
  ) throws(ReportFault) -> Report {
    guard !text.bytes.isEmpty else { throw ReportFault(path, .empty) }
    var counts = ReportCounts()
    let report: Report
    do throws(JSONError) {
      var released = 0
      let reading = try ReportReading(
        text.bytes, limits: Self.limits, exchanges: exchanges
      ) { (reader, item) throws(JSONError) in
        try counts.add(item.result, reader)
        visit(item)
        text.release(&released, upTo: reader.offset)
      }
      report = try reading.report()
    } catch {
      throw ReportFault(path, ForeignKind.reason(text.bytes, error))
    }
    if let words = counts.contradiction(with: report) {
      throw ReportFault(path, .contradictory(words))
    }
    return report
  }

  /// Reads what stands beside the cases, which are passed over: whether its summary fits them is not looked at.
  package func readWithoutCases() throws(ReportFault) -> Report {
    guard !text.bytes.isEmpty else { throw ReportFault(path, .empty) }
    do throws(JSONError) {
      var released = 0
      return try ReportReading(passingCasesOf: text.bytes, limits: Self.limits) { offset in
        text.release(&released, upTo: offset)
      }.report()
    } catch {
      throw ReportFault(path, ForeignKind.reason(text.bytes, error))
    }
  }

  /// Visits the cases of a report that `read` has found sound, in their order.
  ///
  /// - Throws: what `body` throws, and where the file has changed meanwhile.
  package func forEachCase(
    exchanges: Bool = false, _ body: (ReportCase) throws(OutputFault) -> Void
  ) throws(OutputFault) {
    var fault: OutputFault?
    var released = 0
    do throws(JSONError) {
      _ = try ReportReading(
        text.bytes, limits: Self.limits, exchanges: exchanges
      ) { (reader, item) throws(JSONError) in
        do throws(OutputFault) {
          try body(item)
        } catch {
          fault = error
          throw reader.error(.valueNotRead)
        }
        text.release(&released, upTo: reader.offset)
      }
    } catch {
      throw fault
        ?? OutputFault(
          .read, path: path, why: "it has changed since it was first read (\(error))",
          remedy: "wait until whoever writes it has ended, and try again")
    }
  }
}

/// What the cases of a report come to, to be held against what its summary says.
struct ReportCounts {
  /// A report of assay has less than ten; formats keep something of each.
  static let maxParts = 256

  private var counts: [Verdict: Int] = [:]
  private var parts: Set<String> = []
  private var last = ("", Variant.sole)

  mutating func add(_ result: CaseResult, _ reader: JSONReader) throws(JSONError) {
    counts[result.verdict, default: 0] += 1
    guard last != (result.suite, result.variant) else { return }
    last = (result.suite, result.variant)
    parts.insert(partName(suite: result.suite, variant: result.variant))
    guard parts.count <= Self.maxParts else {
      throw reader.error(
        .unexpectedValue("there are more than \(Self.maxParts) suites and editions"))
    }
  }

  /// Where the summary counts otherwise; nil where it does not, or where the run had no end: then cases may be missing.
  func contradiction(with report: Report) -> String? {
    guard !report.isInterrupted else { return nil }
    let total = counts.values.reduce(0, +)
    guard report.summary.total == total else {
      return
        "the summary counts \(Count.text(report.summary.total, "case")), and there are \(total)"
    }
    for verdict in Verdict.allCases where report.summary.count(verdict) != counts[verdict] ?? 0 {
      return
        "the summary counts \(report.summary.count(verdict)) \(verdict.phrase), and there are \(counts[verdict] ?? 0)"
    }
    return nil
  }
}
