/// One block of deflate data.
struct DeflateBlock: Hashable {
  enum Kind: Hashable {
    case stored, fixed
    /// How many symbols the codes of literals and of distances have.
    case dynamic(literals: Int, distances: Int)
    /// Dynamic, with codes that cannot be read.
    case brokenCodes
    case reserved
  }

  var isLast = false
  var kind = Kind.reserved
  /// From the first of its three bits, to where it ends or stops being readable.
  var bits: Range<Int>
  /// What it unpacks to.
  var output: Range<Int>
  var literals = 0
  var matches = 0
  var longestMatch = 0
  var farthestDistance = 0
}

/// The blocks of a zlib stream, which zlib itself does not tell: found by decoding every symbol
/// without writing anything.
///
/// It takes and refuses exactly what zlib does. Complexity: linear in the bytes; no more is walked
/// than unpacks to the limit.
struct DeflateWalk {
  /// How the blocks end.
  enum End: Hashable {
    /// After the last block, at this byte.
    case complete(at: Int)
    case truncated
    /// In the block at the end of `blocks`.
    case invalid(String)
    case overLimit
  }

  /// The first ones, and the last one that begins.
  private(set) var blocks: [DeflateBlock] = []
  /// How many there are.
  private(set) var blockCount = 0
  private(set) var end = End.truncated
  private let maxBlocks: Int
  private let limit: Int

  /// Walks the blocks of a stream from its third byte.
  ///
  /// - Parameters:
  ///   - limit: as many bytes may be unpacked.
  ///   - maxBlocks: as many are kept, the last one included.
  init(_ stream: [UInt8], limit: Int, maxBlocks: Int) {
    self.limit = max(0, limit)
    self.maxBlocks = max(1, maxBlocks)
    stream.withUnsafeBytes { buffer in
      var reader = BitReader(buffer, from: min(2, buffer.count))
      walk(&reader)
    }
  }

  private mutating func walk(_ reader: inout BitReader) {
    var output = 0
    while true {
      let start = reader.position
      var block = DeflateBlock(bits: start..<start, output: output..<output)
      var fault: DeflateFault?
      do throws(DeflateFault) {
        try read(&block, &reader, &output)
      } catch {
        fault = error
        // The bits that are too few for what should stand there belong to the block.
        if case .truncated = error { reader.skipToEnd() }
      }
      if reader.position > start {
        block.bits = start..<reader.position
        block.output = block.output.lowerBound..<output
        keep(block)
      }
      switch fault {
      case .truncated: return end = .truncated
      case .invalid(let words): return end = .invalid(words)
      case .overLimit: return end = .overLimit
      case nil: break
      }
      if block.isLast { return end = .complete(at: (reader.position + 7) / 8) }
    }
  }

  private mutating func keep(_ block: DeflateBlock) {
    blockCount += 1
    if blocks.count == maxBlocks { blocks.removeLast() }
    blocks.append(block)
  }

  private func read(
    _ block: inout DeflateBlock, _ reader: inout BitReader, _ output: inout Int
  ) throws(DeflateFault) {
    block.isLast = try reader.bit() == 1
    switch try reader.bits(2) {
    case 0:
      block.kind = .stored
      reader.align()
      let length = try reader.bits(16)
      guard try reader.bits(16) == length ^ 0xFFFF else {
        throw .invalid("the length of the stored block and its complement differ")
      }
      let room = limit - output
      let before = reader.position
      do throws(DeflateFault) {
        try reader.skip(bytes: min(length, room))
      } catch {
        output += (reader.position - before) / 8
        throw error
      }
      output += min(length, room)
      if length > room { throw .overLimit }
    case 1:
      block.kind = .fixed
      try readSymbols(.fixedLiterals, .fixedDistances, &block, &reader, &output)
    case 2:
      block.kind = .brokenCodes
      let codes = try DynamicCodes(&reader)
      block.kind = .dynamic(
        literals: codes.literals.symbolCount, distances: codes.distances.symbolCount)
      try readSymbols(codes.literals, codes.distances, &block, &reader, &output)
    default: throw .invalid("there is no block of kind 3")
    }
  }

  private func readSymbols(
    _ literals: HuffmanCode, _ distances: HuffmanCode, _ block: inout DeflateBlock,
    _ reader: inout BitReader, _ output: inout Int
  ) throws(DeflateFault) {
    while true {
      guard let symbol = try literals.decode(&reader), symbol < 286 else {
        throw .invalid("the bits are the code of no literal and no length")
      }
      if symbol == 256 { return }
      if symbol < 256 {
        guard output < limit else { throw .overLimit }
        output += 1
        block.literals += 1
        continue
      }
      let length = try MatchTables.length(symbol - 257, &reader)
      guard let code = try distances.decode(&reader), code < 30 else {
        throw .invalid("the bits are the code of no distance")
      }
      let distance = try MatchTables.distance(code, &reader)
      guard distance <= output else {
        throw .invalid("a match reaches \(distance) bytes back, and there are \(output)")
      }
      block.matches += 1
      block.longestMatch = max(block.longestMatch, length)
      block.farthestDistance = max(block.farthestDistance, distance)
      guard length <= limit - output else {
        output = limit
        throw .overLimit
      }
      output += length
    }
  }
}
