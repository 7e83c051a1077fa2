import Conformance
import WireFormat

extension ListImage {
  /// Changes one thing; offsets, counts and tables of everything else follow.
  mutating func mutate(_ choices: inout Choices) {
    switch choices.below(16) {
    case 0: offsetWidth = choices.within(offsetWidth...8)
    case 1: referenceWidth = choices.within(referenceWidth...8)
    case 2: widenCount(&choices)
    case 3: replaceScalar(by: legalUnusual(&choices), &choices)
    case 4: replaceScalar(by: freeOrBroken(&choices), &choices)
    case 5: changeScalarByte(&choices)
    case 6: changeScalarLength(&choices)
    case 7: redirect(&choices)
    case 8: redirect(&choices)
    case 9: duplicateObject(&choices)
    case 10: swapObjects(&choices)
    case 11: moveOffset(&choices)
    case 12: gaps[choices.below(objects.count)] = choices.bytes(choices.within(1...4))
    case 13: changeTrailer(&choices)
    case 14: spliceReferences(&choices)
    default: changeRest(&choices)
    }
  }

  private mutating func widenCount(_ choices: inout Choices) {
    let number = choices.below(objects.count)
    switch objects[number] {
    case .container(let kind, _, let references):
      let width = choices.pick([1, 2, 4, 8, 16])
      objects[number] = .container(kind: kind, countWidth: width, references: references)
    case .scalar(let bytes):
      guard let marker = bytes.first, (4...6).contains(marker >> 4), marker & 15 < 15 else {
        return
      }
      let power = choices.below(5)
      var wide = [marker | 15, 0x10 | UInt8(power)]
      Bytes.append(UInt64(marker & 15), width: min(1 << power, 8), to: &wide)
      if power == 4 { wide.insert(contentsOf: repeatElement(0, count: 8), at: 2) }
      objects[number] = .scalar(wide + bytes.dropFirst())
    }
  }

  /// Scalars that must be accepted though our writer makes none of them.
  private func legalUnusual(_ choices: inout Choices) -> [UInt8] {
    switch choices.below(6) {
    case 0: [0x11, 0, UInt8(choices.below(256))]
    case 1: [0x12, 0, 0, 0, UInt8(choices.below(256))]
    case 2: [0x13] + choices.bytes(8)
    case 3: [0x22] + choices.bytes(4)
    case 4: [0x62, 0, 0x61, 0, UInt8(choices.below(256))]
    default: [0x23] + choices.bytes(8)
    }
  }

  /// Objects that are free or no objects at all.
  private func freeOrBroken(_ choices: inout Choices) -> [UInt8] {
    switch choices.below(14) {
    case 0: [0x00]
    case 1: [0x0F]
    case 2: [0x80, 7]
    case 3: [0xC1, UInt8(choices.below(objects.count))]
    case 4: [0xB1, 0xFF]
    case 5: [0x14] + choices.bytes(16)
    case 6: [0x51, 0xE9]
    case 7: [0x61, 0xD8, UInt8(choices.below(256))]
    case 8: [0x33] + choices.bytes(8)
    case 9: [UInt8(choices.below(256))]
    case 10: [UInt8(choices.below(256))] + choices.bytes(8)
    case 11:
      [0x5F, 0x13] + choices.pick([[0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0, 0, 0], [0, 0, 0, 0]])
        + choices.bytes(4)
    case 12: [0x4F, UInt8(choices.below(256)), 1, 0x61]
    default: [0x15] + choices.bytes(32)
    }
  }

  private func scalar(_ choices: inout Choices) -> Int? {
    let scalars = objects.indices.filter { if case .scalar = objects[$0] { true } else { false } }
    return scalars.isEmpty ? nil : choices.pick(scalars)
  }

  private mutating func replaceScalar(by bytes: [UInt8], _ choices: inout Choices) {
    if let number = scalar(&choices) { objects[number] = .scalar(bytes) }
  }

  private mutating func changeScalarByte(_ choices: inout Choices) {
    guard let number = scalar(&choices), case .scalar(var bytes) = objects[number],
      !bytes.isEmpty
    else { return }
    let index = choices.below(3) == 0 ? choices.below(bytes.count) : 0
    if choices.once(in: 2) {
      bytes[index] ^= 1 << UInt8(choices.below(8))
    } else {
      bytes[index] = choices.pick([
        0x00, 0x08, 0x09, 0x0F, 0x13, 0x14, 0x22, 0x23, 0x33, 0x5F, 0x6F, 0x80, 0xA0, 0xD0, 0xFF,
      ])
    }
    objects[number] = .scalar(bytes)
  }

  private mutating func changeScalarLength(_ choices: inout Choices) {
    guard let number = scalar(&choices), case .scalar(var bytes) = objects[number] else { return }
    if choices.once(in: 2), !bytes.isEmpty {
      bytes.removeLast()
    } else {
      bytes.append(UInt8(choices.below(256)))
    }
    objects[number] = .scalar(bytes)
  }
}
