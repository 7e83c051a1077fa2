import WireFormat

extension CompressionLayer {
  /// Streams that every reader of RFC 1950 and 1951 unpacks to the same content.
  func liberty(_ content: [UInt8], _ deflater: Deflater) -> [UInt8] {
    switch self {
    case .level(let level): return deflater.compress(content, level: level)
    case .window(let bits): return window(min(max(8, bits), 15), content)
    case .strategy(let strategy):
      return Deflater(strategy: strategy.code).compress(content)
    case .memoryLevel(let level): return Deflater(memoryLevel: level).compress(content)
    case .flushed(let flush, let size):
      return deflater.compress(portions: content.portions(of: size), flush: flush.code)
    case .storedBlocks(let size) where content.count <= min(size, 0xFFFF):
      return ZlibFrame.stored(content)
    case .storedBlocks(let size):
      return blocks(content, of: min(size, 0xFFFF)) { $0.append(stored: $1, isLast: $2) }
    case .fixedBlocks(let size):
      return blocks(content, of: size) { $0.append(fixedLiterals: $1, isLast: $2) }
    case .dynamicBlocks(let size, let codes):
      return blocks(content, of: size) {
        $0.append(flatLiterals: $1, distanceCodes: codes, isLast: $2)
      }
    case .emptyBlocks(let count):
      var bits = DeflateBits()
      for number in 0..<min(max(1, count), 1 << 16) {
        if number % 2 == 0 {
          bits.append(fixedLiterals: [], isLast: false)
        } else {
          bits.append(stored: [], isLast: false)
        }
      }
      // An empty stored block ends at a byte, where the compressor's own blocks can follow.
      bits.append(stored: [], isLast: false)
      bits.append(Deflater(format: .raw).compress(content))
      return ZlibFrame().wrap(bits.bytes, content: content)
    case .headerLevel(let level):
      return ZlibFrame(level: level.wrapped(4)).header + deflater.compress(content).dropFirst(2)
    default: return content
    }
  }

  private func window(_ bits: Int, _ content: [UInt8]) -> [UInt8] {
    guard bits == 8 else { return Deflater(windowBits: bits).compress(content) }
    let literals = Deflater(format: .raw, strategy: .huffmanOnly).compress(content)
    return ZlibFrame(windowInfo: 0).wrap(literals, content: content)
  }

  private func blocks(
    _ content: [UInt8], of size: Int,
    _ append: (inout DeflateBits, ArraySlice<UInt8>, _ isLast: Bool) -> Void
  ) -> [UInt8] {
    var bits = DeflateBits()
    let portions = content.portions(of: size)
    for (index, portion) in portions.enumerated() {
      append(&bits, portion, index == portions.count - 1)
    }
    bits.align()
    return ZlibFrame().wrap(bits.bytes, content: content)
  }
}

extension CompressionLayer.Strategy {
  fileprivate var code: Deflater.Strategy {
    switch self {
    case .filtered: .filtered
    case .huffmanOnly: .huffmanOnly
    case .runLengths: .runLengths
    case .fixedCodes: .fixedCodes
    }
  }
}

extension CompressionLayer.Flush {
  fileprivate var code: Deflater.Flush {
    switch self {
    case .sync: .sync
    case .full: .full
    case .partial: .partial
    }
  }
}

extension [UInt8] {
  /// Consecutive slices of `size` bytes, the last one of what is left; one empty slice of nothing.
  /// Sizes below 1 count as 1.
  fileprivate func portions(of size: Int) -> [ArraySlice<UInt8>] {
    guard !isEmpty else { return [self[...]] }
    let size = Swift.min(Swift.max(1, size), count)
    return stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}

extension DeflateBits {
  /// A dynamic block of literals only, nearly all of whose codes are the bytes themselves.
  ///
  /// - Parameter distanceCodes: 0 (one code of no bits), 1 (one code of one bit, the only
  ///   incomplete code that is legal) or 2; taken modulo 3.
  fileprivate mutating func append(
    flatLiterals content: ArraySlice<UInt8>, distanceCodes: Int, isLast: Bool
  ) {
    let distances = distanceCodes.wrapped(3)
    appendDynamicHead(
      isLast: isLast, literals: 257, distances: max(1, distances),
      codeLengths: [0: 3, 1: 3, 8: 2, 9: 2, 16: 2])
    // Codes of the lengths: 8: 00, 9: 01, 16: 10, 0: 110, 1: 111. 255 literals have 8 bits, 255 and
    // 256 have 9.
    append(code: 0b00, bits: 2)
    for _ in 0..<42 {
      append(code: 0b10, bits: 2)
      append(6 - 3, bits: 2)
    }
    for _ in 0..<2 { append(code: 0b00, bits: 2) }
    for _ in 0..<2 { append(code: 0b01, bits: 2) }
    if distances == 0 {
      append(code: 0b110, bits: 3)
    } else {
      for _ in 0..<distances { append(code: 0b111, bits: 3) }
    }
    for byte in content {
      if byte == 255 {
        append(code: 0x1FE, bits: 9)
      } else {
        append(code: Int(byte), bits: 8)
      }
    }
    append(code: 0x1FF, bits: 9)
  }
}
