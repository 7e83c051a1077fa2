import Conformance
import WireFormat

/// Makes inputs: canonical lists of random values with 0 to 4 changes, packed in a quarter of the
/// cases, with changes to the compressed bytes then.
struct InputGenerator {
  private var writer = PropertyListWriter()
  private let deflaters: [Deflater] = (8...15).map { Deflater(windowBits: $0) }

  mutating func input(_ choices: inout Choices) -> (kind: InputKind, bytes: [UInt8]) {
    let isPacked = choices.once(in: 4)
    let changesList = !isPacked || choices.once(in: 2)
    let list = list(changes: changesList ? Self.changes(&choices) : 0, &choices)
    return isPacked ? (.packed, packed(list, &choices)) : (.plist, list)
  }

  /// One in eight stays canonical.
  private static func changes(_ choices: inout Choices) -> Int {
    choices.once(in: 8) ? 0 : choices.within(1...4)
  }

  private mutating func list(changes: Int, _ choices: inout Choices) -> [UInt8] {
    let canonical = writer.write(RandomValue.dictionary(&choices))
    guard changes > 0 else { return canonical }
    // Changes of parts come first: blind ones would hide where the parts are.
    let blind = choices.once(in: 3) ? choices.below(changes + 1) : 0
    var image = ListImage(canonical: canonical)
    for _ in blind..<changes { image.mutate(&choices) }
    var bytes = blind == changes ? canonical : image.rendered()
    for _ in 0..<blind { ByteMutation.apply(to: &bytes, &choices) }
    return bytes
  }

  private func packed(_ list: [UInt8], _ choices: inout Choices) -> [UInt8] {
    var magic = Dialect.profile1.magic
    if choices.once(in: 20) { ByteMutation.apply(to: &magic, &choices) }
    let level = choices.pick([6, 0, 1, 9])
    var bytes = choices.pick(deflaters).compress(magic + list, level: level)
    guard choices.once(in: 2) else { return bytes }
    for _ in 0..<choices.within(1...2) { ByteMutation.apply(to: &bytes, &choices) }
    return bytes
  }
}

/// Changes of bytes that know nothing of what they mean.
enum ByteMutation {
  static func apply(to bytes: inout [UInt8], _ choices: inout Choices) {
    guard !bytes.isEmpty else {
      bytes = choices.bytes(1)
      return
    }
    let index = choices.below(bytes.count)
    switch choices.below(7) {
    case 0: bytes[index] ^= 1 << UInt8(choices.below(8))
    case 1: bytes[index] = UInt8(choices.below(256))
    case 2: bytes[index] = choices.pick([0x00, 0xFF, 0x7F, 0x80, 0x01, 0x0F, 0xD1, 0xA1, 0x5F])
    case 3: bytes.removeLast(choices.within(1...min(bytes.count, 40)))
    case 4: bytes.insert(contentsOf: choices.bytes(choices.within(1...4)), at: index)
    case 5: bytes.removeSubrange(index..<min(index + choices.within(1...8), bytes.count))
    default:
      let length = choices.within(1...min(16, bytes.count - index))
      bytes.insert(contentsOf: bytes[index..<index + length], at: choices.below(bytes.count))
    }
  }
}
