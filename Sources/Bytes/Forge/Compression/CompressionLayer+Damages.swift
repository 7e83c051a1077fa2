import WireFormat

extension CompressionLayer {
  /// Streams that are broken as a whole, or no zlib streams.
  func damagedFormat(_ content: [UInt8], _ deflater: Deflater) -> [UInt8] {
    switch self {
    case .header(let damage):
      return damage.frame.header + deflater.compress(content).dropFirst(2)
    case .checksum(let damage):
      let stream = deflater.compress(content)
      return stream.dropLast(4) + damage.applied(to: Array(stream.suffix(4)), of: stream)
    case .presetDictionary(let count):
      let known = Array(content.prefix(min(max(1, count), 32_768)))
      return Deflater().compress(content, presetDictionary: known)
    case .rawDeflate: return Deflater(format: .raw).compress(content)
    case .gzip: return Deflater(format: .gzip).compress(content)
    case .empty: return deflater.compress([])
    case .members(let index):
      let cut = index.wrapped(content.count)
      return deflater.compress(Array(content[..<cut])) + deflater.compress(Array(content[cut...]))
    case .compressedTwice: return deflater.compress(deflater.compress(content))
    case .block(let damage): return damage.applied(to: content, deflater)
    case .codes(let damage):
      return head(content, deflater) + damage.block + ZlibFrame.checksum(content)
    default: return content
    }
  }
}

/// Header and content in blocks of which none is the last, up to a byte where the next one may
/// begin.
private func head(_ content: [UInt8], _ deflater: Deflater) -> [UInt8] {
  deflater.compress(portions: [content[...]], flush: .sync, isEnded: false)
}

extension CompressionLayer.HeaderDamage {
  fileprivate var frame: ZlibFrame {
    switch self {
    case .method(let number): ZlibFrame(method: (9 + number.wrapped(15)) % 16)
    case .window(let number): ZlibFrame(windowInfo: 8 + number.wrapped(8))
    case .check(let error): ZlibFrame(checkError: 1 + error.wrapped(30))
    }
  }
}

extension CompressionLayer.ChecksumDamage {
  /// What stands in the place of `checksum`; never the same bytes.
  fileprivate func applied(to checksum: [UInt8], of stream: [UInt8]) -> [UInt8] {
    var damaged = checksum
    switch self {
    case .bitFlipped(let bit): damaged[bit.wrapped(32) / 8] ^= 1 << UInt8(bit.wrapped(32) % 8)
    case .zeroed: damaged = [0, 0, 0, 0]
    case .missing: damaged = []
    case .reversed: damaged.reverse()
    case .ofCompressed: damaged = ZlibFrame.checksum(stream.dropFirst(2).dropLast(4))
    }
    // Sums that read the same both ways do occur.
    if damaged == checksum { damaged[0] ^= 1 }
    return damaged
  }
}

extension CompressionLayer.BlockDamage {
  fileprivate func applied(to content: [UInt8], _ deflater: Deflater) -> [UInt8] {
    let sound = head(content, deflater)
    var bits = DeflateBits()
    switch self {
    case .reservedType:
      bits.append(.reserved, isLast: true)
      bits.align()
    case .storedLength(let bit):
      // The content itself is stored under the wrong length: nothing of it may be used.
      bits.append(
        stored: content.prefix(0xFFFF)[...], isLast: true, mask: 1 << UInt16(bit.wrapped(16)))
      return ZlibFrame().wrap(bits.bytes, content: content)
    case .distanceTooFar(let distance):
      // In front of everything there is only what this block itself has written: one byte.
      bits.append(.fixed, isLast: false)
      bits.append(fixedSymbol: Int(content.first ?? 0))
      bits.append(fixedMatchAtDistance: 2 + distance.wrapped(24_000))
      bits.append(fixedSymbol: DeflateBits.endOfBlock)
      bits.append(stored: [], isLast: false)
      bits.append(Deflater(format: .raw).compress(Array(content.dropFirst(4))))
      return ZlibFrame().wrap(bits.bytes, content: content)
    case .reservedSymbol(let number):
      bits.append(.fixed, isLast: true)
      if number.wrapped(4) < 2 {
        bits.append(fixedSymbol: 286 + number.wrapped(2))
      } else {
        bits.append(fixedSymbol: 257)
        bits.append(code: 30 + number.wrapped(2), bits: 5)
      }
      bits.append(fixedSymbol: DeflateBits.endOfBlock)
      bits.align()
    case .noLastBlock:
      // Nothing follows: a checksum would be read as another block.
      return sound
    }
    return sound + bits.bytes + ZlibFrame.checksum(content)
  }
}

