package import WireFormat

/// Zlib streams of some content and very many zeros after it, written without unpacking them
/// anywhere.
///
/// Zeros are one dynamic block in which "258 bytes from one back" takes two zero bits: 1,032 of
/// them in each byte of the stream, the most that deflate allows. So 1 GiB is a megabyte of zero
/// bytes and a few others.
package enum ZlibZeros {
  /// The largest number of zeros, whatever is asked for: 4 GiB, which is a stream of 4 MiB.
  package static let maxCount = 1 << 32

  /// A sound stream of `content` and `count` zeros.
  ///
  /// Complexity: linear in the size of the stream.
  package static func stream(_ content: [UInt8], count: Int, _ deflater: Deflater) -> [UInt8] {
    let count = min(max(0, count), maxCount)
    var stream = head(content, deflater)
    stream += block(count, isLast: true)
    return stream + ZlibFrame.bytes(checksum(content, zeros: count))
  }

  /// Like `stream`, but in steps. Each step ends with an empty stored block, so that a reader that unpacks in
  /// portions sees `stepBytes` more each time.
  ///
  /// - Parameters:
  ///   - steps: clamped to 1 to 65,536.
  ///   - stepBytes: clamped so that all are at most `maxCount`.
  package static func stream(
    _ content: [UInt8], steps: Int, of stepBytes: Int, _ deflater: Deflater
  ) -> [UInt8] {
    let steps = min(max(1, steps), 1 << 16)
    let stepBytes = min(max(1, stepBytes), maxCount / steps)
    let step = block(stepBytes, isLast: false)
    var stream = head(content, deflater)
    stream.reserveCapacity(stream.count + steps * step.count + 16)
    for _ in 0..<steps { stream += step }
    var end = DeflateBits()
    end.append(stored: [], isLast: true)
    return stream + end.bytes + ZlibFrame.bytes(checksum(content, zeros: steps * stepBytes))
  }

  /// Header and content, up to a byte where a block may begin.
  private static func head(_ content: [UInt8], _ deflater: Deflater) -> [UInt8] {
    deflater.compress(portions: [content[...]], flush: .sync, isEnded: false)
  }

  /// A dynamic block of zeros. One that is not the last is ended with an empty stored block up to
  /// the next byte.
  private static func block(_ count: Int, isLast: Bool) -> [UInt8] {
    var bits = DeflateBits()
    bits.appendDynamicHead(
      isLast: isLast, literals: 286, distances: 2, codeLengths: [18: 1, 1: 2, 2: 2])
    // Lengths are coded 18: 0, 1: 10, 2: 11.
    bits.append(code: 0b11, bits: 2)
    for zeros in [138, 117] {
      bits.append(code: 0, bits: 1)
      bits.append(zeros - 11, bits: 7)
    }
    bits.append(code: 0b11, bits: 2)
    bits.append(code: 0, bits: 1)
    bits.append(28 - 11, bits: 7)
    for _ in 0..<3 { bits.append(code: 0b10, bits: 2) }
    // The literal 0 is 10, the end of the block 11, length 258 is 0, and so is the distance 1.
    let matches = max(0, count - 1) / 258
    for _ in 0..<(count - 258 * matches) { bits.append(code: 0b10, bits: 2) }
    for _ in 0..<(matches % 4) { bits.append(0, bits: 2) }
    bits.appendZeroBytes(matches / 4)
    bits.append(code: 0b11, bits: 2)
    if isLast {
      bits.align()
    } else {
      bits.append(stored: [], isLast: false)
    }
    return bits.bytes
  }

  /// Adler-32 of content and zeros: these leave the sum as it is and add it to the sum of sums each
  /// time.
  private static func checksum(_ content: [UInt8], zeros: Int) -> UInt32 {
    let modulus: UInt32 = 65_521
    let ofContent = Checksum.adler32(content)
    let sum = ofContent & 0xFFFF
    let times = UInt32(zeros % Int(modulus))
    let sums = (UInt64(ofContent >> 16) + UInt64(sum) * UInt64(times)) % UInt64(modulus)
    return UInt32(sums) << 16 | sum
  }
}
