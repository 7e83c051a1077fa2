import WireFormat

@testable import Forge

/// Choices and contents for the tests of the property list's forms, each a function of its seed.
struct PropertyListSamples: ForgeChoices {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: UInt64) -> UInt64 { bound > 1 ? next() % bound : 0 }

  /// The dictionary of a request: an apply with up to 12 keys or a reset with up to 6, with a category or not.
  mutating func dictionary() -> PropertyList {
    var members = [PropertyList.Member(key: "Version", value: .integer(1))]
    if below(2) == 0 { members.append(.init(key: "Category", value: .string(text()))) }
    let form = below(5)
    if form > 0 {
      let configuration = self.members(below(13), depth: 3)
      members.append(.init(key: "Configuration", value: .dictionary(configuration)))
    }
    if form < 2 {
      let keys = (0..<below(7)).map { PropertyList.string("\($0)" + text()) }
      members.append(.init(key: "Keys", value: .array(keys)))
    }
    return .dictionary(members)
  }

  private mutating func text() -> String {
    let pieces = ["a", "long piece of text", "%41", "ü", "e\u{301}", "\u{1F600}", " ", "", "x1"]
    return (0..<below(5)).map { _ in pick(pieces) }.joined()
  }

  private mutating func members(_ count: Int, depth: Int) -> [PropertyList.Member] {
    (0..<count).map { .init(key: "\($0)" + text(), value: value(depth)) }
  }

  private mutating func value(_ depth: Int) -> PropertyList {
    switch below(depth > 0 ? 9 : 7) {
    case 0: .string(text())
    case 1: .integer(Int64(bitPattern: next() >> UInt64(below(64))))
    case 2: .boolean(below(2) == 0)
    case 3: .real(pick([0.5, -0.0, 1.0 / 3, .infinity, .nan, 1e300, 0x1p-1074]))
    case 4: .date(Double(below(900_000_000)))
    case 5: .data(bytes(below(300)))
    case 6: .string("again")
    case 7: .array((0..<below(18)).map { _ in value(depth - 1) })
    default: .dictionary(members(below(4), depth: depth - 1))
    }
  }
}
