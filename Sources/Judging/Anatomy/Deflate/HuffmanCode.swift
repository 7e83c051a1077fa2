/// A canonical Huffman code (RFC 1951 section 3.2.2) that is decoded bit by bit: a table would cost
/// more than it saves where a stream is made of thousands of small blocks.
struct HuffmanCode {
  /// How the lengths fill the codes that there are.
  enum Fit { case exact, incomplete, oversubscribed }

  private static let maxBits = 15

  /// Symbols with a code of so many bits.
  private var counts = [Int](repeating: 0, count: maxBits + 1)
  /// In the order of their codes.
  private var symbols: [UInt16] = []
  let fit: Fit

  /// - Parameter lengths: the bits of each symbol's code, 0 to 15; 0 for none.
  init(lengths: some Collection<UInt8>) {
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var left = 1
    var starts = [Int](repeating: 0, count: Self.maxBits + 2)
    var isOversubscribed = false
    for bits in 1...Self.maxBits {
      left = left << 1 - counts[bits]
      if left < 0 { isOversubscribed = true }
      starts[bits + 1] = starts[bits] + counts[bits]
    }
    fit = isOversubscribed ? .oversubscribed : left > 0 ? .incomplete : .exact
    symbols = [UInt16](repeating: 0, count: starts[Self.maxBits + 1])
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[starts[Int(length)]] = UInt16(symbol)
      starts[Int(length)] += 1
    }
  }

  /// How many symbols have a code.
  var symbolCount: Int { symbols.count }

  /// Whether some bits stand for no symbol in a way that no reader may take: one code of one bit is
  /// allowed to stand alone, and so is none at all.
  var isBroken: Bool {
    switch fit {
    case .exact: false
    case .oversubscribed: true
    case .incomplete: !symbols.isEmpty && !(symbols.count == 1 && counts[1] == 1)
    }
  }

  /// The next symbol, or nil where the bits are the code of none.
  func decode(_ reader: inout BitReader) throws(DeflateFault) -> Int? {
    guard !symbols.isEmpty else {
      // zlib wants to see the bit that is the code of nothing.
      _ = try reader.bit()
      return nil
    }
    var code = 0
    var first = 0
    var index = 0
    for bits in 1...Self.maxBits {
      // What lies beyond the longest code is the code of nothing, whatever follows.
      guard index < symbols.count else { return nil }
      code |= try reader.bit()
      let count = counts[bits]
      if code - first < count { return Int(symbols[index + code - first]) }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return nil
  }

  /// The codes of fixed blocks (RFC 1951 section 3.2.6).
  static let fixedLiterals = HuffmanCode(
    lengths: [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
      + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8))
  static let fixedDistances = HuffmanCode(lengths: [UInt8](repeating: 5, count: 32))
}
