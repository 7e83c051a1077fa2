import WireFormat

/// The header and the checksum around deflate data (RFC 1950 section 2.2).
struct ZlibFrame {
  /// CM: 8 is deflate, the only one there is.
  var method = 8
  /// CINFO: the base-2 logarithm of the window less 8; up to 7.
  var windowInfo = 7
  /// FLEVEL, 0 to 3: how hard the sender tried; readers have no use for it.
  var level = 2
  /// Added to the right FCHECK, modulo 31; 0 for a right one.
  var checkError = 0

  /// The two bytes in front.
  var header: [UInt8] {
    let first = (windowInfo & 15) << 4 | method & 15
    let second = (level & 3) << 6
    let right = (31 - (first << 8 | second) % 31) % 31
    return [UInt8(first), UInt8(second | (right + checkError) % 31)]
  }

  /// The Adler-32 of the content, as it stands after the data.
  static func checksum(_ content: [UInt8]) -> [UInt8] {
    bytes(Checksum.adler32(content))
  }

  static func bytes(_ checksum: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
  }

  /// Header, deflate data, checksum of `content`.
  func wrap(_ deflated: [UInt8], content: [UInt8]) -> [UInt8] {
    header + deflated + Self.checksum(content)
  }

  /// A stream of one stored block (RFC 1951 section 3.2.4), which takes up to 65,535 bytes of content.
  static func stored(_ content: [UInt8]) -> [UInt8] {
    let length = UInt16(clamping: content.count)
    var stream: [UInt8] = []
    stream.reserveCapacity(content.count + 11)
    stream += ZlibFrame().header
    // The last block, of the kind 0.
    stream.append(1)
    for number in [length, ~length] {
      stream.append(UInt8(truncatingIfNeeded: number))
      stream.append(UInt8(truncatingIfNeeded: number >> 8))
    }
    stream += content.prefix(Int(length))
    stream += checksum(content)
    return stream
  }
}
