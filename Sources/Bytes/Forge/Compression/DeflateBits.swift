/// Deflate data written bit by bit (RFC 1951), for blocks that no compressor makes.
struct DeflateBits {
  /// The whole bytes written so far.
  private(set) var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingCount = 0

  /// The kinds of blocks (RFC 1951 section 3.2.3); 3 is reserved.
  enum BlockKind: UInt32 {
    case stored = 0
    case fixed = 1
    case dynamic = 2
    case reserved = 3
  }

  /// Appends the low `count` (0 to 16) bits of a number, the lowest first.
  mutating func append(_ value: Int, bits count: Int) {
    pending |= (UInt32(truncatingIfNeeded: value) & ((1 << UInt32(count)) - 1)) << pendingCount
    pendingCount += count
    while pendingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  /// Appends a Huffman code, whose highest bit goes first.
  mutating func append(code: Int, bits count: Int) {
    for shift in (0..<count).reversed() { append(code >> shift, bits: 1) }
  }

  mutating func append(_ block: BlockKind, isLast: Bool) {
    append(isLast ? 1 : 0, bits: 1)
    append(Int(block.rawValue), bits: 2)
  }

  /// Appends eight zero bits so many times, wherever in a byte that begins.
  mutating func appendZeroBytes(_ count: Int) {
    guard count > 0 else { return }
    append(0, bits: 8)
    bytes += [UInt8](repeating: 0, count: count - 1)
  }

  /// Fills the byte that has begun with zeros.
  mutating func align() {
    if pendingCount > 0 { append(0, bits: 8 - pendingCount) }
  }

  /// Appends whole bytes, at the next byte's beginning.
  mutating func append(_ more: some Sequence<UInt8>) {
    align()
    bytes.append(contentsOf: more)
  }
}

extension DeflateBits {
  /// A stored block of up to 65,535 bytes.
  ///
  /// - Parameter mask: what the length's complement is XORed with; 0 for a right one.
  mutating func append(stored content: ArraySlice<UInt8>, isLast: Bool, mask: UInt16 = 0) {
    append(.stored, isLast: isLast)
    align()
    let length = UInt16(clamping: content.count)
    append([length, ~length ^ mask].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    append(content.prefix(Int(length)))
  }

  /// A symbol (0 to 287) in the fixed literal code of section 3.2.6.
  mutating func append(fixedSymbol symbol: Int) {
    switch symbol {
    case ..<144: append(code: 0x30 + symbol, bits: 8)
    case ..<256: append(code: 0x190 + symbol - 144, bits: 9)
    case ..<280: append(code: symbol - 256, bits: 7)
    default: append(code: 0xC0 + symbol - 280, bits: 8)
    }
  }

  /// The symbol that ends every block but stored ones.
  static let endOfBlock = 256

  /// A fixed block of literals only.
  mutating func append(fixedLiterals content: ArraySlice<UInt8>, isLast: Bool) {
    append(.fixed, isLast: isLast)
    for byte in content { append(fixedSymbol: Int(byte)) }
    append(fixedSymbol: Self.endOfBlock)
  }

  /// The order in which the lengths of the code length code are sent (section 3.2.7).
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The head of a dynamic block: its three bits, the three counts, and the code length code.
  ///
  /// - Parameters:
  ///   - literals: code lengths of literals and lengths that follow, 257 to 288.
  ///   - distances: code lengths of distances that follow, 1 to 32.
  ///   - codeLengths: bits (1 to 7) of each symbol of the code length code that has any.
  mutating func appendDynamicHead(
    isLast: Bool, literals: Int, distances: Int, codeLengths: [Int: Int]
  ) {
    append(.dynamic, isLast: isLast)
    append(literals - 257, bits: 5)
    append(distances - 1, bits: 5)
    let sent = max(4, 1 + (Self.lengthOrder.lastIndex { codeLengths[$0] != nil } ?? 0))
    append(sent - 4, bits: 4)
    for symbol in Self.lengthOrder.prefix(sent) { append(codeLengths[symbol] ?? 0, bits: 3) }
  }
}
