import Forge
import Testing
import WireFormat

@testable import Anatomy

/// The walker of deflate blocks takes and refuses what zlib does.
@Suite("Deflate blocks")
struct DeflateWalkTests {
  private static let limit = 1 << 16
  private let inflater = Inflater()

  /// Content with repetitions near and far.
  private static func content(_ seed: Int) -> [UInt8] {
    var choices = SeededChoices(seed)
    var content: [UInt8] = []
    while content.count < 200 + seed * 97 % 9_000 {
      if content.count > 4, choices.below(3) > 0 {
        let from = Int(choices.below(UInt64(content.count)))
        content += content[from...].prefix(3 + Int(choices.below(60)))
      } else {
        content.append(UInt8(choices.below(256)))
      }
    }
    return content
  }

  /// Holds the walk of a stream with a sound header against zlib.
  private func expectAgreement(_ stream: [UInt8], _ comment: @autoclosure () -> String) {
    guard KeyTrial.looksLikeZlib(stream), stream[1] & 0x20 == 0 else { return }
    let walk = DeflateWalk(stream, limit: Self.limit, maxBlocks: .max)
    let (output, outcome) = inflater.inflate(stream, limit: Self.limit)
    let size = walk.blocks.last?.output.upperBound ?? 0
    switch (outcome, walk.end) {
    case (.complete(let consumed), .complete(let end)):
      #expect(consumed == end + 4 && size == output.count, "\(comment())")
    case (.corrupt(let words, _), .complete(let end)):
      #expect(words == "incorrect data check" && end + 4 <= stream.count, "\(comment())")
      #expect(size == output.count, "\(comment())")
    case (.corrupt(let words, _), .invalid):
      #expect(words != "incorrect data check", "\(comment()): \(words)")
    case (.truncated, .complete(let end)): #expect(end + 4 > stream.count, "\(comment())")
    case (.truncated, .truncated):
      #expect(size == output.count, "\(comment())")
    case (.overLimit, .overLimit): break
    default: Issue.record("\(comment()): zlib says \(outcome), the walk \(walk.end)")
    }
    #expect(walk.blockCount == walk.blocks.count, "\(comment())")
    for (block, next) in zip(walk.blocks, walk.blocks.dropFirst()) {
      #expect(block.bits.upperBound == next.bits.lowerBound, "\(comment())")
      #expect(block.output.upperBound == next.output.lowerBound, "\(comment())")
      #expect(!block.isLast, "\(comment())")
    }
    #expect(walk.blocks.first?.bits.lowerBound ?? 16 == 16, "\(comment())")
  }

  @Test("of every level and window", arguments: 0...9)
  func levels(level: Int) {
    for seed in 0..<12 {
      let stream = Deflater().compress(Self.content(seed), level: level)
      expectAgreement(stream, "level \(level), seed \(seed)")
      let walk = DeflateWalk(stream, limit: Self.limit, maxBlocks: .max)
      #expect(walk.end == .complete(at: stream.count - 4))
      #expect(walk.blocks.allSatisfy { ($0.kind == .stored) == (level == 0) || level > 0 })
    }
  }

  @Test("of every form of the forge", arguments: CompressionLayer.Kind.allCases)
  func forms(kind: CompressionLayer.Kind) {
    for seed in 0..<12 {
      var choices = SeededChoices(seed)
      let layer = CompressionLayer.make(kind, &choices)
      expectAgreement(layer.applied(to: Self.content(seed), Deflater()), "\(layer)")
    }
  }

  @Test("of damaged streams")
  func damages() {
    var kinds: Set<String> = []
    for seed in 0..<3_000 {
      var choices = SeededChoices(seed)
      let content = Array(Self.content(seed % 40).prefix(400))
      var stream =
        choices.below(2) == 0
        ? Deflater().compress(content, level: Int(choices.below(10)))
        : CompressionLayer.dynamicBlocks(of: 90, distanceCodes: Int(choices.below(3)))
          .applied(to: content, Deflater())
      for _ in 0...Int(choices.below(2)) {
        // Most of the codes stand in front.
        let place = 2 + Int(choices.below(UInt64(choices.below(2) == 0 ? 60 : stream.count - 2)))
        if stream.indices.contains(place) { stream[place] ^= 1 << UInt8(choices.below(8)) }
      }
      if choices.below(4) == 0 { stream.removeLast(Int(choices.below(UInt64(stream.count / 2)))) }
      expectAgreement(stream, "seed \(seed)")
      if case .invalid(let words) = DeflateWalk(stream, limit: Self.limit, maxBlocks: 1).end {
        kinds.insert(words.filter { !$0.isNumber })
      }
    }
    // The damages reach every check of the walker.
    #expect(kinds.count >= 11, "\(kinds.sorted())")
  }

  @Test("are told by bits and bytes")
  func blocks() {
    let content = Array("abcdefghijklmnopqrstuvwxy".utf8)
    let stored = CompressionLayer.storedBlocks(of: 10).applied(to: content, Deflater())
    let walk = DeflateWalk(stored, limit: 100, maxBlocks: 9)
    #expect(walk.blocks.map(\.output) == [0..<10, 10..<20, 20..<25])
    #expect(walk.blocks.map(\.bits) == [16..<136, 136..<256, 256..<336])
    #expect(walk.blocks.map(\.isLast) == [false, false, true])
    let flushed = CompressionLayer.flushed(.sync, every: 10).applied(to: content, Deflater())
    let sync = DeflateWalk(flushed, limit: 100, maxBlocks: 9)
    #expect(sync.blocks.filter { $0.kind == .stored }.map(\.output) == [10..<10, 20..<20, 25..<25])
  }

  @Test("count the symbols, and keep the first blocks and the last")
  func limits() {
    let runs = Deflater().compress([UInt8](repeating: 7, count: 600))
    let block = DeflateWalk(runs, limit: 1_000, maxBlocks: 4).blocks[0]
    #expect(block.kind == .fixed && block.farthestDistance == 1 && block.longestMatch == 258)
    #expect(block.literals + block.matches > 3 && block.output == 0..<600)
    let many = CompressionLayer.storedBlocks(of: 1)
      .applied(to: [UInt8](repeating: 7, count: 100), Deflater())
    let walk = DeflateWalk(many, limit: 1_000, maxBlocks: 4)
    #expect(walk.blockCount == 100)
    #expect(walk.blocks.map(\.output.lowerBound) == [0, 1, 2, 99])
    #expect(DeflateWalk(many, limit: 50, maxBlocks: 4).end == .overLimit)
    #expect(DeflateWalk(many, limit: 100, maxBlocks: 4).end == .complete(at: many.count - 4))
  }
}