extension CompressionLayer.CodeDamage {
  /// One last dynamic block of no content, with nothing wrong but its codes.
  fileprivate var block: [UInt8] {
    var bits = DeflateBits()
    switch self {
    case .lengthsOversubscribed: bits.appendHead([0: 1, 1: 1, 18: 1])
    case .lengthsIncomplete: bits.appendHead([1: 2, 18: 2])
    case .literalsOversubscribed: bits.appendCodes(literals: [1, 1, 1], distances: [1, 1])
    case .literalsIncomplete: bits.appendCodes(literals: [2, 2, 2], distances: [1, 1])
    case .distancesOversubscribed: bits.appendCodes(literals: [1, 1], distances: [1, 1, 1])
    case .distancesIncomplete: bits.appendCodes(literals: [1, 1], distances: [2, 2, 2])
    case .noEndOfBlock:
      bits.appendCodes(literals: [1, 1], distances: [1, 1], endOfBlock: false)
    case .tooManyLiterals: bits.appendHead([0: 1, 1: 1], literals: 287)
    case .tooManyDistances: bits.appendHead([0: 1, 1: 1], distances: 31)
    case .repeatedTooEarly:
      bits.appendHead([0: 1, 16: 1])
      bits.append(code: 1, bits: 1)
      bits.append(0, bits: 2)
    case .repeatedTooLong:
      // 3 times 138 zeros are more than the 259 lengths that there are.
      bits.appendHead([0: 1, 18: 1])
      for _ in 0..<3 {
        bits.append(code: 1, bits: 1)
        bits.append(127, bits: 7)
      }
    }
    bits.align()
    return bits.bytes + [0, 0, 0, 0]
  }
}

extension DeflateBits {
  /// Three bytes from `distance` (1 to 24,576) back.
  fileprivate mutating func append(fixedMatchAtDistance distance: Int) {
    append(fixedSymbol: 257)
    var (symbol, base, extra) = (0, 1, 0)
    while distance >= base + 1 << extra, symbol < 29 {
      base += 1 << extra
      symbol += 1
      extra = max(0, symbol / 2 - 1)
    }
    append(code: symbol, bits: 5)
    append(distance - base, bits: extra)
  }

  fileprivate mutating func appendHead(
    _ codeLengths: [Int: Int], literals: Int = 257, distances: Int = 2
  ) {
    appendDynamicHead(
      isLast: true, literals: literals, distances: distances, codeLengths: codeLengths)
  }

  /// A dynamic block's head and codes of 0 to 2 bits: the last of `literals` is the end of the
  /// block's, the others those of the first bytes. Then an end of the block of the first code.
  fileprivate mutating func appendCodes(
    literals: [Int], distances: [Int], endOfBlock: Bool = true
  ) {
    appendHead([0: 2, 1: 2, 2: 2, 18: 2], distances: distances.count)
    // The four codes of two bits, in this order.
    func send(_ lengths: some Sequence<Int>) {
      for length in lengths { append(code: length, bits: 2) }
    }
    let bytes = endOfBlock ? Array(literals.dropLast()) : literals
    send(bytes)
    var gap = 256 - bytes.count
    while gap > 0 {
      let zeros = min(gap, 138)
      append(code: 3, bits: 2)
      append(zeros - 11, bits: 7)
      gap -= zeros
    }
    send(endOfBlock ? literals.suffix(1) : [0])
    send(distances)
  }
}
