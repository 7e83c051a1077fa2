import Forge
import Testing
import WireFormat

@Suite("Forms of zlib streams")
struct CompressionFormTests {
  let deflater = Deflater(memoryLevel: 5)
  let content = WireContents(seed: 7).content

  func stream(_ layer: CompressionLayer) -> [UInt8] { layer.applied(to: content, deflater) }

  /// zlib's own words about a stream.
  func words(_ layer: CompressionLayer) -> String {
    switch Inflater().inflate(stream(layer), limit: 1 << 20).outcome {
    case .corrupt(let reason, _): reason
    case let outcome: "\(outcome)"
    }
  }

  @Test("the canonical one is what the compressor makes")
  func canonical() {
    #expect(stream(.canonical) == deflater.compress(content))
    #expect(stream(.missing) == content)
    #expect(stream(.replaced(with: [1, 2])) == [1, 2])
    #expect(stream(.level(0)) == deflater.compress(content, level: 0))
  }

  @Test(
    "damage is noticed where it was done, in zlib's words",
    arguments: [
      (.header(.method(0)), "unknown compression method"),
      (.header(.method(14)), "unknown compression method"),
      (.header(.window(0)), "invalid window size"), (.header(.window(7)), "invalid window size"),
      (.header(.check(0)), "incorrect header check"),
      (.header(.check(29)), "incorrect header check"),
      (.checksum(.bitFlipped(31)), "incorrect data check"),
      (.checksum(.zeroed), "incorrect data check"),
      (.checksum(.reversed), "incorrect data check"),
      (.checksum(.ofCompressed), "incorrect data check"), (.checksum(.missing), "truncated"),
      (.presetDictionary(count: 9), "needsDictionary"),
      (.block(.reservedType), "invalid block type"),
      (.block(.storedLength(3)), "invalid stored block lengths"),
      (.block(.distanceTooFar(0)), "invalid distance too far back"),
      (.block(.distanceTooFar(20_000)), "invalid distance too far back"),
      (.block(.reservedSymbol(0)), "invalid literal/length code"),
      (.block(.reservedSymbol(1)), "invalid literal/length code"),
      (.block(.reservedSymbol(2)), "invalid distance code"),
      (.block(.reservedSymbol(3)), "invalid distance code"),
      (.codes(.lengthsOversubscribed), "invalid code lengths set"),
      (.codes(.lengthsIncomplete), "invalid code lengths set"),
      (.codes(.literalsOversubscribed), "invalid literal/lengths set"),
      (.codes(.literalsIncomplete), "invalid literal/lengths set"),
      (.codes(.distancesOversubscribed), "invalid distances set"),
      (.codes(.distancesIncomplete), "invalid distances set"),
      (.codes(.noEndOfBlock), "invalid code -- missing end-of-block"),
      (.codes(.tooManyLiterals), "too many length or distance symbols"),
      (.codes(.tooManyDistances), "too many length or distance symbols"),
      (.codes(.repeatedTooEarly), "invalid bit length repeat"),
      (.codes(.repeatedTooLong), "invalid bit length repeat"),
      (.rawDeflate, "incorrect header check"), (.gzip, "incorrect header check"),
    ] as [(CompressionLayer, String)])
  func damages(layer: CompressionLayer, expected: String) {
    #expect(words(layer) == expected)
  }

  @Test("a preset dictionary is really needed, and its id is in the header")
  func presetDictionary() {
    let stream = stream(.presetDictionary(count: 20))
    #expect(stream[1] & 0x20 != 0)
    let id = Checksum.adler32(Array(content.prefix(20)))
    #expect(stream[2..<6].elementsEqual([24, 16, 8, 0].map { UInt8(id >> $0 & 0xFF) }))
    #expect(stream.count < self.stream(.canonical).count)
  }

