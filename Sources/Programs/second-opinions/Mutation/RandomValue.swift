import Conformance
import WireFormat

/// Random values of every kind, small ones mostly.
enum RandomValue {
  /// A dictionary: of the form of a request's half of the time, for readers look into its
  /// configuration more closely.
  static func dictionary(_ choices: inout Choices) -> PropertyList {
    if choices.once(in: 60) { return nested(choices.within(28...36)) }
    var budget = 1 + choices.below(20)
    guard choices.once(in: 2) else { return members(&choices, &budget, depth: 0) }
    var members = [
      PropertyList.Member(key: "Version", value: .integer(1)),
      PropertyList.Member(
        key: "Configuration", value: Self.members(&choices, &budget, depth: 1)),
    ]
    if choices.once(in: 3) {
      members.append(PropertyList.Member(key: "Category", value: .string(text(&choices))))
    }
    return .dictionary(choices.shuffled(members))
  }

  /// Any value but a container.
  static func scalar(_ choices: inout Choices) -> PropertyList {
    switch choices.below(7) {
    case 0: .string(text(&choices))
    case 1: .integer(integer(&choices))
    case 2: .real(real(&choices))
    case 3: .boolean(choices.once(in: 2))
    case 4: .date(date(&choices))
    case 5: .data(choices.bytes(choices.pick([0, 1, 3, 14, 15, 16, 40])))
    default: .string(text(&choices))
    }
  }

  /// A text of any script, often one with the edge of a count form.
  static func text(_ choices: inout Choices) -> String {
    switch choices.below(8) {
    case 0: return choices.pick(texts)
    case 1: return String(repeating: "x", count: choices.pick([14, 15, 16, 64, 65, 255, 256]))
    case 2: return String(repeating: choices.pick(["é", "😀"]), count: choices.within(7...16))
    default: return choices.hexadecimal(choices.below(9))
    }
  }

  private static let texts = [
    "", "\0", "a\0b", "é", "e\u{301}", "\u{212B}", "Å", "😀", "\u{10FFFF}", "\u{FEFF}x", "\u{FFFF}",
    "Configuration", "Version", "Keys", "漢字", "\u{0}\u{D7FF}\u{E000}", "\u{7F}", "\u{80}",
  ]

  private static func integer(_ choices: inout Choices) -> Int64 {
    let power = Int64(truncatingIfNeeded: 1 << choices.below(64))
    switch choices.below(4) {
    case 0: return Int64(choices.below(3)) &- 1
    case 1: return power &- 1
    case 2: return choices.once(in: 2) ? power : 0 &- power
    default: return Int64(bitPattern: choices.below(UInt64.max))
    }
  }

  private static func real(_ choices: inout Choices) -> Double {
    switch choices.below(4) {
    case 0:
      choices.pick([
        0, -0.0, 1.5, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .leastNormalMagnitude,
        .greatestFiniteMagnitude, 0.1, Double(Float.leastNonzeroMagnitude),
      ])
    case 1: Double(choices.below(1_000)) / 8
    default: Double(bitPattern: choices.below(0x7FF0_0000_0000_0000))
    }
  }

  private static func date(_ choices: inout Choices) -> Double {
    switch choices.below(4) {
    case 0:
      choices.pick([
        0, -63_113_904_000, 252_423_993_599, 252_423_993_600, -63_113_904_000.5, -0.0, 0.1,
        .infinity, 1e300,
      ])
    case 1: Double(choices.below(1_000_000_000)) / 1_000
    default: Double(choices.within(-2_000_000_000...2_000_000_000))
    }
  }

  private static func members(
    _ choices: inout Choices, _ budget: inout Int, depth: Int
  ) -> PropertyList {
    var members: [PropertyList.Member] = []
    let count = choices.below(min(budget, 18) + 1)
    for number in 0..<count {
      budget -= 1
      // With a number in it, so that keys rarely meet by chance.
      let key = choices.once(in: 4) ? text(&choices) + "\(number)" : "k\(number)"
      members.append(PropertyList.Member(key: key, value: value(&choices, &budget, depth: depth)))
    }
    return .dictionary(members)
  }

  private static func value(
    _ choices: inout Choices, _ budget: inout Int, depth: Int
  ) -> PropertyList {
    guard depth < 5, budget > 0, choices.once(in: 4) else { return scalar(&choices) }
    guard choices.once(in: 2) else { return members(&choices, &budget, depth: depth + 1) }
    var elements: [PropertyList] = []
    for _ in 0..<choices.below(budget + 1) {
      budget -= 1
      elements.append(value(&choices, &budget, depth: depth + 1))
    }
    return .array(elements)
  }

  private static func nested(_ depth: Int) -> PropertyList {
    var value = PropertyList.boolean(true)
    for _ in 1..<depth { value = .array([value]) }
    return .dictionary([PropertyList.Member(key: "deep", value: value)])
  }
}
