/// The codes in front of a dynamic block (RFC 1951 section 3.2.7).
struct DynamicCodes {
  let literals: HuffmanCode
  let distances: HuffmanCode

  private static let order = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// Reads them. What is wrong is found in the same order as zlib finds it.
  init(_ reader: inout BitReader) throws(DeflateFault) {
    let literalCount = try reader.bits(5) + 257
    let distanceCount = try reader.bits(5) + 1
    let sent = try reader.bits(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else {
      throw .invalid("\(literalCount) literals and \(distanceCount) distances are too many")
    }
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for symbol in Self.order.prefix(sent) { codeLengths[symbol] = UInt8(try reader.bits(3)) }
    let code = HuffmanCode(lengths: codeLengths)
    guard code.symbolCount == 0 || code.fit == .exact else {
      throw .invalid("the code of the code lengths does not add up")
    }
    let lengths = try Self.lengths(literalCount + distanceCount, code, &reader)
    guard lengths[256] > 0 else { throw .invalid("there is no code for the end of the block") }
    literals = HuffmanCode(lengths: lengths[..<literalCount])
    guard !literals.isBroken else { throw .invalid("the codes of the literals do not add up") }
    distances = HuffmanCode(lengths: lengths[literalCount...])
    guard !distances.isBroken else { throw .invalid("the codes of the distances do not add up") }
  }

  private static func lengths(
    _ count: Int, _ code: HuffmanCode, _ reader: inout BitReader
  ) throws(DeflateFault) -> [UInt8] {
    var lengths: [UInt8] = []
    lengths.reserveCapacity(count)
    while lengths.count < count {
      // Without any code zlib takes each bit for a length of 0.
      let symbol = code.symbolCount == 0 ? try noSymbol(&reader) : try code.decode(&reader)
      guard let symbol else { throw .invalid("the bits are the code of no code length") }
      if symbol < 16 {
        lengths.append(UInt8(symbol))
        continue
      }
      var repeated: UInt8 = 0
      let times: Int
      switch symbol {
      case 16:
        times = 3 + (try reader.bits(2))
        guard let last = lengths.last else {
          throw .invalid("a code length is repeated before there is one")
        }
        repeated = last
      case 17: times = 3 + (try reader.bits(3))
      default: times = 11 + (try reader.bits(7))
      }
      guard lengths.count + times <= count else {
        throw .invalid("more code lengths are repeated than there are")
      }
      lengths += repeatElement(repeated, count: times)
    }
    return lengths
  }

  private static func noSymbol(_ reader: inout BitReader) throws(DeflateFault) -> Int? {
    _ = try reader.bit()
    return 0
  }
}

/// Lengths and distances of matches (RFC 1951 section 3.2.5).
enum MatchTables {
  /// The length of a symbol less 257, with its further bits.
  static func length(_ symbol: Int, _ reader: inout BitReader) throws(DeflateFault) -> Int {
    if symbol < 8 { return 3 + symbol }
    if symbol == 28 { return 258 }
    let more = symbol / 4 - 1
    return 3 + (4 + symbol % 4) << more + (try reader.bits(more))
  }

  /// The distance of a symbol, with its further bits.
  static func distance(_ symbol: Int, _ reader: inout BitReader) throws(DeflateFault) -> Int {
    if symbol < 4 { return 1 + symbol }
    let more = symbol / 2 - 1
    return 1 + (2 + symbol % 2) << more + (try reader.bits(more))
  }
}
