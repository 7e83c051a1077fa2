#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Frames to standard output, gathered until `flush` or until they are many bytes.
struct FrameOutput {
  private var buffer: [UInt8] = []
  private let flushBytes = 1 << 16

  /// Appends one frame.
  mutating func append(_ frame: [UInt8]) throws(FrameFault) {
    Bytes.append(UInt64(frame.count), width: 4, to: &buffer)
    buffer.append(contentsOf: frame)
    if buffer.count >= flushBytes { try flush() }
  }

  /// Writes what is gathered.
  mutating func flush() throws(FrameFault) {
    let failure: Int32? = buffer.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = write(1, rest.baseAddress, rest.count)
        if count >= 0 {
          written += count
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
    buffer.removeAll(keepingCapacity: true)
    if let failure { throw .descriptor(errno: failure) }
  }
}

/// Big-endian numbers and sections: bytes after their length in 4 bytes.
enum Bytes {
  static func append(_ number: UInt64, width: Int, to bytes: inout [UInt8]) {
    for position in 0..<width {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * (width - 1 - position))))
    }
  }

  static func append(section: some Collection<UInt8>, to bytes: inout [UInt8]) {
    append(UInt64(section.count), width: 4, to: &bytes)
    bytes.append(contentsOf: section)
  }
}
