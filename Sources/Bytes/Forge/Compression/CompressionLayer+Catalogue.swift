extension CompressionLayer: WireLayer {
  package static let layerName = "zlib"

  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case canonical, level, window, strategy
    case memoryLevel = "memory-level"
    case flushed
    case storedBlocks = "stored-blocks"
    case fixedBlocks = "fixed-blocks"
    case dynamicBlocks = "dynamic-blocks"
    case emptyBlocks = "empty-blocks"
    case headerLevel = "header-level"
    case trailing, doubled, missing, truncated, cut
    case headerMethod = "header-method"
    case headerWindow = "header-window"
    case headerCheck = "header-check"
    case checksum
    case checksumMissing = "checksum-missing"
    case presetDictionary = "preset-dictionary"
    case rawDeflate = "raw-deflate"
    case gzip, empty, members
    case reservedBlock = "reserved-block"
    case storedLength = "stored-length"
    case distanceTooFar = "distance-too-far"
    case reservedSymbol = "reserved-symbol"
    case noLastBlock = "no-last-block"
    case codes
    case compressedTwice = "compressed-twice"
    case bomb, inflating, stepped
    case nestedBomb = "nested-bomb"
    case bitFlipped = "bit-flipped"
    case byteReplaced = "byte-replaced"
    case replaced
  }

  package var kind: Kind {
    switch self {
    case .canonical: .canonical
    case .level: .level
    case .window: .window
    case .strategy: .strategy
    case .memoryLevel: .memoryLevel
    case .flushed: .flushed
    case .storedBlocks: .storedBlocks
    case .fixedBlocks: .fixedBlocks
    case .dynamicBlocks: .dynamicBlocks
    case .emptyBlocks: .emptyBlocks
    case .headerLevel: .headerLevel
    case .trailing: .trailing
    case .doubled: .doubled
    case .missing: .missing
    case .truncated: .truncated
    case .cut: .cut
    case .header(.method): .headerMethod
    case .header(.window): .headerWindow
    case .header(.check): .headerCheck
    case .checksum(.missing): .checksumMissing
    case .checksum: .checksum
    case .presetDictionary: .presetDictionary
    case .rawDeflate: .rawDeflate
    case .gzip: .gzip
    case .empty: .empty
    case .members: .members
    case .block(.reservedType): .reservedBlock
    case .block(.storedLength): .storedLength
    case .block(.distanceTooFar): .distanceTooFar
    case .block(.reservedSymbol): .reservedSymbol
    case .block(.noLastBlock): .noLastBlock
    case .codes: .codes
    case .compressedTwice: .compressedTwice
    case .bomb: .bomb
    case .inflating: .inflating
    case .stepped: .stepped
    case .nestedBomb: .nestedBomb
    case .bitFlipped: .bitFlipped
    case .byteReplaced: .byteReplaced
    case .replaced: .replaced
    }
  }

  package static func note(_ kind: Kind) -> LayerNote {
    func liberty(_ sentence: String) -> LayerNote { LayerNote(.liberty, sentence) }
    func free(_ sentence: String) -> LayerNote { LayerNote(.free, sentence) }
    func refused(_ sentence: String) -> LayerNote { LayerNote(.refused, sentence) }
    func unharmed(_ sentence: String) -> LayerNote {
      LayerNote(.refusedOrUnharmed, sentence)
    }
    return switch kind {
    case .canonical: LayerNote(.canonical, "the stream of zlib's default settings")
    case .level: liberty("another level of compression, stored blocks included")
    case .window: liberty("a smaller window, down to 256 bytes, and a header that says so")
    case .strategy:
      liberty("one of zlib's strategies: filtered, Huffman codes only, run lengths, fixed codes")
    case .memoryLevel: liberty("another memory level, which makes blocks of other sizes")
    case .flushed: liberty("sync, full or partial flushes in the middle of the content")
    case .storedBlocks: liberty("stored blocks of a given size")
    case .fixedBlocks: liberty("fixed blocks of literals, down to one byte each")
    case .dynamicBlocks:
      liberty("dynamic blocks of literals with no distance code, one of one bit, or two")
    case .emptyBlocks: liberty("empty fixed and stored blocks in front of the content")
    case .headerLevel: liberty("another FLEVEL in the header, with the right FCHECK")
    case .trailing: free("bytes after the end of the stream")
    case .doubled: free("the whole stream twice")
    case .missing: refused("the content without compression")
    case .truncated: refused("the last bytes of the stream are missing")
    case .cut: refused("the stream ends anywhere, down to no bytes at all")
    case .headerMethod: refused("a compression method other than 8 in the header")
    case .headerWindow: refused("a window of more than 32 KiB in the header")
    case .headerCheck: refused("a wrong FCHECK in the header")
    case .checksum:
      refused(
        "a wrong Adler-32: one bit, zeros, the bytes reversed, or the sum of the compressed bytes")
    case .checksumMissing: refused("no Adler-32 at the end")
    case .presetDictionary: refused("compressed with a preset dictionary")
    case .rawDeflate: refused("deflate data without header and checksum")
    case .gzip: refused("a gzip member")
    case .empty: refused("a sound stream of no bytes, without even the magic")
    case .members: refused("the content cut in two sound streams, of which the first is no request")
    case .reservedBlock: refused("a block of the reserved type 3 after the content")
    case .storedLength: refused("a stored block whose length and complement do not agree")
    case .distanceTooFar: refused("a match that begins in front of the content")
    case .reservedSymbol: refused("a length or distance symbol that means nothing")
    case .noLastBlock: refused("all the content, but no last block and no checksum")
    case .codes:
      refused("a dynamic block whose codes are over-subscribed, incomplete, missing or too many")
    case .compressedTwice: refused("the stream compressed once more")
    case .bomb: refused("the content and megabytes of zeros after it")
    case .inflating: refused("zeros after the content, up to the limit or just beyond it")
    case .stepped: refused("zeros after the content in steps, with a flush after each")
    case .nestedBomb: refused("a bomb compressed once more")
    case .bitFlipped: unharmed("one bit of the stream is flipped")
    case .byteReplaced: unharmed("one byte of the stream is another")
    case .replaced: LayerNote(.anything, "other bytes in the stream's place")
    }
  }

  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    switch kind {
    case .canonical: .canonical
    case .level: .level(choices.within(0...9))
    case .window: .window(bits: 15 - choices.below(8))
    case .strategy: .strategy(choices.pick(Strategy.allCases))
    case .memoryLevel: .memoryLevel(choices.within(1...9))
    case .flushed: .flushed(choices.pick(Flush.allCases), every: blockSize(&choices))
    case .storedBlocks: .storedBlocks(of: blockSize(&choices))
    case .fixedBlocks: .fixedBlocks(of: blockSize(&choices))
    case .dynamicBlocks:
      .dynamicBlocks(of: blockSize(&choices), distanceCodes: choices.below(3))
    case .emptyBlocks: .emptyBlocks(choices.within(1...64))
    case .headerLevel: .headerLevel(choices.below(4))
    case .trailing:
      .trailing(choices.bytes(choices.pick([1, 2, 4, 7, 8, 64])))
    case .doubled: .doubled
    case .missing: .missing
    case .truncated: .truncated(by: choices.within(1...48))
    case .cut: .cut(at: choices.below(1 << 16))
    case .headerMethod: .header(.method(choices.below(15)))
    case .headerWindow: .header(.window(choices.below(8)))
    case .headerCheck: .header(.check(choices.below(30)))
    case .checksum:
      .checksum(
        choices.pick([.zeroed, .reversed, .ofCompressed, .bitFlipped(choices.below(32))]))
    case .checksumMissing: .checksum(.missing)
    case .presetDictionary: .presetDictionary(count: choices.within(1...300))
    case .rawDeflate: .rawDeflate
    case .gzip: .gzip
    case .empty: .empty
    // Shorter than any property list, so that the first stream is none, whatever it holds.
    case .members: .members(cutAt: choices.below(40))
    case .reservedBlock: .block(.reservedType)
    case .storedLength: .block(.storedLength(choices.below(16)))
    case .distanceTooFar: .block(.distanceTooFar(choices.below(24_000)))
    case .reservedSymbol: .block(.reservedSymbol(choices.below(4)))
    case .noLastBlock: .block(.noLastBlock)
    case .codes: .codes(choices.pick(CodeDamage.allCases))
    case .compressedTwice: .compressedTwice
    case .bomb: .bomb(count: 1 << choices.within(21...29))
    case .inflating: .inflating(to: (1 << 20) + choices.pick([1, 0, 2, 1 << 16]))
    case .stepped:
      .stepped(choices.pick([1 << 8, 1 << 10, 1 << 12]), of: 1 << choices.within(14...16))
    case .nestedBomb: .nestedBomb(count: 1 << choices.within(21...29))
    case .bitFlipped: .bitFlipped(choices.below(1 << 20))
    case .byteReplaced:
      .byteReplaced(at: choices.below(1 << 17), mask: UInt8(1 + choices.below(255)))
    case .replaced: .replaced(with: choices.bytes(choices.below(65)))
    }
  }

  /// It goes from a few large blocks to very many small ones.
  private static func blockSize(_ choices: inout some ForgeChoices) -> Int {
    choices.pick([64, 1_000, 16, 3, 2, 1, 0xFFFF])
  }
}
