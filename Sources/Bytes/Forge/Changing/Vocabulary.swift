package import WireFormat

/// Values with a reason to exist, from which changes draw: limits of the dialect and one beyond, boundaries of number types, lengths
/// around buffers, texts that readers trip over, and what an implementation has shown of itself.
package struct Vocabulary: Sendable {
  package private(set) var numbers: [Int64]
  package private(set) var reals: [Double]
  /// Seconds since 2001.
  package private(set) var dates: [Double]
  package private(set) var texts: [String]
  /// How long texts, byte strings and lists are made.
  package private(set) var lengths: [Int]
  /// Texts that an implementation has shown.
  package var learntTexts: [String] = []

  package init(_ dialect: Dialect) {
    let limits = dialect.limits
    let ownLimits = [
      limits.maxURLBytes, limits.maxPackedBytes, limits.maxInflatedBytes, limits.maxDepth,
      limits.maxChunks, dialect.magic.count,
    ]
    let edges: [Int64] = [7, 8, 15, 16, 31, 32, 53, 62].flatMap { (bits: Int64) -> [Int64] in
      let power = Int64(1) << bits
      return [power - 1, power, power + 1, -power, -power - 1]
    }
    numbers =
      [0, 1, -1, 2, 3, 10, 100, Int64.max, Int64.min, Int64.max - 1]
      + edges + ownLimits.flatMap { [Int64($0) - 1, Int64($0), Int64($0) + 1] }
    reals = [
      0, -0.0, 1, 0.1, 0.5, -1.5, 1e15, 9_007_199_254_740_994, 1e300, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude,
      16_777_217, 3.4028235677973366e38, .infinity, -.infinity, .nan,
    ]
    // 1970, 2001, the leap day of 2000, 2038, the years 1, 9999 and 10000, and before the common era.
    let year10000 = 252_423_993_600.0
    dates = [
      0, -1, 0.5, -0.5, -978_307_200, -26_524_800, 1_169_176_447, 1_169_176_448,
      year10000 - 1, year10000, year10000 + 86_400, -63_113_904_000, -62_135_596_801, 1e15, -1e15,
    ]
    texts = Self.texts(dialect)
    lengths =
      [0, 1, 2, 14, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 254, 255, 256, 257]
      + [511, 512, 513, 1_023, 1_024, 1_025, 4_095, 4_096, 4_097]
  }

  private static func texts(_ dialect: Dialect) -> [String] {
    let names = dialect.keys
    let parameters = dialect.parameters
    return [
      "", " ", "a", "0", "1", "-1", "true", "false", "null", "nil", "NaN", "YES", "1.0", "1e3",
      "\u{0}", "a\u{0}b", "\n", "\r\n", "\t", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{2028}",
      "é", "e\u{301}", "\u{212B}", "ß", "İ", "ı", "ﬁ", "日本語", "\u{1F600}",
      "\u{1F468}\u{200D}\u{1F469}",
      "\u{FEFF}a", "\u{FFFE}", "\u{FFFD}", "\u{202E}abc", "\u{10FFFF}",
      "%", "%4", "%41", "%00", "%2525", "+", "a+b", "&", "=", "?", "#", "/", "//", ";", "a=b&c=d",
      "../../etc/passwd", "%@", "%s%n", "$(id)", "'", "\"", "\\", "<a>", "{}", "[]", "__proto__",
      "class",
      names.version, names.category, names.configuration, names.keys,
      parameters.token, parameters.profile, parameters.payload, parameters.chunk,
      parameters.chunks, parameters.data, parameters.encryptedData,
      dialect.verbs.apply, dialect.verbs.reset, dialect.statuses.success, dialect.statuses.error,
    ]
  }

  // MARK: Drawing

  func number(_ choices: inout some ForgeChoices) -> Int64 {
    if !learntTexts.isEmpty, choices.below(6) == 5, let learnt = Int64(choices.pick(learntTexts)) {
      return learnt
    }
    return choices.pick(numbers)
  }

  package func text(_ choices: inout some ForgeChoices) -> String {
    switch choices.below(8) {
    case 5 where !learntTexts.isEmpty: return choices.pick(learntTexts)
    case 6, 7: return longText(&choices)
    default: return choices.pick(texts)
    }
  }

  /// A text of a length around a buffer's, in units that take one, two, three or four bytes. In every second one another unit stands in
  /// front or at the end, so that a unit of several bytes lies across the boundary.
  private func longText(_ choices: inout some ForgeChoices) -> String {
    let units = ["k", "k", "é", "日", "\u{1F600}"]
    let text = String(repeating: choices.pick(units), count: choices.pick(lengths))
    switch choices.below(4) {
    case 0: return choices.pick(units) + text
    case 1: return text + choices.pick(units)
    default: return text
    }
  }

  /// A value without members.
  func scalar(_ choices: inout some ForgeChoices) -> PropertyList {
    scalar(choices.below(Self.scalarKinds), &choices)
  }

  private static var scalarKinds: Int { 8 }

  /// - Parameter kind: below `scalarKinds`; all values of a kind have one type, the last kind excepted.
  private func scalar(_ kind: Int, _ choices: inout some ForgeChoices) -> PropertyList {
    switch kind {
    case 0: .integer(number(&choices))
    case 1, 2: .string(text(&choices))
    case 3: .boolean(choices.below(2) == 1)
    case 4: .real(choices.pick(reals))
    case 5: .date(choices.pick(dates))
    case 6: .data(choices.bytes(min(choices.pick(lengths), 300)))
    default: choices.below(2) == 0 ? .array([]) : .dictionary([])
    }
  }

  /// A value that may have members, which may have members. Every second container has scalars of one type only, which a reader may treat
  /// alike.
  package func value(_ choices: inout some ForgeChoices, depth: Int = 3) -> PropertyList {
    guard depth > 0, choices.below(2) == 0 else { return scalar(&choices) }
    let kind = choices.below(2) == 0 ? choices.below(Self.scalarKinds) : nil
    let count = choices.below(5)
    let isArray = choices.below(2) == 0
    var elements: [PropertyList] = []
    for _ in 0..<count {
      let isNested = depth > 1 && choices.below(3) == 0
      elements.append(
        isNested
          ? value(&choices, depth: depth - 1)
          : kind.map { scalar($0, &choices) } ?? scalar(&choices))
    }
    if isArray { return .array(elements) }
    return .dictionary(
      elements.enumerated().map {
        .init(key: choices.below(4) == 0 ? text(&choices) : "key-\($0.offset)", value: $0.element)
      })
  }
}
