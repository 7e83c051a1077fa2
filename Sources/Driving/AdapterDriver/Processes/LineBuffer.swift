import SystemLibrary

/// Bytes read from a pipe, handed out line by line without copying.
///
/// One block is reused. It grows only for a line that does not fit, and never much beyond
/// `maxLineBytes`. Lines are valid until the next `fill`. The owner calls `deallocate`.
struct LineBuffer {
  static let usualCapacity = 64 << 10

  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var start = 0
  private var end = 0
  /// There is no line feed before this position.
  private var scanned = 0
  private let maxLineBytes: Int

  /// How a read ended.
  enum Filling {
    case bytes
    case wouldBlock
    /// The end of the stream, or an equally final error.
    case ended
  }

  init(maxLineBytes: Int) {
    base = Self.memory(malloc(Self.usualCapacity))
    capacity = Self.usualCapacity
    self.maxLineBytes = maxLineBytes
  }

  func deallocate() { free(base) }

  private static func memory(_ allocated: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
    guard let allocated else { fatalError("no memory for a line of an adapter") }
    return allocated
  }

  /// Bytes that have not been handed out as lines.
  var unread: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + start, count: end - start)
  }

  /// Forgets them.
  mutating func dropUnread() {
    start = end
    scanned = end
  }

  /// Whether the line that is being read is longer than allowed.
  var isOverlong: Bool { end - start > maxLineBytes }

  /// The next whole line without its line feed, or nil if it has not arrived yet.
  mutating func nextLine() -> UnsafeRawBufferPointer? {
    guard scanned < end, let found = memchr(base + scanned, 0x0A, end - scanned) else {
      scanned = end
      return nil
    }
    let feed = UnsafeRawPointer(found) - UnsafeRawPointer(base)
    let line = UnsafeRawBufferPointer(start: base + start, count: feed - start)
    start = feed + 1
    scanned = start
    return line
  }

  /// Reads once, as much as there is room for. Must not be called while `isOverlong`.
  mutating func fill(from descriptor: Int32) -> Filling {
    makeRoom()
    while true {
      let count = read(descriptor, base + end, capacity - end)
      if count > 0 {
        end += count
        return .bytes
      }
      if count == 0 { return .ended }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .ended
      }
    }
  }

  /// Gives back the memory that a long line took.
  mutating func relax() {
    guard capacity > 1 << 20, start == end else { return }
    free(base)
    self = LineBuffer(maxLineBytes: maxLineBytes)
  }

  private mutating func makeRoom() {
    if start == end {
      start = 0
      end = 0
      scanned = 0
    }
    guard capacity - end < capacity / 4 else { return }
    let kept = end - start
    if start > 0 { memmove(base, base + start, kept) }
    if kept > capacity / 2 {
      // `realloc`, because the kernel moves large blocks and so never holds them twice.
      base = Self.memory(realloc(base, capacity * 2))
      capacity *= 2
    }
    scanned -= start
    end = kept
    start = 0
  }
}
