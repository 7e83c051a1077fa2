package import WireFormat

extension CompressionLayer {
  /// What is sent instead of the canonical stream of `content`.
  ///
  /// Complexity: linear in content and result. Forms with settings of their own make a new
  /// compressor (55 µs).
  /// - Parameter deflater: what makes the canonical stream: zlib's format, 15 window bits.
  package func applied(to content: [UInt8], _ deflater: Deflater) -> [UInt8] {
    switch self {
    case .canonical: deflater.compress(content)
    case .missing: content
    case .replaced(let bytes): bytes
    case .level, .window, .strategy, .memoryLevel, .flushed, .storedBlocks, .fixedBlocks,
      .dynamicBlocks, .emptyBlocks, .headerLevel:
      liberty(content, deflater)
    case .bomb, .inflating, .stepped, .nestedBomb: bomb(content, deflater)
    case .header, .checksum, .presetDictionary, .rawDeflate, .gzip, .empty, .members, .block,
      .codes, .compressedTwice:
      damagedFormat(content, deflater)
    case .truncated, .cut, .trailing, .doubled, .bitFlipped, .byteReplaced:
      edited(deflater.compress(content))
    }
  }

  private func bomb(_ content: [UInt8], _ deflater: Deflater) -> [UInt8] {
    switch self {
    case .bomb(let count):
      ZlibZeros.stream(content, count: count, deflater)
    case .inflating(let total):
      ZlibZeros.stream(content, count: max(1, max(0, total) - content.count), deflater)
    case .stepped(let steps, let bytes):
      ZlibZeros.stream(content, steps: steps, of: bytes, deflater)
    case .nestedBomb(let count):
      deflater.compress(ZlibZeros.stream(content, count: count, deflater))
    default: content
    }
  }

  /// Forms that change the bytes of a sound stream.
  private func edited(_ stream: [UInt8]) -> [UInt8] {
    var stream = stream
    switch self {
    case .truncated(let count): stream.removeLast(min(max(0, count), stream.count))
    case .cut(let index): stream.removeSubrange(index.wrapped(stream.count)...)
    case .trailing(let bytes): stream += bytes
    case .doubled: stream += stream
    case .bitFlipped(let bit):
      let bit = bit.wrapped(stream.count * 8)
      stream[bit / 8] ^= 1 << UInt8(bit % 8)
    case .byteReplaced(let index, let mask):
      stream[index.wrapped(stream.count)] ^= max(mask, 1)
    default: break
    }
    return stream
  }
}
