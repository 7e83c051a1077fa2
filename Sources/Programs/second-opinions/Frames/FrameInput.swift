#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Frames from standard input, each its length in 4 bytes (big-endian) and so many bytes.
struct FrameInput {
  /// No frame is longer.
  static let maxFrameBytes = 1 << 26

  private var buffer: [UInt8] = []
  private var position = 0
  private let chunkBytes = 1 << 16

  /// Whether the next frame is in memory already, so that asking for it cannot block.
  var hasFrame: Bool {
    guard let length = announced else { return false }
    return buffer.count - position - 4 >= length
  }

  /// The next frame; nil where the input ends in front of one.
  mutating func next() throws(FrameFault) -> [UInt8]? {
    while true {
      if let length = announced {
        guard length <= Self.maxFrameBytes else { throw .tooLong(bytes: length) }
        if hasFrame {
          let start = position + 4
          position = start + length
          return Array(buffer[start..<position])
        }
      }
      guard try fill() else {
        guard position == buffer.count else { throw .cutOff }
        return nil
      }
    }
  }

  private var announced: Int? {
    guard buffer.count - position >= 4 else { return nil }
    return buffer[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// false at the end of the input.
  private mutating func fill() throws(FrameFault) -> Bool {
    if position > 0 {
      buffer.removeFirst(position)
      position = 0
    }
    let old = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: max(chunkBytes, old)))
    let received = buffer.withUnsafeMutableBytes { bytes in
      let space = UnsafeMutableRawBufferPointer(rebasing: bytes[old...])
      while true {
        let received = read(0, space.baseAddress, space.count)
        if received >= 0 || errno != EINTR { return received }
      }
    }
    buffer.removeLast(buffer.count - old - max(received, 0))
    guard received >= 0 else { throw .descriptor(errno: errno) }
    return received > 0
  }
}
