import Claims
import WireFormat

/// Deflate blocks of any origin within a zlib stream whose header and checksum are right.
struct MendedStream {
  var bytes: [UInt8]

  /// - Parameters:
  ///   - windowBits: what the header announces, 8 to 15.
  ///   - prefix: bytes that stand in a stored block of their own in front of the others.
  init(windowBits: UInt8, prefix: [UInt8], blocks: [UInt8]) {
    let method = (windowBits - 8) << 4 | 8
    let check = UInt8(31 - UInt16(method) << 8 % 31)
    bytes = [method, check & 31]
    if !prefix.isEmpty {
      let length = UInt8(prefix.count)
      bytes += [0, length, 0, ~length, 0xFF] + prefix
    }
    bytes += blocks
    let (output, outcome) = Inflater().inflate(bytes, limit: 1 << 20)
    let sum = Checksum.adler32(output)
    let checksum = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    switch outcome {
    case .truncated: bytes += checksum
    case .corrupt("incorrect data check", let offset):
      bytes.replaceSubrange(offset - 4..<offset, with: checksum)
      let again = Inflater().inflate(bytes, limit: 1 << 20)
      claim(again.outcome == .complete(consumed: offset), "a mended checksum is right")
      claim(again.output == output, "a checksum changes no output")
    case .complete, .corrupt, .overLimit: break
    case .needsDictionary: refute("the header asks for no dictionary")
    }
  }
}
