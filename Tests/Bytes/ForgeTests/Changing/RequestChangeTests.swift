import Testing
import WireFormat

@testable import Forge

/// A stream of choices for one test (SplitMix64).
private struct Draws: ForgeChoices {
  var state: UInt64

  mutating func below(_ bound: UInt64) -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    mixed ^= mixed >> 31
    return bound < 2 ? 0 : mixed.multipliedFullWidth(by: bound).high
  }
}

/// Requests that are changed by chance.
@Suite struct RequestChangeTests {
  private let context = ForgeContext(
    bundleIdentifier: "com.acme.app", apiKey: "key", urlScheme: nil, encryptionSecret: "secret")
  private let vocabulary = Vocabulary(.profile1)
  private let renderer = RequestRenderer()

  private func request(_ parameter: RequestForge.DataParameter) -> RequestForge {
    var forge = RequestForge(
      .apply, profile: "P-1", payload: "Q-1",
      dictionary: .configuration(
        category: "Mail",
        [
          .init(key: "host", value: .string("a")), .init(key: "port", value: .integer(143)),
          .init(key: "list", value: .array([.boolean(true), .real(1.5)])),
        ]))
    forge.parameter = parameter
    if parameter == .dataX { forge.encryption = .canonical(iv: Array(0..<8)) }
    return forge
  }

  private func apply(
    _ change: RequestChange, to forge: inout RequestForge, _ draws: inout Draws
  ) -> Bool {
    change.apply(to: &forge, rendering: renderer, for: context, vocabulary, &draws)
  }

  /// Every kind changes the bytes of some request, after forms have given it something to work on.
  @Test func everyKindChangesSomething() {
    var useless: [String] = []
    for change in RequestChange.all {
      var hasChanged = false
      for seed in 0..<400 where !hasChanged {
        var draws = Draws(state: UInt64(seed))
        var forge = request(seed.isMultiple(of: 2) ? .data : .dataX)
        if let layer = change.layer { _ = apply(.form(layer: layer), to: &forge, &draws) }
        let before = renderer.render(forge, for: context)
        if apply(change, to: &forge, &draws) {
          hasChanged = renderer.render(forge, for: context) != before
        }
      }
      if !hasChanged { useless.append(change.name) }
    }
    // The forms of these have no parameters.
    #expect(useless == Self.withoutParameters)
  }

  private static let withoutParameters: [String] = []

  /// Changes upon changes never end the process, and the same choices give the same request.
  @Test func theSameChoicesGiveTheSameRequest() {
    for seed in 0..<60 {
      func changed() -> [UInt8] {
        var draws = Draws(state: UInt64(seed))
        var forge = request(seed.isMultiple(of: 2) ? .data : .dataX)
        for _ in 0..<12 {
          let change = RequestChange.all[Int(draws.below(UInt64(RequestChange.all.count)))]
          _ = apply(change, to: &forge, &draws)
        }
        return renderer.render(forge, for: context)
      }
      let first = changed()
      #expect(first == changed())
    }
  }

  @Test func namesAreUnique() {
    let names = RequestChange.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  /// A reset leads back, whatever was put in.
  @Test func aResetLeadsBackToTheCanonicalRequest() {
    let canonical = request(.data)
    for layer in LayerTable.layers where layer.forms.count > 1 && !layer.isForEncryptedOnly {
      var draws = Draws(state: 7)
      var forge = canonical
      guard apply(.form(layer: layer.name), to: &forge, &draws), layer.unusualForm(forge) != nil
      else { continue }
      #expect(apply(.reset(layer: layer.name), to: &forge, &draws), "\(layer.name)")
      #expect(forge == canonical, "\(layer.name)")
    }
  }

  /// What goes together only in some ways is left as it was where a change would break it.
  @Test func anUnsoundChangeIsNone() {
    var outcomes: [Bool: Int] = [:]
    for seed in 0..<600 {
      var draws = Draws(state: UInt64(seed))
      var layer = Base64Layer.wrapped(width: 76, with: "\n")
      let hasChanged = FieldChanger.change(&layer, vocabulary, &draws)
      outcomes[hasChanged, default: 0] += 1
      guard case .wrapped(let width, let separator) = layer else { return }
      #expect(separator.utf8.count <= 64, "a longer one is refused where it is read")
      #expect(hasChanged || width == 76 && separator == "\n")
    }
    #expect(outcomes[true] ?? 0 > 100 && outcomes[false] ?? 0 > 10, "\(outcomes)")
  }

  @Test func aValueOfAnotherTypeIsTheSameInALanguageWithoutTypes() {
    var seen: Set<PropertyList> = []
    for seed in 0..<2_000 {
      var draws = Draws(state: UInt64(seed))
      seen.insert(PropertyList.integer(1).changed(vocabulary, &draws))
    }
    for expected: PropertyList in [.boolean(true), .real(1), .string("1"), .date(1), .integer(2)] {
      #expect(seen.contains(expected), "\(expected)")
    }
    #expect(seen.count > 100)
  }

  @Test func whatWasLearntIsDrawn() {
    var vocabulary = vocabulary
    vocabulary.learntTexts = ["a word of the library", "77"]
    var draws = Draws(state: 1)
    #expect((0..<400).contains { _ in vocabulary.text(&draws) == "a word of the library" })
    #expect((0..<400).contains { _ in vocabulary.number(&draws) == 77 })
  }
}
