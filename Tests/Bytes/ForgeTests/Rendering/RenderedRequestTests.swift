import Testing
import WireFormat

@testable import Forge

/// The map of layers that goes with a rendered request.
@Suite struct RenderedRequestTests {
  private let context = ForgeContext(
    bundleIdentifier: "com.acme.app", apiKey: "key", urlScheme: nil, encryptionSecret: "secret")

  private func right(encrypted: Bool) -> RequestForge {
    var forge = RequestForge(
      .apply, profile: "profile", payload: "payload",
      dictionary: .configuration(category: "Mail", [.init(key: "host", value: .string("h"))]))
    if encrypted {
      forge.parameter = .dataX
      forge.encryption = .canonical(iv: [8, 7, 6, 5, 4, 3, 2, 1])
    }
    return forge
  }

  @Test(arguments: [false, true]) func everyLayersOutputIsThere(encrypted: Bool) throws {
    let forge = right(encrypted: encrypted)
    let renderer = RequestRenderer()
    let rendered = renderer.renderWithMap(forge, for: context)
    #expect(rendered.url == renderer.render(forge, for: context))
    #expect(
      rendered.outputs.map(\.position)
        == [.propertyList, .content, .stream, .packed, .piece, .text, .url])
    let list = try #require(rendered.bytes(at: .propertyList))
    #expect(list.starts(with: "bplist00".utf8))
    #expect(rendered.bytes(at: .content) == Array("ABTC".utf8) + list)
    let stream = try #require(rendered.bytes(at: .stream))
    #expect(Inflater().inflate(stream, limit: 1 << 20).output == Array("ABTC".utf8) + list)
    #expect((rendered.bytes(at: .packed) == stream) == !encrypted)
    #expect(rendered.bytes(at: .packed) == rendered.bytes(at: .piece))
    #expect(
      rendered.bytes(at: .text) == rendered.bytes(at: .packed).map { Base64Text.encode($0) })
  }

  @Test func thePartsAreTheURL() {
    var forge = right(encrypted: false)
    forge.shape = .fragment("end")
    forge.parameters = .unknownAdded(name: "x", value: "1", index: 1)
    let rendered = RequestRenderer().renderWithMap(forge, for: context)
    #expect(
      rendered.parts.map(\.name)
        == [
          .address, .parameter(.token), .parameter(nil), .parameter(.profile), .parameter(.payload),
          .parameter(.data), .tail,
        ])
    let texts = rendered.parts.map { String(decoding: rendered.url[$0.range], as: UTF8.self) }
    #expect(texts[0] == "x-absolutemanageconfig.com.acme.app://apply")
    #expect(texts[2] == "x=1")
    #expect(texts[3] == "profile=profile")
    #expect(texts[6] == "#end")
  }

  /// A blind edit changes the output of its layer, and what is around it is made anew.
  @Test(arguments: WirePosition.allCases) func editsAreMadeInTheirLayer(position: WirePosition)
    throws
  {
    var forge = right(encrypted: false)
    let before = RequestRenderer().renderWithMap(forge, for: context)
    forge.edits = [LayerEdit(position, at: 5, removing: 2, inserting: [0x21, 0x22, 0x23])]
    let after = RequestRenderer().renderWithMap(forge, for: context)
    var expected = try #require(before.bytes(at: position))
    expected.replaceSubrange(5..<7, with: [0x21, 0x22, 0x23])
    #expect(after.bytes(at: position) == expected)
    let order = before.outputs.map(\.position)
    for inner in order.prefix(while: { $0 != position }) {
      #expect(after.bytes(at: inner) == before.bytes(at: inner), "\(inner)")
    }
    #expect(!forge.isCanonical)
    #expect(forge.claims == [.anything])
  }

  @Test func editsAreCountedModuloAndClamped() {
    var bytes: [UInt8] = [1, 2, 3]
    LayerEdit(.url, at: 3, removing: 9, inserting: [4]).apply(to: &bytes)
    #expect(bytes == [1, 2, 3, 4])
    LayerEdit(.url, at: 6, removing: .max, inserting: []).apply(to: &bytes)
    #expect(bytes == [1])
    LayerEdit(.url, at: .min, removing: -5, inserting: [9]).apply(to: &bytes)
    #expect(bytes.count == 2)
  }

  @Test func aSequenceCutsTheSameBytes() throws {
    let forge = right(encrypted: true)
    let renderer = RequestRenderer()
    let packed = renderer.packed(forge, for: context)
    let pieces = renderer.requests(
      of: forge, in: .uneven(total: 4, seed: 7), otherPayload: "other", for: context)
    #expect(pieces.count == 4)
    #expect(pieces.flatMap { renderer.piece($0, for: context) } == packed)
    let contradicted = renderer.requests(
      of: forge, in: .contradicted(total: 3, at: 0), otherPayload: "other", for: context)
    let first = renderer.piece(contradicted[0], for: context)
    #expect(
      contradicted.contains { $0.chunk?.index == 1 && renderer.piece($0, for: context) != first })
    let interleaved = renderer.requests(
      of: forge, in: .interleaved(total: 2), otherPayload: "other", for: context)
    #expect(interleaved.map(\.payload) == ["payload", "other", "payload", "other"])
  }
}
