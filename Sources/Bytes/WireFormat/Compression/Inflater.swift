import CZlib

/// Decompresses zlib streams (RFC 1950) up to a given size, with a state that it keeps.
///
/// Only one thread may use it at a time.
package final class Inflater {
  /// How an attempt ended. Offsets count compressed bytes.
  package enum Outcome: Hashable, Sendable {
    /// The stream ended and its checksum is right. `consumed` is less than the input's length if
    /// bytes follow it.
    case complete(consumed: Int)
    /// The input ended before the stream did.
    case truncated
    /// The header, a block or the checksum is wrong, in zlib's own words, noticed at `offset`.
    case corrupt(reason: String, offset: Int)
    /// The stream holds more than the limit; the rest was not unpacked.
    case overLimit
    /// The stream begins with a preset dictionary's id.
    case needsDictionary
  }

  private let stream: UnsafeMutablePointer<z_stream>
  private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)

  /// Creates the state, which takes every legal window size.
  package init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = czlib_inflate_init(stream, 15)
    guard status == Z_OK else { fatalError("zlib has no memory for an inflate state (\(status))") }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    scratch.deallocate()
  }

  /// Unpacks `bytes` and appends at most `limit` bytes to `output`.
  ///
  /// Exactly `limit` bytes are complete; one more is over the limit. Whatever the outcome, the
  /// bytes unpacked until then are appended. Complexity: linear in the smaller of both sizes.
  package func inflate(
    _ bytes: UnsafeRawBufferPointer, limit: Int, into output: inout [UInt8]
  ) -> Outcome {
    inflateReset(stream)
    var rest = bytes
    var room = max(limit, 0)
    defer { stream.pointee.next_in = nil }
    repeat {
      let portion = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(portion.count))
      stream.pointee.next_in = UnsafeMutablePointer(
        mutating: portion.baseAddress?.assumingMemoryBound(to: UInt8.self))
      stream.pointee.avail_in = UInt32(portion.count)
      repeat {
        stream.pointee.next_out = scratch.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(scratch.count)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        let written = scratch.count - Int(stream.pointee.avail_out)
        let kept = min(written, room)
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: scratch.prefix(kept)))
        room -= kept
        if written > kept { return .overLimit }
        let consumed = bytes.count - rest.count - Int(stream.pointee.avail_in)
        switch status {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: return .complete(consumed: consumed)
        case Z_NEED_DICT: return .needsDictionary
        default:
          let words = stream.pointee.msg.map { String(cString: $0) } ?? "status \(status)"
          return .corrupt(reason: words, offset: consumed)
        }
      } while stream.pointee.avail_out == 0
    } while !rest.isEmpty
    return .truncated
  }

  /// Runs `body` on the state with a window of this many bits, then restores the state's own
  /// window.
  func withWindow(bits: Int32, _ body: (UnsafeMutablePointer<z_stream>) -> Bool) -> Bool {
    inflateReset2(stream, bits)
    defer {
      stream.pointee.next_in = nil
      inflateReset2(stream, 15)
    }
    return body(stream)
  }

  /// What `bytes` unpack to, and how it ended.
  package func inflate(_ bytes: [UInt8], limit: Int) -> (output: [UInt8], outcome: Outcome) {
    var output: [UInt8] = []
    let outcome = bytes.withUnsafeBytes { inflate($0, limit: limit, into: &output) }
    return (output, outcome)
  }
}
