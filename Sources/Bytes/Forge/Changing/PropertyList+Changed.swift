package import WireFormat

extension PropertyList {
  /// How deep a change goes into a value at most.
  private static var maxChangedDepth: Int { 64 }

  /// The value with one change somewhere in it: another value, another type of the same value, a member more, less, twice or in
  /// another place, another key.
  package func changed(
    _ vocabulary: Vocabulary, _ choices: inout some ForgeChoices, depth: Int = 0
  ) -> PropertyList {
    if depth < Self.maxChangedDepth, choices.below(4) != 0 {
      switch self {
      case .array(var elements) where !elements.isEmpty:
        let place = choices.below(elements.count)
        elements[place] = elements[place].changed(vocabulary, &choices, depth: depth + 1)
        return .array(elements)
      case .dictionary(var members) where !members.isEmpty:
        let place = choices.below(members.count)
        members[place].value = members[place].value.changed(vocabulary, &choices, depth: depth + 1)
        return .dictionary(members)
      default: break
      }
    }
    switch choices.below(5) {
    case 0:
      return choices.below(2) == 0 ? vocabulary.scalar(&choices) : vocabulary.value(&choices)
    case 1: return ofOtherType(&choices)
    case 2 where choices.below(3) == 0:
      return choices.below(2) == 0
        ? .array([self]) : .dictionary([.init(key: vocabulary.text(&choices), value: self)])
    default: return changedItself(vocabulary, &choices)
    }
  }

  private func changedItself(
    _ vocabulary: Vocabulary, _ choices: inout some ForgeChoices
  ) -> PropertyList {
    switch self {
    case .string(let text): return .string(text.changed(vocabulary, &choices))
    case .integer(let number): return .integer(number.changed(vocabulary, &choices))
    case .boolean(let truth): return .boolean(!truth)
    case .real(let number):
      return .real(choices.below(2) == 0 ? choices.pick(vocabulary.reals) : number.nextUp)
    case .date(let seconds):
      return .date(choices.below(2) == 0 ? choices.pick(vocabulary.dates) : seconds + 0.25)
    case .data(let bytes): return .data(bytes.changed(vocabulary, &choices))
    case .array(var elements):
      if choices.below(4) == 0 {
        let value = elements.isEmpty ? vocabulary.scalar(&choices) : choices.pick(elements)
        elements.insert(value.twin(&choices), at: choices.below(elements.count + 1))
      } else {
        elements.changeOrder(vocabulary, &choices) { $0.value(&$1, depth: 2) }
      }
      return .array(elements)
    case .dictionary(var members):
      members.change(vocabulary, &choices)
      return .dictionary(members)
    }
  }

  /// What a language without types would take for the same value.
  func ofOtherType(_ choices: inout some ForgeChoices) -> PropertyList {
    let number: Double =
      switch self {
      case .integer(let number): Double(number)
      case .real(let number), .date(let number): number
      case .boolean(let truth): truth ? 1 : 0
      case .string(let text): Double(text) ?? Double(text.utf8.count)
      case .data(let bytes): Double(bytes.count)
      case .array(let elements): Double(elements.count)
      case .dictionary(let members): Double(members.count)
      }
    let whole = Int64(exactly: number.rounded(.towardZero)) ?? 0
    switch choices.below(6) {
    case 0: return .integer(whole)
    case 1: return .real(number)
    case 2: return .boolean(number != 0)
    case 3: return .date(number)
    case 4: return .string(number == Double(whole) ? "\(whole)" : "\(number)")
    default:
      if case .string(let text) = self { return .data(Array(text.utf8)) }
      if case .data(let bytes) = self { return .string(String(decoding: bytes, as: UTF8.self)) }
      return .data(Array("\(whole)".utf8))
    }
  }
}

extension [PropertyList.Member] {
  /// A member more, less, in another place or under another key; keys may come to be equal.
  mutating func change(_ vocabulary: Vocabulary, _ choices: inout some ForgeChoices) {
    if !isEmpty, choices.below(3) == 0 {
      let place = choices.below(count)
      self[place].key = self[place].key.changed(vocabulary, &choices)
    } else {
      changeOrder(vocabulary, &choices) {
        .init(key: $0.text(&$1), value: $0.value(&$1, depth: 2))
      }
    }
  }
}

