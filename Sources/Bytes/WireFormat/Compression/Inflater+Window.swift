import CZlib

extension Inflater {
  /// Whether a sound stream copies from further back than the window in its header allows.
  ///
  /// Complexity: constant if the window is 32 KiB or the output fits it; otherwise the stream is
  /// unpacked a second time, slowly.
  /// - Parameters:
  ///   - bytes: a stream that `inflate` found complete.
  ///   - outputBytes: what it unpacked to.
  package func reachesBeyondWindow(_ bytes: UnsafeRawBufferPointer, outputBytes: Int) -> Bool {
    guard let first = bytes.first else { return false }
    let windowBits = Int32(first >> 4) + 8
    guard windowBits < 15, outputBytes > 1 << Int(windowBits) else { return false }
    return withWindow(bits: windowBits) { stream in
      stream.pointee.next_in = UnsafeMutablePointer(
        mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
      stream.pointee.avail_in = UInt32(clamping: bytes.count)
      var byte: UInt8 = 0
      // zlib checks distances against its window only while its output buffer is empty.
      while true {
        let status = withUnsafeMutablePointer(to: &byte) { target in
          stream.pointee.next_out = target
          stream.pointee.avail_out = 1
          defer { stream.pointee.next_out = nil }
          return CZlib.inflate(stream, Z_NO_FLUSH)
        }
        guard status == Z_OK else { return status == Z_DATA_ERROR }
      }
    }
  }
}
