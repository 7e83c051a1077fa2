import Forge
import Testing
import WireFormat

@Suite("Bombs")
struct ZlibBombTests {
  let deflater = Deflater(memoryLevel: 5)
  let content = WireContents(seed: 3).content

  @Test("hold the content and exactly so many zeros, with the right checksum")
  func exact() {
    for count in [
      0, 1, 2, 257, 258, 259, 260, 516, 517, 1_031, 1_032, 1_033, 2_064, 65_520, 65_521, 65_522,
      1_000_000,
    ] {
      let stream = CompressionLayer.bomb(count: count).applied(to: content, deflater)
      let (output, outcome) = Inflater().inflate(stream, limit: 1 << 21)
      #expect(outcome == .complete(consumed: stream.count), "\(count)")
      #expect(output == content + [UInt8](repeating: 0, count: count))
    }
  }

  @Test("of a gigabyte take a megabyte, and unpack to more than the limit")
  func large() {
    let stream = ZlibZeros.stream(content, count: 1 << 30, deflater)
    #expect((1_000_000..<1_100_000).contains(stream.count))
    #expect(Inflater().inflate(stream, limit: 1 << 22).outcome == .overLimit)
    #expect(ZlibZeros.stream(content, count: .max, deflater).count < 5 << 20)
  }

  @Test("in steps end every one of them at a byte")
  func stepped() {
    let layer = CompressionLayer.stepped(7, of: 3_000)
    let stream = layer.applied(to: content, deflater)
    let (output, outcome) = Inflater().inflate(stream, limit: 1 << 20)
    #expect(outcome == .complete(consumed: stream.count))
    #expect(output == content + [UInt8](repeating: 0, count: 21_000))
    // Cut behind a step, what went before is there to be seen.
    let mark: [UInt8] = [0, 0, 0xFF, 0xFF]
    let ends = stream.indices.dropLast(3).filter { stream[$0..<$0 + 4].elementsEqual(mark) }
    let sizes = ends.map {
      Inflater().inflate(Array(stream[..<($0 + 4)]), limit: 1 << 20).output.count
    }
    for step in 0...7 { #expect(sizes.contains(content.count + step * 3_000)) }
  }

  @Test("up to a number of bytes unpack to just that")
  func inflating() {
    for total in [content.count + 1, 5_000, 1 << 20, (1 << 20) + 1] {
      let stream = CompressionLayer.inflating(to: total).applied(to: content, deflater)
      #expect(Inflater().inflate(stream, limit: 1 << 21).output.count == total)
    }
    let same = CompressionLayer.inflating(to: 3).applied(to: content, deflater)
    #expect(Inflater().inflate(same, limit: 1 << 21).output.count == content.count + 1)
    let over = CompressionLayer.inflating(to: (1 << 20) + 1).applied(to: content, deflater)
    #expect(Packing.unpack(over).defect?.reason == .overLimit(1 << 20))
  }

  @Test("within a stream are bombs themselves")
  func nested() {
    let stream = CompressionLayer.nestedBomb(count: 1 << 28).applied(to: content, deflater)
    #expect(stream.count < 5_000)
    let inner = Inflater().inflate(stream, limit: 1 << 20)
    #expect(inner.outcome == .complete(consumed: stream.count))
    #expect(Inflater().inflate(inner.output, limit: 1 << 22).outcome == .overLimit)
  }
}
