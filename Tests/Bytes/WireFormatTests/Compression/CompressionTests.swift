import Testing
import WireFormat

@Suite("zlib streams")
struct CompressionTests {
  let deflater = Deflater()
  let inflater = Inflater()
  let plain = Array("the same words again and again, the same words again and again".utf8)

  @Test("of Python are unpacked, every level, window, strategy and block kind")
  func golden() {
    for stream in Golden.streams {
      let packed = bytes(hex: stream.packed)
      let (output, outcome) = inflater.inflate(packed, limit: 1 << 20)
      #expect(output == bytes(hex: stream.plain), "\(stream.name)")
      #expect(outcome == .complete(consumed: packed.count), "\(stream.name)")
    }
  }

  @Test("of ours are unpacked at every level, also when longer than any buffer", arguments: 0...9)
  func roundTrip(level: Int) {
    var generator = SeededGenerator(state: UInt64(level))
    for size in [0, 1, 1_000, 32_768, 100_000] {
      let bytes = (0..<size).map { _ in UInt8.random(in: 0..<200, using: &generator) }
      let packed = deflater.compress(bytes, level: level)
      #expect(inflater.inflate(packed, limit: size).output == bytes)
      #expect(packed.suffix(4).elementsEqual(bigEndian(UInt64(Checksum.adler32(bytes)), 4)))
    }
  }

  @Test("levels differ, and settings reach the header")
  func settings() {
    #expect(deflater.compress(plain, level: 0).count > plain.count)
    #expect(deflater.compress(plain, level: 9).count < plain.count)
    #expect(Deflater(windowBits: 9).compress(plain).first == 0x18)
    #expect(Deflater(format: .gzip).compress(plain).starts(with: [0x1F, 0x8B]))
    let raw = Deflater(format: .raw).compress(plain)
    #expect(deflater.compress(plain).dropFirst(2).dropLast(4).elementsEqual(raw))
    for strategy in [Deflater.Strategy.filtered, .huffmanOnly, .runLengths, .fixedCodes] {
      let packed = Deflater(memoryLevel: 1, strategy: strategy).compress(plain)
      #expect(inflater.inflate(packed, limit: 100).output == plain)
    }
  }

  @Test(
    "exactly the limit is complete, one byte more is over it", arguments: [0, 1, 16_384, 50_000])
  func limit(size: Int) {
    let packed = deflater.compress(Array(repeating: 7, count: size))
    #expect(inflater.inflate(packed, limit: size).outcome == .complete(consumed: packed.count))
    #expect(inflater.inflate(packed, limit: size + 1).outcome == .complete(consumed: packed.count))
    guard size > 0 else { return }
    let over = inflater.inflate(packed, limit: size - 1)
    #expect(over.outcome == .overLimit)
    #expect(over.output.count == size - 1)
  }

  @Test("cut anywhere they are truncated")
  func truncated() {
    let packed = deflater.compress(plain)
    for length in packed.indices {
      #expect(inflater.inflate(Array(packed[..<length]), limit: 1_000).outcome == .truncated)
    }
  }

  @Test("bytes behind the end are told apart")
  func trailing() {
    let packed = deflater.compress(plain)
    let (output, outcome) = inflater.inflate(packed + [0, 1, 2], limit: 1_000)
    #expect(output == plain)
    #expect(outcome == .complete(consumed: packed.count))
  }

  @Test("that reach back further than their window are found, all others are not")
  func window() {
    var generator = SeededGenerator(state: 3)
    let block = (0..<600).map { _ in UInt8.random(in: 0...255, using: &generator) }
    func reaches(_ stream: [UInt8], _ count: Int) -> Bool {
      stream.withUnsafeBytes { inflater.reachesBeyondWindow($0, outputBytes: count) }
    }
    // The second block is copied from 600 bytes back: too far for 512, near enough for 1,024.
    let far = Deflater(format: .raw).compress(block + block)
    let end = bigEndian(UInt64(Checksum.adler32(block + block)), 4)
    #expect(reaches([0x18, 0x95] + far + end, 1_200))
    #expect(!reaches([0x28, 0x91] + far + end, 1_200))
    #expect(inflater.inflate([0x18, 0x95] + far + end, limit: 1_200).output == block + block)
    for bits in 9...15 {
      let packed = Deflater(windowBits: bits).compress(block + block + block)
      #expect(!reaches(packed, 1_800), "\(bits)")
    }
    for stream in Golden.streams {
      #expect(!reaches(bytes(hex: stream.packed), stream.plain.count / 2), "\(stream.name)")
    }
  }

  @Test("wrong header, checksum, format and a preset dictionary")
  func damaged() {
    func isCorrupt(_ bytes: [UInt8]) -> Bool {
      if case .corrupt = inflater.inflate(bytes, limit: 1_000).outcome { true } else { false }
    }
    let packed = deflater.compress(plain)
    for position in [0, 1, packed.count - 4, packed.count - 1] {
      var changed = packed
      changed[position] ^= 0x01
      #expect(isCorrupt(changed), "byte \(position)")
    }
    #expect(isCorrupt(Deflater(format: .raw).compress(plain)))
    #expect(isCorrupt(Deflater(format: .gzip).compress(plain)))
    #expect(isCorrupt([0x78, 0x9C, 0x07]))
    let preset = inflater.inflate([0x78, 0xBB, 0, 0, 0, 1, 0, 0], limit: 1_000)
    #expect(preset.outcome == .needsDictionary)
    // Whatever went before, the state is as good as new.
    #expect(inflater.inflate(packed, limit: 1_000).output == plain)
  }
}
