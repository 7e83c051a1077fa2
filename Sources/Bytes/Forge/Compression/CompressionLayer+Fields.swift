extension CompressionLayer: RequestLayer {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .canonical, .missing, .doubled, .rawDeflate, .gzip, .empty, .compressedTwice: break
    case .level, .window, .strategy, .memoryLevel, .flushed, .storedBlocks, .fixedBlocks,
      .dynamicBlocks, .emptyBlocks, .headerLevel:
      try visitLiberty(&fields)
    case .bomb, .inflating, .stepped, .nestedBomb: try visitBomb(&fields)
    case .truncated(var count):
      try fields.number("by", &count, simplest: 1)
      self = .truncated(by: count)
    case .replaced(var bytes):
      try fields.bytes("withBase64", &bytes, .free)
      self = .replaced(with: bytes)
    case .trailing(var bytes):
      try fields.bytes("bytesBase64", &bytes, .someBytes)
      self = .trailing(bytes)
    case .header(var damage):
      try damage.visitFields(&fields)
      self = .header(damage)
    case .checksum(var damage):
      try damage.visitFields(&fields)
      self = .checksum(damage)
    case .cut(var index):
      try fields.number("at", &index)
      self = .cut(at: index)
    case .presetDictionary(var count):
      try fields.number("bytes", &count, simplest: 1)
      self = .presetDictionary(count: count)
    case .members(var index):
      try fields.number("cutAt", &index)
      self = .members(cutAt: index)
    case .block(var damage):
      try damage.visitFields(&fields)
      self = .block(damage)
    case .codes(var damage):
      try fields.word("damage", &damage)
      self = .codes(damage)
    case .bitFlipped(var bit):
      try fields.number("bit", &bit)
      self = .bitFlipped(bit)
    case .byteReplaced(var index, var mask):
      try fields.number("at", &index)
      try fields.number("mask", &mask, simplest: 1)
      self = .byteReplaced(at: index, mask: mask)
    }
  }

  private mutating func visitLiberty<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .level(var level):
      try fields.number("level", &level)
      self = .level(level)
    case .window(var bits):
      try fields.number("bits", &bits, simplest: 15)
      self = .window(bits: bits)
    case .strategy(var strategy):
      try fields.word("strategy", &strategy)
      self = .strategy(strategy)
    case .memoryLevel(var level):
      try fields.number("level", &level, simplest: 1)
      self = .memoryLevel(level)
    case .flushed(var flush, var size):
      try fields.word("flush", &flush)
      try fields.blockSize("every", &size)
      self = .flushed(flush, every: size)
    case .storedBlocks(var size):
      try fields.blockSize("bytes", &size)
      self = .storedBlocks(of: size)
    case .fixedBlocks(var size):
      try fields.blockSize("bytes", &size)
      self = .fixedBlocks(of: size)
    case .dynamicBlocks(var size, var codes):
      try fields.blockSize("bytes", &size)
      try fields.number("distanceCodes", &codes)
      self = .dynamicBlocks(of: size, distanceCodes: codes)
    case .emptyBlocks(var count):
      try fields.number("count", &count, simplest: 1)
      self = .emptyBlocks(count)
    case .headerLevel(var level):
      try fields.number("level", &level)
      self = .headerLevel(level)
    default: break
    }
  }

  /// The simplest bombs are the smallest that are bombs.
  private mutating func visitBomb<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .bomb(var count):
      try fields.number("zeros", &count, simplest: 1 << 21)
      self = .bomb(count: count)
    case .inflating(var total):
      try fields.number("to", &total, simplest: 1 << 20 + 1)
      self = .inflating(to: total)
    case .stepped(var steps, var bytes):
      try fields.number("steps", &steps, simplest: 1 << 8)
      try fields.number("bytes", &bytes, simplest: 1 << 14)
      self = .stepped(steps, of: bytes)
    case .nestedBomb(var count):
      try fields.number("zeros", &count, simplest: 1 << 21)
      self = .nestedBomb(count: count)
    default: break
    }
  }
}

extension FieldVisitor {
  fileprivate mutating func blockSize(_ name: String, _ size: inout Int) throws(Failure) {
    try number(name, &size, simplest: 64)
  }
}

extension CompressionLayer.HeaderDamage: FieldHolding {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .method(var number):
      try fields.number("number", &number)
      self = .method(number)
    case .window(var number):
      try fields.number("number", &number)
      self = .window(number)
    case .check(var error):
      try fields.number("number", &error)
      self = .check(error)
    }
  }
}

extension CompressionLayer.ChecksumDamage: FieldHolding {
  /// The one that is a form of its own is left out.
  private enum DamageWord: String, FieldWord {
    case zeroed, reversed
    case ofCompressed = "of-compressed"
    case bitFlipped = "bit-flipped"
  }

  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    var bit = 0
    var word: DamageWord
    switch self {
    case .missing: return
    case .zeroed: word = .zeroed
    case .reversed: word = .reversed
    case .ofCompressed: word = .ofCompressed
    case .bitFlipped(let number):
      word = .bitFlipped
      bit = number
    }
    try fields.word("damage", &word)
    switch word {
    case .zeroed: self = .zeroed
    case .reversed: self = .reversed
    case .ofCompressed: self = .ofCompressed
    case .bitFlipped:
      try fields.number("bit", &bit)
      self = .bitFlipped(bit)
    }
  }
}

extension CompressionLayer.BlockDamage: FieldHolding {
  package mutating func visitFields<Visitor: FieldVisitor>(
    _ fields: inout Visitor
  ) throws(Visitor.Failure) {
    switch self {
    case .reservedType, .noLastBlock: break
    case .storedLength(var bit):
      try fields.number("bit", &bit)
      self = .storedLength(bit)
    case .distanceTooFar(var distance):
      try fields.number("distance", &distance)
      self = .distanceTooFar(distance)
    case .reservedSymbol(var number):
      try fields.number("number", &number)
      self = .reservedSymbol(number)
    }
  }
}

extension CompressionLayer.Strategy: FieldWord {}
extension CompressionLayer.Flush: FieldWord {}
extension CompressionLayer.CodeDamage: FieldWord {}
