import Testing
import WireFormat

@testable import Forge

/// Forms on dictionaries that no request has but one that was changed by chance.
@Suite struct SmallDictionaryTests {
  private static let dictionaries: [PropertyList] = [
    .dictionary([]), .dictionary([.init(key: "", value: .string(""))]),
    .dictionary([.init(key: "a", value: .dictionary([]))]),
    .dictionary([.init(key: "a", value: .array([]))]),
    .dictionary([.init(key: "a", value: .array([.array([])]))]),
    .dictionary([.init(key: "Keys", value: .boolean(true))]),
  ]

  /// Every form makes bytes of every dictionary, whatever it is aimed at.
  @Test(arguments: PropertyListLayer.Kind.allCases)
  func everyFormFitsEveryDictionary(_ kind: PropertyListLayer.Kind) {
    for (number, dictionary) in Self.dictionaries.enumerated() {
      var writer = PropertyListWriter()
      let canonical = writer.write(dictionary)
      for seed in 0..<24 {
        var samples = PropertyListSamples(seed: UInt64(seed * 8 + number))
        let layer = PropertyListLayer.make(kind, &samples)
        let bytes = layer.applied(to: canonical)
        if kind == .reference(.topNotDictionary) { #expect(bytes != canonical) }
      }
    }
  }
}
