import Forge
import Testing
import WireFormat

/// Contents that need not be read to know that every library has to accept them.
@Suite struct UnremarkableContentTests {
  private func layer(_ value: PropertyList, key: String = "k") -> DictionaryLayer {
    .configuration(category: nil, [.init(key: key, value: value)])
  }

  private func nested(_ depth: Int) -> PropertyList {
    (0..<depth).reduce(.integer(1)) { value, level in
      level % 2 == 0 ? .array([value]) : .dictionary([.init(key: "k", value: value)])
    }
  }

  /// What is called unremarkable is accepted by the strict reader, whatever it holds.
  @Test func whatIsUnremarkableIsBound() {
    var packing = Packing()
    var unremarkable = 0
    for seed: UInt64 in 1...600 {
      var samples = ForgeSamples(seed: seed)
      let layer = samples.canonical(encrypted: false).dictionary
      guard layer.isUnremarkable(in: .profile1) else { continue }
      unremarkable += 1
      let value = layer.value(.profile1)
      #expect(packing.unpack(packing.pack(value)) == .accepted(value), "seed \(seed)")
    }
    #expect(unremarkable > 100)
    for depth in 0...40 where layer(nested(depth)).isUnremarkable(in: .profile1) {
      let value = layer(nested(depth)).value(.profile1)
      #expect(packing.unpack(packing.pack(value)) == .accepted(value), "depth \(depth)")
    }
  }

  @Test func ordinaryContentsAreUnremarkable() {
    let values: [PropertyList] = [
      .string(""), .string("\u{1F600}\u{0}"), .integer(.min), .boolean(true), .real(-0.0), .date(0),
      .data([0]), nested(8),
    ]
    for value in values { #expect(layer(value).isUnremarkable(in: .profile1), "\(value)") }
    #expect(DictionaryLayer.keys(category: "Mail", ["é", "a"]).isUnremarkable(in: .profile1))
    #expect(DictionaryLayer.both(category: nil, [], keys: ["a"]).isUnremarkable(in: .profile1))
  }

  @Test func whatNeedsALookIsNot() {
    let values: [PropertyList] = [
      .real(.nan), .real(.infinity), .date(.nan), .date(1e12), .date(-1e12),
      .string(String(repeating: "x", count: 200_000)), .data([UInt8](repeating: 0, count: 200_000)),
      .array(Array(repeating: .integer(1), count: 5_000)), nested(40),
      .dictionary([.init(key: "a", value: .integer(1)), .init(key: "a", value: .integer(2))]),
      .dictionary([.init(key: "\u{E9}", value: .integer(1))]),
    ]
    for value in values { #expect(!layer(value).isUnremarkable(in: .profile1)) }
    #expect(!layer(.integer(1), key: "é").isUnremarkable(in: .profile1))
    #expect(!DictionaryLayer.verbatim(.dictionary([])).isUnremarkable(in: .profile1))
    #expect(
      !DictionaryLayer.keys(category: nil, Array(repeating: "k", count: 5_000)).isUnremarkable(
        in: .profile1))
  }
}
