import SystemLibrary

/// Reads a file line by line through one buffer, without holding more of it than its longest line.
struct InputLines {
  /// The longest line that is read, in bytes; no journal has longer ones (`CaseRecord`).
  static let maxLineBytes = 64 << 20
  private static let blockBytes = 1 << 18

  let path: String

  /// Calls `body` with each line that ends in a line feed, without it.
  ///
  /// - Parameter body: takes a line, and where it begins in the file; the buffer is its for the call only.
  /// - Returns: how many bytes stand after the last line feed: a line that was cut off.
  @discardableResult
  func forEach(
    _ body: (UnsafeRawBufferPointer, Int) throws(OutputFault) -> Void
  ) throws(OutputFault) -> Int {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault("open") }
    defer { _ = close(descriptor) }
    var pending: [UInt8] = []
    var pendingStart = 0
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    while true {
      let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw fault("read")
      }
      try block.withUnsafeBufferPointer { (content) throws(OutputFault) in
        try take(
          UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(content)[..<count]),
          &pending, &pendingStart, body)
      }
    }
    return pending.count
  }

  private func take(
    _ block: UnsafeRawBufferPointer, _ pending: inout [UInt8], _ pendingStart: inout Int,
    _ body: (UnsafeRawBufferPointer, Int) throws(OutputFault) -> Void
  ) throws(OutputFault) {
    var start = 0
    while let end = Self.lineFeed(in: block, from: start) {
      if pending.isEmpty {
        try body(UnsafeRawBufferPointer(rebasing: block[start..<end]), pendingStart)
        pendingStart += end - start + 1
      } else {
        pending.append(contentsOf: block[start..<end])
        let lineStart = pendingStart
        pendingStart += pending.count + 1
        try pending.withUnsafeBufferPointer { (line) throws(OutputFault) in
          try body(UnsafeRawBufferPointer(line), lineStart)
        }
        pending.removeAll(keepingCapacity: true)
      }
      start = end + 1
    }
    pending.append(contentsOf: block[start...])
    if pending.count > Self.maxLineBytes {
      throw OutputFault(
        .read, path: path,
        why: "the line at byte \(pendingStart) is longer than \(Self.maxLineBytes) bytes",
        remedy: "this is no journal of assay: name the report.jsonl of a run")
    }
  }

  /// Where the next line feed stands: memchr(3).
  private static func lineFeed(in block: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < block.count, let base = block.baseAddress,
      let found = memchr(base + start, 0x0A, block.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  private func fault(_ call: String) -> OutputFault {
    OutputFault(.read, path: path, call: call, code: errno)
  }
}
