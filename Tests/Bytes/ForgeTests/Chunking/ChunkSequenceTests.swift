import Forge
import Testing
import WireFormat

/// What section 4.10 asks of a library, in a few lines: pieces by payload and total.
private struct Assembler {
  var open: [String: [Int: [UInt8]]] = [:]
  var completed: Set<String> = []
  /// Whole contents of the request in question, and of the other one.
  var own: [[UInt8]] = []
  var others: [[UInt8]] = []

  mutating func take(_ step: ChunkSequence.Step, of bytes: [UInt8]) {
    var piece = Array(bytes[step.range])
    guard !piece.isEmpty else { return }
    if step.isChanged { piece[0] ^= 1 }
    let key = "\(step.isForOther) \(step.total)"
    guard open[key] != nil || !completed.contains(key) else { return }
    if let same = open[key]?[step.index] {
      if same != piece { open[key] = nil }
      return
    }
    open[key, default: [:]][step.index] = piece
    guard let all = open[key], all.count == step.total else { return }
    let whole = (1...step.total).flatMap { all[$0] ?? [] }
    open[key] = nil
    completed.insert(key)
    if step.isForOther { others.append(whole) } else { own.append(whole) }
  }
}

@Suite("Sequences of pieces")
struct ChunkSequenceTests {
  @Test("lead to what they claim", arguments: ChunkSequence.Kind.allCases)
  func claims(kind: ChunkSequence.Kind) {
    for seed in 0..<300 {
      let contents = WireContents(seed: seed)
      let packed = Deflater(memoryLevel: 5).compress(contents.content)
      var choices = SeededChoices(seed)
      let sequence = ChunkSequence.make(kind, &choices)
      #expect(sequence.kind == kind)
      var assembler = Assembler()
      let steps = sequence.steps(packedBytes: packed.count, maxChunks: 256)
      for step in steps {
        #expect((1...step.total).contains(step.index) && step.total <= 256)
        assembler.take(step, of: packed)
      }
      let isApplied = sequence.note.claim != .refused
      let whole = assembler.own.filter { Packing.unpack($0).defect == nil }
      #expect(whole == (isApplied ? [packed] : []), "\(sequence)")
    }
  }

  func steps(_ sequence: ChunkSequence, _ count: Int = 10) -> [ChunkSequence.Step] {
    sequence.steps(packedBytes: count, maxChunks: 256)
  }

  @Test("are cut as the packed bytes are")
  func even() {
    for (count, total) in [(10, 3), (100, 7), (256, 256), (5, 1)] {
      let pieces = ChunkSplitting.split(Array(repeating: 0, count: count), into: total)
      #expect(steps(.inOrder(total: total), count).map(\.range.count) == pieces?.map(\.count))
    }
    #expect(steps(.asManyAsAllowed, 1_000).count == 256)
    #expect(steps(.asManyAsAllowed, 20).count == 20)
    #expect(steps(.bytewise, 300).map(\.range.count) == Array(repeating: 1, count: 255) + [45])
    #expect(steps(.inOrder(total: .max)).count == 10)
    #expect(steps(.inOrder(total: .min)).count == 1)
  }

  @Test("are what their names say")
  func names() {
    func indices(_ sequence: ChunkSequence) -> [Int] { steps(sequence).map(\.index) }
    #expect(indices(.gap(total: 4, at: 1)) == [1, 3, 4])
    #expect(indices(.repeated(total: 3, at: 1)) == [1, 2, 2, 3])
    #expect(indices(.afterwards(total: 2, at: 0)) == [1, 2, 1])
    #expect(indices(.contradicted(total: 3, at: 0)) == [1, 2, 1, 3])
    #expect(steps(.contradicted(total: 3, at: 0)).map(\.isChanged) == [false, false, true, false])
    #expect(steps(.emptyPiece(total: 3, at: 1)).map(\.range.count) == [4, 0, 3])
    #expect(steps(.otherTotal(total: 3, at: 2)).map(\.total) == [3, 3, 4])
    #expect(steps(.otherPayload(total: 2, at: 0)).map(\.isForOther) == [true, false])
    #expect(indices(.interleaved(total: 2)) == [1, 1, 2, 2])
    for seed in 0..<50 as Range<UInt64> {
      let shuffled = indices(.shuffled(total: 5, seed: seed))
      #expect(shuffled.sorted() == [1, 2, 3, 4, 5] && shuffled != [1, 2, 3, 4, 5])
      let sizes = steps(.uneven(total: 5, seed: seed), 100).map(\.range.count)
      #expect(sizes.reduce(0, +) == 100 && sizes.count == 5 && !sizes.contains(0))
    }
    #expect(
      Set((0..<9).map { steps(.uneven(total: 4, seed: $0), 90).map(\.range.count) }).count > 5)
  }

  @Test("of any numbers have pieces inside the bytes")
  func anyNumbers() {
    for number in [Int.min, -1, 0, 1, 9, .max] {
      for sequence: ChunkSequence in [
        .shuffled(total: number, seed: .max), .uneven(total: number, seed: 0),
        .repeated(total: number, at: number), .afterwards(total: number, at: number),
        .gap(total: number, at: number), .emptyPiece(total: number, at: number),
        .contradicted(total: number, at: number), .otherTotal(total: number, at: number),
        .otherPayload(total: number, at: number), .interleaved(total: number), .bytewise,
      ] {
        for count in [4, 5, 300] {
          let ranges = steps(sequence, count).map(\.range)
          #expect(ranges.allSatisfy { 0 <= $0.lowerBound && $0.upperBound <= count })
        }
      }
    }
  }

  @Test("make the simplest choice of every kind")
  func simplest() {
    for kind in ChunkSequence.Kind.allCases {
      var choices = SimplestChoices()
      #expect(ChunkSequence.make(kind, &choices).path == "chunks/" + kind.rawValue)
    }
  }
}
