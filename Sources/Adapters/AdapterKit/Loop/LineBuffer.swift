/// The bytes that have been read from a descriptor but not handled yet, line by line.
struct LineBuffer {
  /// The least number of bytes to ask the system for at once.
  static let readSize = 64 << 10

  private var storage = [UInt8](repeating: 0, count: readSize)
  /// The bytes that wait: `storage[start..<end]`.
  private var start = 0
  private var end = 0
  /// There is no line feed before this position.
  private var scanned = 0

  /// How many bytes wait for the rest of their line.
  var waiting: Int { end - start }

  /// Reads what is available, at least one byte.
  ///
  /// - Returns: how many bytes came; 0 at the end of the input, nil after an error.
  mutating func fill(from descriptor: Int32) -> Int? {
    makeRoom()
    let first = end
    let count = storage.withUnsafeMutableBytes { bytes in
      DescriptorIO.read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: bytes[first...]))
    }
    end += count ?? 0
    return count
  }

  /// Moves what waits to the front, and grows if that leaves less than `readSize` bytes free.
  private mutating func makeRoom() {
    if start > 0 {
      storage.withUnsafeMutableBytes { bytes in
        for (index, byte) in bytes[start..<end].enumerated() { bytes[index] = byte }
      }
      scanned -= start
      end -= start
      start = 0
    }
    if storage.count - end < Self.readSize {
      storage.append(contentsOf: repeatElement(0, count: storage.count))
    }
  }

  /// The position of the next whole line, without its line feed, or nil if there is none.
  ///
  /// The line then counts as handled; its bytes stay until the next `fill`.
  mutating func nextLine() -> Range<Int>? {
    let found = storage.withUnsafeBytes { bytes in
      DescriptorIO.lineFeed(in: UnsafeRawBufferPointer(rebasing: bytes[max(scanned, start)..<end]))
    }.map { $0 + max(scanned, start) }
    scanned = found.map { $0 + 1 } ?? end
    guard let found else { return nil }
    defer { start = found + 1 }
    return start..<found
  }

  /// Everything that waits, as a last line without a line feed.
  mutating func rest() -> Range<Int> {
    defer { start = end }
    return start..<end
  }

  /// Calls `body` with the bytes of a line.
  func withLine(_ line: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) {
    storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[line])) }
  }
}
