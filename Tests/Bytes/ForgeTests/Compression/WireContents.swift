import Forge
import PayloadCipher
import WireFormat

/// Choices drawn from a seed; what a run of `make` gets to see.
struct SeededChoices: ForgeChoices {
  private var state: UInt64

  init(_ seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) &* 0x9e37_79b9 }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: UInt64) -> UInt64 { bound < 2 ? 0 : next() % bound }
}

/// Only the simplest choices.
struct SimplestChoices: ForgeChoices {
  mutating func below(_ bound: UInt64) -> UInt64 { 0 }
}

/// The dictionaries of requests that are right in themselves, with 0 to 12 keys, and their packed
/// forms.
struct WireContents {
  let value: PropertyList
  /// Magic and property list.
  let content: [UInt8]

  init(seed: Int) {
    var choices = SeededChoices(seed)
    var members = [PropertyList.Member(key: "Version", value: .integer(1))]
    if choices.next() % 2 == 0 {
      members.append(.init(key: "Category", value: .string("category \(seed)")))
    }
    if choices.next() % 3 == 0 {
      let keys = (0..<Int(choices.next() % 7)).map { PropertyList.string("key \($0)") }
      members.append(.init(key: "Keys", value: .array(keys)))
    } else {
      let count = Int(choices.next() % 13)
      let configuration = (0..<count).map {
        PropertyList.Member(key: "key \($0)", value: Self.value(&choices, depth: 3))
      }
      members.append(.init(key: "Configuration", value: .dictionary(configuration)))
    }
    value = .dictionary(members)
    var writer = PropertyListWriter()
    content = Dialect.profile1.magic + writer.write(value)
  }

  private static func value(_ choices: inout SeededChoices, depth: Int) -> PropertyList {
    func several() -> Range<Int> { 0..<Int(choices.next() % 4) }
    switch choices.next() % (depth > 0 ? 8 : 6) {
    case 0: return .string(String(repeating: "text ü ", count: Int(choices.next() % 40)))
    case 1: return .integer(Int64(bitPattern: choices.next() >> (choices.next() % 64)))
    case 2: return .boolean(choices.next() % 2 == 0)
    case 3: return .real(Double(choices.next() % 2_000) / 7 - 100)
    case 4: return .date(Double(choices.next() % 900_000_000))
    case 5:
      return .data((0..<Int(choices.next() % 300)).map { _ in UInt8(choices.next() & 0xFF) })
    case 6: return .array(several().map { _ in value(&choices, depth: depth - 1) })
    default:
      return .dictionary(
        several().map { .init(key: "\($0)", value: value(&choices, depth: depth - 1)) })
    }
  }
}

extension LayerNote.Claim {
  /// Whether the strict reader says what is claimed; `value` is what was put in.
  func holds(_ reading: Reading<PropertyList>, _ value: PropertyList) -> Bool {
    switch (self, reading) {
    case (.canonical, .accepted(let read)), (.liberty, .accepted(let read)): read == value
    case (.free, .free), (.refused, .refused), (.refusedOrUnharmed, .refused): true
    case (.refusedOrUnharmed, .accepted(let read)): read == value
    case (.refusedOrUnharmed, .free(_, let read)): read == value
    case (.anything, _): true
    default: false
    }
  }
}
