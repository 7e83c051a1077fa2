import Forge
import WireFormat

/// Requests and apps of any kind, each a function of its seed.
struct ForgeSamples: RandomNumberGenerator {
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

  mutating func context() -> ForgeContext {
    ForgeContext(
      bundleIdentifier: ["com.acme.app", "a", "de.example.field-service"].randomElement(
        using: &self)!,
      apiKey: "k" + text(), urlScheme: [nil, "acme-config", "x.y+z"].randomElement(using: &self)!,
      encryptionSecret: text())
  }

  /// A request that is right in itself.
  mutating func canonical(encrypted: Bool) -> RequestForge {
    let category = Bool.random(using: &self) ? text() : nil
    let count = Int.random(in: 0...6, using: &self)
    let isApply = Bool.random(using: &self)
    let dictionary: DictionaryLayer =
      isApply
      ? .configuration(category: category, members(count, depth: 3))
      : .keys(category: category, (0..<count).map { "\($0)" + text() })
    var forge = RequestForge(
      isApply ? .apply : .reset, profile: "p" + text(), payload: "q" + text(),
      dictionary: dictionary)
    if Int.random(in: 0..<4, using: &self) == 0 {
      forge.compression = .level(Int.random(in: 0...9, using: &self))
    }
    if encrypted {
      forge.parameter = .dataX
      forge.encryption = .canonical(iv: bytes(8))
    }
    return forge
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }

  private mutating func text() -> String {
    let pieces = ["a", "&", "=", "%41", "+", "ü", "e\u{301}", "\u{1F600}", " ", "", "#", "x1"]
    return (0..<Int.random(in: 0...5, using: &self))
      .map { _ in pieces.randomElement(using: &self)! }.joined()
  }

  private mutating func members(_ count: Int, depth: Int) -> [PropertyList.Member] {
    (0..<count).map { .init(key: "\($0)" + text(), value: value(depth)) }
  }

  private mutating func value(_ depth: Int) -> PropertyList {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &self) {
    case 0: .string(text())
    case 1: .integer(Int64(bitPattern: next() >> UInt64.random(in: 0..<64, using: &self)))
    case 2: .boolean(Bool.random(using: &self))
    case 3: .real(Double(Int.random(in: -1_000...1_000, using: &self)) / 7)
    case 4: .date(Double(Int.random(in: 0...900_000_000, using: &self)))
    case 5: .data(bytes(Int.random(in: 0...40, using: &self)))
    case 6: .array((0..<Int.random(in: 0...3, using: &self)).map { _ in value(depth - 1) })
    default: .dictionary(members(Int.random(in: 0...3, using: &self), depth: depth - 1))
    }
  }
}