extension Array {
  /// An element more, less, twice or in another place.
  mutating func changeOrder<Source: ForgeChoices>(
    _ vocabulary: Vocabulary, _ choices: inout Source,
    new: (Vocabulary, inout Source) -> Element
  ) {
    let place = choices.below(count + 1)
    switch choices.below(5) {
    case 0 where place < count: remove(at: place)
    case 1 where place < count: insert(self[place], at: choices.below(count + 1))
    case 2 where place < count: swapAt(place, choices.below(count))
    case 3:
      // As many as a buffer holds, or one more.
      let wanted = Swift.min(choices.pick(vocabulary.lengths), 40)
      while count < wanted { append(new(vocabulary, &choices)) }
    default: insert(new(vocabulary, &choices), at: place)
    }
  }
}

extension Array {
  /// Lets two blocks of a word's length, each at a multiple of it, trade places: the same elements in another order, which sums of words
  /// do not see.
  fileprivate mutating func swapBlocks(_ choices: inout some ForgeChoices) {
    let length = choices.pick([1, 2, 4, 8, 16].filter { 2 * $0 <= count })
    let blocks = count / length
    let first = length * choices.below(blocks)
    let second = length * choices.below(blocks)
    for offset in 0..<length { swapAt(first + offset, second + offset) }
  }
}

extension FixedWidthInteger {
  /// A number nearby, a telling one, or one with another bit.
  func changed(_ vocabulary: Vocabulary, _ choices: inout some ForgeChoices) -> Self {
    switch choices.below(7) {
    case 0: self &+ 1
    case 1: self &- 1
    case 2: self ^ (1 << Self(truncatingIfNeeded: choices.below(Self.bitWidth)))
    case 3: Self(truncatingIfNeeded: choices.below(64))
    case 4: choices.below(2) == 0 ? self &* 2 : self / 2
    default: Self(truncatingIfNeeded: vocabulary.number(&choices))
    }
  }
}

extension String {
  /// Another text, or this one with a character more, less, twice, escaped or in other case.
  package func changed(_ vocabulary: Vocabulary, _ choices: inout some ForgeChoices) -> String {
    var scalars = Array(unicodeScalars)
    let place = choices.below(scalars.count + 1)
    switch choices.below(8) {
    case 0 where place < scalars.count: scalars.remove(at: place)
    case 7 where scalars.count > 1: scalars.swapBlocks(&choices)
    case 1:
      scalars.insert(contentsOf: Array(vocabulary.text(&choices).unicodeScalars), at: place)
    case 2 where place < scalars.count: scalars.insert(scalars[place], at: place)
    case 3: return self == lowercased() ? uppercased() : lowercased()
    case 4 where !isEmpty:
      // As long as a buffer, or one more.
      let length = choices.pick(vocabulary.lengths)
      return String(
        String.UnicodeScalarView((0..<length).map { scalars[$0 % scalars.count] }))
    default: return vocabulary.text(&choices)
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension [UInt8] {
  /// The bytes with some of them changed, taken out, put in or doubled.
  func changed(_ vocabulary: Vocabulary, _ choices: inout some ForgeChoices) -> [UInt8] {
    var bytes = self
    let place = choices.below(count + 1)
    let span = Swift.min(count - place, 1 + choices.below(8))
    switch choices.below(8) {
    case 7 where count > 1: bytes.swapBlocks(&choices)
    case 0 where place < count: bytes[place] ^= 1 << UInt8(choices.below(8))
    case 1 where place < count: bytes[place] = UInt8(truncatingIfNeeded: choices.below(256))
    case 2: bytes.removeSubrange(place..<place + span)
    case 3: bytes.insert(contentsOf: choices.bytes(1 + choices.below(8)), at: place)
    case 4: bytes.insert(contentsOf: self[place..<place + span], at: place)
    case 5:
      let number = UInt64(bitPattern: vocabulary.number(&choices))
      let width = choices.pick([1, 2, 4, 8])
      for offset in 0..<Swift.min(width, count - place) {
        bytes[place + offset] = UInt8(
          truncatingIfNeeded: number >> UInt64(8 * (width - 1 - offset)))
      }
    default:
      let length = choices.pick(vocabulary.lengths)
      if length < count {
        bytes.removeSubrange(length...)
      } else if !isEmpty {
        while bytes.count < length { bytes.append(bytes[bytes.count - count]) }
      }
    }
    return bytes
  }
}
