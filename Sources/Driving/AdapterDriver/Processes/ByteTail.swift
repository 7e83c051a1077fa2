/// The last bytes of a stream.
struct ByteTail {
  private var kept: [UInt8] = []
  private let maxBytes: Int
  /// How many bytes have passed.
  private(set) var count = 0

  init(maxBytes: Int) { self.maxBytes = max(0, maxBytes) }

  /// At most `maxBytes`.
  var bytes: [UInt8] { Array(kept.suffix(maxBytes)) }

  /// Those of `bytes` that came after the first `position` bytes of the stream.
  func bytes(after position: Int) -> [UInt8] {
    Array(kept.suffix(min(maxBytes, max(0, count &- position))))
  }

  /// Amortised linear in the bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    count &+= bytes.count
    kept.append(contentsOf: bytes.suffix(maxBytes))
    if kept.count > 2 * maxBytes { kept.removeFirst(kept.count - maxBytes) }
  }
}
