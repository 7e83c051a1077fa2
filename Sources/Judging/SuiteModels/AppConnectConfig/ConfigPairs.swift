package import Conformance
package import JSONText

/// The key-value pairs of an app on the server. Keys and values are compared by their bytes; their order means nothing.
package struct ConfigPairs: Hashable, Sendable {
  package struct Pair: Hashable, Sendable {
    package let key: ExactText
    package let value: ExactText
  }

  /// Sorted by key; no key stands twice.
  package private(set) var pairs: [Pair] = []
  /// Which requirement each pair is about. It follows from the pairs, and is found out once: each step asks for it several times.
  private var kinds: [Kind] = []

  package static let none = ConfigPairs([])

  /// The pairs of a list; of equal keys the last one counts.
  package init(_ list: [(key: ExactText, value: ExactText)]) {
    for (key, value) in list { set(key, value) }
    kinds = pairs.map(kindRead)
  }

  package static func == (left: Self, right: Self) -> Bool { left.pairs == right.pairs }

  package func hash(into hasher: inout Hasher) { hasher.combine(pairs) }

  package var isEmpty: Bool { pairs.isEmpty }

  package var keys: [ExactText] { pairs.map(\.key) }

  package subscript(key: ExactText) -> ExactText? {
    get { pairs.first { $0.key == key }?.value }
    set {
      set(key, newValue)
      kinds = pairs.map(kindRead)
    }
  }

  private mutating func set(_ key: ExactText, _ value: ExactText?) {
    let place = pairs.countOfLeading { $0.key < key }
    let isThere = place < pairs.count && pairs[place].key == key
    if let value {
      pairs.replaceSubrange(
        place..<(isThere ? place + 1 : place), with: [Pair(key: key, value: value)])
    } else if isThere {
      pairs.remove(at: place)
    }
  }

  package var json: JSONValue {
    .object(pairs.map { JSONMember(key: $0.key.string, value: $0.value.json) })
  }

  /// `"server" = "a.example.com", "ssl" = "true"`, or `nothing`.
  package var words: String {
    let shown = pairs.prefix(Self.maxShown).map { "\($0.key) = \($0.value)" }
    let rest = pairs.count - shown.count
    return List.text(shown) + (rest > 0 ? " and \(rest) more" : "")
  }

  private static let maxShown = 6
}

extension ConfigPairs: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (ExactText, ExactText)...) {
    self.init(elements.map { (key: $0.0, value: $0.1) })
  }
}

// MARK: What pairs are about

extension ConfigPairs {
  /// Which requirement a pair is about.
  package enum Kind: Hashable, Sendable {
    /// ACC-CFG-06.
    case plain
    /// A certificate with a password, or that password (ACC-CFG-12).
    case certificate
    /// What a server hardly ever has (ACC-CFG-15).
    case hostile
  }

  /// What the server adds to the key of a certificate for the key of its password.
  package static let passwordSuffix = "_MI_CERT_PW"

  /// Longer keys and values are hostile: a certificate with its chain has some thousand bytes.
  static let maxPlainKeyBytes = 256
  static let maxPlainValueBytes = 8_192

  private func kindRead(of pair: Pair) -> Kind {
    if pair.key.byteCount == 0 || pair.key.byteCount > Self.maxPlainKeyBytes
      || pair.value.byteCount > Self.maxPlainValueBytes || !pair.key.isPrintableASCII
      || !pair.value.isPrintableASCII
    {
      return .hostile
    }
    let key = pair.key.string
    if pair.value.isCertificate, self[ExactText(key + Self.passwordSuffix)] != nil {
      return .certificate
    }
    if key.hasSuffix(Self.passwordSuffix) {
      let certificate = ExactText(String(key.dropLast(Self.passwordSuffix.count)))
      if self[certificate]?.isCertificate == true { return .certificate }
    }
    // In any case. The key is ASCII here, so that a comparison byte by byte is one of letters.
    let suffix = Array(Self.passwordSuffix.utf8)
    let capitals = key.utf8.map { 0x61...0x7A ~= $0 ? $0 - 0x20 : $0 }
    let hasSuffix = capitals.indices.contains { capitals[$0...].starts(with: suffix) }
    return hasSuffix ? .hostile : .plain
  }

  /// The pairs of one kind.
  package func pairs(of kind: Kind) -> [Pair] {
    zip(pairs, kinds).compactMap { $1 == kind ? $0 : nil }
  }

  var hasHostilePairs: Bool { kinds.contains(.hostile) }

  /// The pairs that have to come through: all but the hostile ones.
  var withoutHostilePairs: ConfigPairs {
    guard hasHostilePairs else { return self }
    return ConfigPairs(zip(pairs, kinds).compactMap { $1 == .hostile ? nil : ($0.key, $0.value) })
  }

  /// How this set comes from an earlier one.
  enum Change: Hashable, Sendable {
    case none, value, addition, removal
    /// More than one of these.
    case several
  }

  func change(from earlier: ConfigPairs) -> Change {
    if pairs == earlier.pairs { return .none }
    var change = Change.none
    func note(_ other: Change) { change = change == .none || change == other ? other : .several }
    for pair in pairs {
      let value = earlier[pair.key]
      if value == nil { note(.addition) } else if value != pair.value { note(.value) }
    }
    if earlier.pairs.contains(where: { self[$0.key] == nil }) { note(.removal) }
    return change
  }
}

extension ExactText {
  fileprivate var isPrintableASCII: Bool { string.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

  /// Padded Base64 of what a certificate begins with: a DER SEQUENCE whose length has a length of its own (30 80 to 30 8F).
  fileprivate var isCertificate: Bool {
    let bytes = Array(string.utf8)
    guard bytes.count >= 8, bytes.count.isMultiple(of: 4), bytes.starts(with: "MI".utf8) else {
      return false
    }
    let digits = bytes.reversed().drop { $0 == UInt8(ascii: "=") }
    return bytes.count - digits.count <= 2
      && digits.allSatisfy {
        switch $0 {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }
}
