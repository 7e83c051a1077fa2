import Forge
import Testing
import WireFormat

@Suite("Claims about zlib")
struct CompressionClaimTests {
  /// More in a run by hand.
  static let seeds = 300

  @Test("hold against the strict reader", arguments: CompressionLayer.Kind.allCases)
  func claims(kind: CompressionLayer.Kind) {
    let deflater = Deflater(memoryLevel: 5)
    var packing = Packing()
    // Streams of half a megabyte each are not made hundreds of times.
    let isLarge = [.bomb, .nestedBomb, .stepped].contains(kind)
    for seed in 0..<(isLarge ? Self.seeds / 10 : Self.seeds) {
      let contents = WireContents(seed: seed)
      var choices = SeededChoices(seed &* 31)
      let layer = CompressionLayer.make(kind, &choices)
      #expect(layer.kind == kind)
      let reading = packing.unpack(layer.applied(to: contents.content, deflater))
      #expect(layer.note.claim.holds(reading, contents.value), "\(seed): \(layer), \(reading)")
    }
  }

  @Test("hold for the simplest choices, too")
  func simplest() {
    for kind in CompressionLayer.Kind.allCases {
      var choices = SimplestChoices()
      let layer = CompressionLayer.make(kind, &choices)
      let contents = WireContents(seed: 1)
      let reading = Packing.unpack(layer.applied(to: contents.content, Deflater()))
      #expect(layer.kind == kind)
      #expect(layer.note.claim.holds(reading, contents.value), "\(layer)")
      #expect(layer.path == "zlib/" + kind.rawValue)
    }
  }

  @Test("names and sentences are all there and all different")
  func names() {
    let kinds = CompressionLayer.Kind.allCases
    #expect(Set(kinds.map { CompressionLayer.note($0).sentence }).count == kinds.count)
    for kind in kinds {
      #expect(kind.rawValue.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
    }
  }
}
