import WireFormat

// Values that a careless comparison takes for each other, and many values at once.

extension PropertyList {
  /// Another value that a careless comparison takes for this one.
  func twin(_ choices: inout some ForgeChoices) -> PropertyList {
    if choices.below(3) == 0 { return ofOtherType(&choices) }
    switch self {
    case .string(let text): return .string(text.twin(&choices))
    case .integer(let number):
      // Alike in a double, or in 32 bits.
      return .integer(choices.below(2) == 0 ? number &+ 1 : number ^ 1 << 32)
    case .boolean(let truth): return .integer(truth ? 1 : 0)
    case .real(let number): return .real(number == 0 ? -number : number.nextUp)
    case .date(let seconds): return .date(seconds == 0 ? -seconds : seconds.nextUp)
    case .data(let bytes): return .data(bytes + [0])
    case .array(let elements): return .array(elements.reversed())
    case .dictionary(let members): return .dictionary(members.reversed())
    }
  }
}

extension String {
  /// Another text that a careless comparison takes for this one.
  func twin(_ choices: inout some ForgeChoices) -> String {
    switch choices.below(6) {
    case 0: uppercased()
    case 1: lowercased()
    case 2, 3: otherwiseComposed ?? self + "\u{301}"
    case 4: self + choices.pick([" ", "\u{0}", "\n", "\u{301}"])
    default: choices.pick([" ", "\u{FEFF}"]) + self
    }
  }

  /// The text with one character in another form of Unicode; nil where it has none of those that are known here.
  private var otherwiseComposed: String? {
    let alike = [
      ("é", "e\u{301}"), ("\u{212B}", "A\u{30A}"), ("\u{FB01}", "fi"), ("ß", "ss"),
      ("İ", "i\u{307}"),
    ]
    var scalars = Array(unicodeScalars)
    for (composed, decomposed) in alike {
      for (one, other) in [(composed, decomposed), (decomposed, composed)] {
        guard let range = scalars.firstRange(of: Array(one.unicodeScalars)) else { continue }
        scalars.replaceSubrange(range, with: Array(other.unicodeScalars))
        return String(String.UnicodeScalarView(scalars))
      }
    }
    return nil
  }
}

extension [String] {
  /// As many texts as a small table has places, some of them nearly equal.
  mutating func fill(_ vocabulary: Vocabulary, _ choices: inout some ForgeChoices) {
    var known = Set(map { [UInt8]($0.utf8) })
    for _ in 0..<choices.within(4...16) {
      let text =
        isEmpty || choices.below(3) != 0
        ? vocabulary.text(&choices) : choices.pick(self).twin(&choices)
      if known.insert([UInt8](text.utf8)).inserted { append(text) }
    }
  }
}

extension [PropertyList.Member] {
  /// Many values at once, each under a key of its own, some of them nearly equal: a library that gets one of them wrong need not wait for
  /// it to come alone.
  mutating func fill(_ vocabulary: Vocabulary, _ choices: inout some ForgeChoices) {
    var known = Set(map { [UInt8]($0.key.utf8) })
    for number in 0..<choices.within(4...16) {
      let key =
        switch choices.below(6) {
        case 0: vocabulary.text(&choices)
        case 1 where !isEmpty: choices.pick(self).key.twin(&choices)
        default: "value-\(number)"
        }
      guard known.insert([UInt8](key.utf8)).inserted else { continue }
      let value =
        isEmpty || choices.below(3) != 0
        ? vocabulary.value(&choices, depth: 2) : choices.pick(self).value.twin(&choices)
      append(.init(key: key, value: value))
    }
  }
}