  @Test("windows, levels and other formats say in their headers what they are")
  func headers() {
    for bits in 8...15 {
      let header = stream(.window(bits: bits)).prefix(2)
      let first: UInt8 = UInt8(bits - 8) << 4 | 8
      #expect(header.first == first)
      let number: Int = header.reduce(0) { $0 << 8 | Int($1) }
      #expect(number % 31 == 0)
    }
    for level in 0...3 { #expect(Int(stream(.headerLevel(level))[1] >> 6) == level) }
    #expect(stream(.gzip).starts(with: [0x1F, 0x8B, 8]))
    #expect(stream(.rawDeflate) == Array(Deflater(format: .raw).compress(content)))
  }

  /// The kinds of the first blocks: their two bits behind the header.
  @Test("blocks are of the kind that was asked for")
  func blocks() {
    func type(_ layer: CompressionLayer) -> UInt8 { stream(layer)[2] >> 1 & 3 }
    #expect(type(.storedBlocks(of: 9)) == 0)
    #expect(type(.fixedBlocks(of: 9)) == 1)
    #expect(type(.strategy(.fixedCodes)) == 1)
    #expect(type(.dynamicBlocks(of: 9, distanceCodes: 1)) == 2)
    #expect(type(.emptyBlocks(1)) == 1)
    #expect(
      stream(.storedBlocks(of: 10)).count == 2 + (content.count + 9) / 10 * 5 + content.count + 4)
    let mark: [UInt8] = [0, 0, 0xFF, 0xFF]
    let flushed = stream(.flushed(.sync, every: 100))
    let marks = flushed.indices.dropLast(4).filter { flushed[$0..<$0 + 4].elementsEqual(mark) }
    #expect(marks.count == (content.count + 99) / 100)
    #expect(flushed != stream(.flushed(.partial, every: 100)))
    for strategy in [CompressionLayer.Strategy.huffmanOnly, .runLengths, .fixedCodes] {
      #expect(stream(.strategy(strategy)) != stream(.canonical))
    }
  }

  @Test(
    "stored blocks hold contents of any length",
    arguments: [0, 1, 0xFFFE, 0xFFFF, 0x1_0000, 200_000])
  func storedBlocks(count: Int) {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for size in [1_000, 0xFFFF, .max] {
      var output: [UInt8] = []
      let stream = CompressionLayer.storedBlocks(of: size).applied(to: content, deflater)
      let outcome = stream.withUnsafeBytes {
        Inflater().inflate($0, limit: 1 << 20, into: &output)
      }
      #expect(outcome == .complete(consumed: stream.count) && output == content)
      let blocks = max(1, (count + min(size, 0xFFFF) - 1) / min(size, 0xFFFF))
      #expect(stream.count == 2 + blocks * 5 + count + 4)
    }
  }

  @Test("cuts and edits are where their numbers say, whatever the numbers")
  func edits() {
    let sound = stream(.canonical)
    #expect(stream(.truncated(by: 3)) == sound.dropLast(3))
    #expect(stream(.truncated(by: .max)).isEmpty)
    #expect(stream(.truncated(by: .min)) == sound)
    #expect(stream(.cut(at: 5)) == Array(sound.prefix(5)))
    #expect(stream(.cut(at: sound.count)).isEmpty)
    #expect(stream(.doubled) == sound + sound)
    #expect(stream(.trailing([7])) == sound + [7])
    for number in [0, 77, Int.max, .min] {
      let flipped = stream(.bitFlipped(number))
      let bits = zip(flipped, sound).map { ($0 ^ $1).nonzeroBitCount }.reduce(0, +)
      #expect(flipped.count == sound.count && bits == 1)
      let replaced = stream(.byteReplaced(at: number, mask: 0))
      #expect(zip(replaced, sound).filter { $0 != $1 }.count == 1)
    }
    #expect(stream(.members(cutAt: 9)).starts(with: deflater.compress(Array(content.prefix(9)))))
    for layer: CompressionLayer in [
      .cut(at: 1), .bitFlipped(1), .members(cutAt: 3), .presetDictionary(count: 5),
      .block(.distanceTooFar(.min)), .storedBlocks(of: .min), .flushed(.full, every: .max),
      .emptyBlocks(.min), .header(.check(.min)), .inflating(to: .min), .bomb(count: .min),
    ] {
      // Nothing traps, also where there is no content at all.
      #expect(layer.applied(to: [], deflater).count < 100)
    }
  }
}
