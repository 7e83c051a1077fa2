import Conformance

extension ListImage {
  private func container(_ choices: inout Choices) -> Int? {
    let containers = objects.indices.filter {
      if case .container(_, _, let references) = objects[$0] { !references.isEmpty } else { false }
    }
    return containers.isEmpty ? nil : choices.pick(containers)
  }

  /// Makes one reference lead to another object, or to none.
  mutating func redirect(_ choices: inout Choices) {
    guard let number = container(&choices),
      case .container(let kind, let width, var references) = objects[number]
    else { return }
    let target: UInt64 =
      switch choices.below(8) {
      case 0: UInt64(objects.count)
      case 1: .max
      case 2: UInt64(number)
      default: UInt64(choices.below(objects.count))
      }
    references[choices.below(references.count)] = target
    objects[number] = .container(kind: kind, countWidth: width, references: references)
  }

  /// Adds or removes members, or makes an array of a dictionary and the reverse.
  mutating func spliceReferences(_ choices: inout Choices) {
    guard let number = container(&choices),
      case .container(var kind, let width, var references) = objects[number]
    else { return }
    switch choices.below(4) {
    case 0: references.append(UInt64(choices.below(objects.count)))
    case 1: references.removeLast()
    case 2: kind = choices.pick([0xA, 0xB, 0xC, 0xD])
    default:
      references.insert(
        UInt64(choices.below(objects.count)), at: choices.below(references.count))
      references.append(UInt64(choices.below(objects.count)))
    }
    objects[number] = .container(kind: kind, countWidth: width, references: references)
  }

  /// Appends a copy of an object, to which a reference may then lead.
  mutating func duplicateObject(_ choices: inout Choices) {
    objects.append(objects[choices.below(objects.count)])
    guard !choices.once(in: 3), let number = container(&choices),
      case .container(let kind, let width, var references) = objects[number]
    else { return }
    references[choices.below(references.count)] = UInt64(objects.count - 1)
    objects[number] = .container(kind: kind, countWidth: width, references: references)
  }

  /// Swaps two objects; all references follow in half of the cases, so that the list stays sound.
  mutating func swapObjects(_ choices: inout Choices) {
    let first = choices.below(objects.count)
    let second = choices.below(objects.count)
    objects.swapAt(first, second)
    guard choices.once(in: 2) else { return }
    let follow = { (reference: UInt64) -> UInt64 in
      if reference == UInt64(first) { return UInt64(second) }
      return reference == UInt64(second) ? UInt64(first) : reference
    }
    top = follow(top)
    for number in objects.indices {
      guard case .container(let kind, let width, let references) = objects[number] else { continue }
      objects[number] = .container(
        kind: kind, countWidth: width, references: references.map(follow))
    }
  }

  /// Gives one object another offset.
  mutating func moveOffset(_ choices: inout Choices) {
    let size = rendered().count
    let number = choices.below(objects.count)
    offsets[number] =
      switch choices.below(6) {
      case 0: UInt64(choices.below(8))
      case 1: UInt64(size - choices.below(32))
      case 2: UInt64(size + choices.below(3))
      case 3: .max
      default: UInt64(choices.below(size))
      }
  }

  /// Changes a field of the trailer.
  mutating func changeTrailer(_ choices: inout Choices) {
    let size = UInt64(rendered().count)
    let numbers = [
      0, 1, UInt64(objects.count) &+ 1, UInt64(objects.count) &- 1, size, .max, 1 << 63,
    ]
    switch choices.below(6) {
    case 0: trailer.padding[choices.below(6)] = UInt8(choices.below(256))
    case 1: trailer.offsetWidth = UInt8(choices.below(18))
    case 2: trailer.referenceWidth = UInt8(choices.below(18))
    case 3: trailer.count = choices.pick(numbers)
    case 4: top = choices.pick(numbers + [UInt64(choices.below(objects.count))])
    default:
      trailer.tableStart = choices.pick([0, 7, 8, 9, size &- 32, size &- 33, size, .max, 1 << 63])
    }
  }

  /// Header, width of the tables, bytes between table and trailer.
  mutating func changeRest(_ choices: inout Choices) {
    switch choices.below(4) {
    case 0: header[7] = choices.pick([0x31, 0x35, 0x00, 0xFF])
    case 1: afterTable = choices.bytes(choices.within(1...4))
    case 2: offsetWidth = choices.within(1...8)
    default: header[choices.below(8)] ^= 1 << UInt8(choices.below(8))
    }
  }
}
