import Conformance

/// A journal in the order of its run: cases stand in it as they were done, by several workers, and some of them twice.
///
/// Reads the file twice. Holds no more of it than lines that stand before their turn, which is a few batches' worth.
struct JournalOrder {
  /// The first member of a line: the place of the case in the run.
  static let key = "number"
  private static let prefix = Array("{\"\(key)\":".utf8)

  let path: String
  /// For each number that stands in several lines, how many lines come before the one that counts.
  private let superseded: [Int: Int]

  /// Reads the journal for the first time.
  init(path: String) throws(OutputFault) {
    self.path = path
    superseded = try Self.linesBeforeTheLast(path)
  }

  /// Calls `body` with each case once: the bytes of its last line, without the number, and where the line begins in the file.
  /// Lines without a number stand in their order, as the next ones.
  ///
  /// - Returns: whether the last line is cut off; it is left out.
  @discardableResult
  func forEach(
    _ body: (UnsafeRawBufferPointer, Int) throws(OutputFault) -> Void
  ) throws(OutputFault) -> Bool {
    var superseded = superseded
    var early: [Int: (line: [UInt8], offset: Int)] = [:]
    var next = 0
    var count = 0
    let cutOff = try InputLines(path: path).forEach { (line, offset) throws(OutputFault) in
      let number = try Self.number(of: line, path: path, at: offset) ?? count
      count += 1
      if let left = superseded[number], left > 0 {
        superseded[number] = left - 1
        return
      }
      guard number == next else {
        early[number] = (Array(line), offset)
        return
      }
      try Self.withoutNumber(line) { (line) throws(OutputFault) in try body(line, offset) }
      next += 1
      while let waiting = early.removeValue(forKey: next) {
        try Self.hand(waiting, to: body)
        next += 1
      }
    }
    // A run that was killed has gaps.
    for (_, waiting) in early.sorted(by: { $0.key < $1.key }) { try Self.hand(waiting, to: body) }
    return cutOff > 0
  }

  /// Calls `body` with each case; see `forEach`.
  ///
  /// - Parameter exchanges: whether what was said in its conversation is read, too.
  @discardableResult
  func forEachCase(
    exchanges: Bool = true, _ body: (CaseResult) throws(OutputFault) -> Void
  ) throws(OutputFault) -> Bool {
    try forEach { (line, offset) throws(OutputFault) in
      try body(try Journal.decode(line, path: path, offset: offset, exchanges: exchanges))
    }
  }

  private static func linesBeforeTheLast(_ path: String) throws(OutputFault) -> [Int: Int] {
    var superseded: [Int: Int] = [:]
    // All numbers below `full` have been seen, and those of `seen`.
    var full = 0
    var seen: Set<Int> = []
    var count = 0
    try InputLines(path: path).forEach { (line, offset) throws(OutputFault) in
      let number = try number(of: line, path: path, at: offset) ?? count
      count += 1
      if number == full, seen.isEmpty {
        // In order, as most lines are.
        full += 1
        return
      }
      if number < full || !seen.insert(number).inserted { superseded[number, default: 0] += 1 }
      while seen.remove(full) != nil { full += 1 }
    }
    return superseded
  }

  /// The number of a line; nil where it has none.
  private static func number(
    of line: UnsafeRawBufferPointer, path: String, at offset: Int
  ) throws(OutputFault) -> Int? {
    guard line.starts(with: prefix) else { return nil }
    var number: Int? = 0
    var index = prefix.count
    while index < line.count, (0x30...0x39).contains(line[index]) {
      number = number.flatMap { appending(line[index] & 15, to: $0) }
      index += 1
    }
    guard let number, index > prefix.count, index < line.count, line[index] == UInt8(ascii: ",")
    else {
      throw OutputFault(
        .read, path: path, why: "the line at byte \(offset) has no proper number",
        remedy: "remove that line, or run the suites again")
    }
    return number
  }

  /// The number with one more digit; nil where it does not fit.
  private static func appending(_ digit: UInt8, to number: Int) -> Int? {
    let (product, high) = number.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(Int(digit))
    return high || carry ? nil : sum
  }

  private static func hand(
    _ waiting: (line: [UInt8], offset: Int),
    to body: (UnsafeRawBufferPointer, Int) throws(OutputFault) -> Void
  ) throws(OutputFault) {
    try waiting.line.withUnsafeBufferPointer { (line) throws(OutputFault) in
      try withoutNumber(UnsafeRawBufferPointer(line)) { (line) throws(OutputFault) in
        try body(line, waiting.offset)
      }
    }
  }

  /// Calls `body` with a line whose first member, the number, is left out.
  private static func withoutNumber(
    _ line: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(OutputFault) -> Void
  ) throws(OutputFault) {
    guard line.starts(with: prefix),
      let comma = line.dropFirst(prefix.count).firstIndex(of: UInt8(ascii: ","))
    else { return try body(line) }
    var bytes = [UInt8(ascii: "{")]
    bytes.append(contentsOf: line[(comma + 1)...])
    try bytes.withUnsafeBufferPointer { (bytes) throws(OutputFault) in
      try body(UnsafeRawBufferPointer(bytes))
    }
  }
}
