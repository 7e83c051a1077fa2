import Testing
import WireFormat

@testable import Forge

@Suite struct ChunkRenderingTests {
  @Test(arguments: [false, true]) func joinedPiecesAreThePackedBytes(encrypted: Bool) {
    let renderer = RequestRenderer()
    for seed: UInt64 in 1...120 {
      var samples = ForgeSamples(seed: seed)
      let context = samples.context()
      var forge = samples.canonical(encrypted: encrypted)
      let packed = renderer.packed(forge, for: context)
      for total in [1, 2, 3, 7, 16] {
        var joined: [UInt8] = []
        for index in 1...total {
          forge.chunk = ChunkLayer(index: index, of: total)
          #expect(forge.isCanonical)
          let peeled = PeeledRequest(
            renderer.render(forge, for: context), bundleIdentifier: context.bundleIdentifier,
            secret: context.encryptionSecret)
          #expect(peeled.value(of: "chunk") == String(index))
          #expect(peeled.value(of: "chunks") == String(total))
          #expect(peeled.packed?.isEmpty == false)
          #expect(peeled.packed == Array(renderer.piece(forge, for: context)))
          joined += peeled.packed ?? []
        }
        #expect(joined == packed, "seed \(seed), \(total) pieces")
      }
    }
  }

  /// What is kept for the next piece is that of this request: whose it is has no say in it, and everything inside has.
  @Test(arguments: [false, true]) func theWholeOfTheLatestPieceIsKept(encrypted: Bool) {
    let renderer = RequestRenderer()
    for seed: UInt64 in 1...20 {
      var samples = ForgeSamples(seed: seed)
      let context = samples.context()
      var forge = samples.canonical(encrypted: encrypted)
      let packed = RequestRenderer().packed(forge, for: context)
      forge.chunk = ChunkLayer(index: 1, of: 2)
      _ = renderer.render(forge, for: context)
      var other = forge
      other.profile += "-other"
      other.payload += "-other"
      other.chunk = ChunkLayer(index: 2, of: 2)
      #expect(renderer.latestWhole(of: forge, for: context) == packed)
      #expect(renderer.latestWhole(of: other, for: context) == packed)
      other.edits = [LayerEdit(.packed, at: 0, removing: 1, inserting: [])]
      #expect(renderer.latestWhole(of: other, for: context) == nil)
      other.edits = [LayerEdit(.piece, at: 0, removing: 1, inserting: [])]
      #expect(renderer.latestWhole(of: other, for: context) == packed)
      other.dictionary = .keys(category: "other", [])
      #expect(renderer.latestWhole(of: other, for: context) == nil)
    }
  }

  @Test func whereThereIsNoSuchPieceNothingIsSent() {
    let context = ForgeContext(
      bundleIdentifier: "a", apiKey: "k", urlScheme: nil, encryptionSecret: "s")
    var forge = RequestForge(
      .reset, profile: "p", payload: "q", dictionary: .keys(category: nil, []))
    let renderer = RequestRenderer()
    let size = renderer.packed(forge, for: context).count
    for (index, total) in [(0, 2), (3, 2), (-1, 2), (1, 0), (1, -4), (1, size + 1), (.max, 2)] {
      forge.chunk = ChunkLayer(index: index, of: total)
      #expect(renderer.piece(forge, for: context).isEmpty, "\(index) of \(total)")
    }
    forge.chunk = ChunkLayer(index: size, of: size)
    #expect(renderer.piece(forge, for: context).count == 1)
  }

  /// An index comes from a file as well as from a generator: none may end the process.
  @Test func theSmallestIndexIsNoTrap() async {
    await #expect(processExitsWith: .success) {
      var forge = RequestForge(
        .reset, profile: "p", payload: "q", dictionary: .keys(category: nil, []))
      forge.chunk = ChunkLayer(index: .min, of: 2)
      let context = ForgeContext(
        bundleIdentifier: "a", apiKey: "k", urlScheme: nil, encryptionSecret: "s")
      precondition(RequestRenderer().piece(forge, for: context).isEmpty)
    }
  }
}
