package import AdapterProtocol

/// A dictionary of typed values that the server writes, with what it would take to store it.
///
/// A value of one word: states hold it, and are compared often.
package struct ManagedDictionary: Sendable, Hashable {
  private final class Contents: Sendable {
    let members: [TypedMember]
    let mostBytes: Int
    let depth: Int
    let hasEquivalentKeys: Bool

    init(_ members: [TypedMember]) {
      self.members = members
      let measure = TypedValue.dictionary(members).measure
      mostBytes = measure.mostBytes + 256
      depth = measure.depth
      hasEquivalentKeys = TypedValue.dictionary(members).hasEquivalentKeys
    }
  }

  private let contents: Contents

  package init(_ members: [TypedMember]) { contents = Contents(members) }

  /// Members with ordinary keys, in this order.
  package init(_ members: KeyValuePairs<String, TypedValue>) {
    self.init(members.map { TypedMember($0.key, $0.value) })
  }

  package var members: [TypedMember] { contents.members }

  /// The value of a key, which is compared by its bytes; nil where the dictionary has none.
  package subscript(key: String) -> TypedValue? {
    let key = TypedKey.string(key)
    return members.first { $0.key == key }?.value
  }

  /// How many bytes it takes at most in any of the usual forms: a property list as XML or in the binary form, JSON.
  package var mostBytes: Int { contents.mostBytes }

  /// How many containers are inside one another, the dictionary itself included.
  package var depth: Int { contents.depth }

  /// Whether two keys of one dictionary, of this one or inside of it, are canonically equivalent.
  package var hasEquivalentKeys: Bool { contents.hasEquivalentKeys }

  /// Whether a key is canonically equivalent to this one, and another.
  package func hasEquivalent(of key: String) -> Bool {
    members.contains { member in
      guard case .string(let own) = member.key else { return false }
      return own == key && !own.hasSameUTF8(as: key)
    }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.contents === right.contents || left.members == right.members
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
    hasher.combine(mostBytes)
  }
}

extension TypedValue {
  /// The most bytes that a value takes in any of the usual forms, and how many containers are inside one another.
  fileprivate var measure: (mostBytes: Int, depth: Int) {
    switch self {
    case .string(let text): (Self.most(of: text) + 32, 0)
    case .utf16(let units): (units.count * 3 + 32, 0)
    case .data(let bytes): (bytes.count * 3 / 2 + 64, 0)
    case .array(let elements): Self.measure(elements.map { ($0, 0) })
    case .dictionary(let members):
      Self.measure(
        members.map { member in
          switch member.key {
          case .string(let key): (member.value, Self.most(of: key) + 32)
          case .utf16(let units): (member.value, units.count * 3 + 32)
          }
        })
    default: (64, 0)
    }
  }

  private static func measure(
    _ values: [(value: TypedValue, keyBytes: Int)]
  ) -> (mostBytes: Int, depth: Int) {
    var bytes = 64
    var depth = 0
    for (value, keyBytes) in values {
      let inner = value.measure
      bytes += inner.mostBytes + keyBytes
      depth = max(depth, inner.depth)
    }
    return (bytes, depth + 1)
  }

  /// Whether two keys of one dictionary are canonically equivalent; they are not the same.
  fileprivate var hasEquivalentKeys: Bool {
    switch self {
    case .array(let elements): return elements.contains(where: \.hasEquivalentKeys)
    case .dictionary(let members):
      var keys: Set<String> = []
      return members.contains { member in
        if case .string(let key) = member.key, !keys.insert(key).inserted { return true }
        return member.value.hasEquivalentKeys
      }
    default: return false
    }
  }

  /// A text as XML or JSON escapes it, or in UTF-16.
  private static func most(of text: String) -> Int {
    text.utf8.reduce(0) { sum, byte in
      switch byte {
      case 0..<0x20, 0x22, 0x26, 0x27, 0x3C, 0x3E, 0x5C, 0x7F: sum + 6
      case 0x80...: sum + 3
      default: sum + 1
      }
    }
  }

  /// The least that a value takes in any form: its contents alone.
  package var leastBytes: Int {
    switch self {
    case .string(let text): text.utf8.count + 1
    case .utf16(let bytes), .data(let bytes): bytes.count + 1
    case .array(let elements): elements.reduce(1) { $0 + $1.leastBytes }
    case .dictionary(let members):
      members.reduce(1) { sum, member in
        switch member.key {
        case .string(let key): sum + key.utf8.count + 1 + member.value.leastBytes
        case .utf16(let units): sum + units.count + 1 + member.value.leastBytes
        }
      }
    default: 2
    }
  }

  /// Whether both are the same value, members of dictionaries in any order.
  package func holdsSame(as other: TypedValue) -> Bool {
    switch (self, other) {
    case (.array(let elements), .array(let others)):
      return elements.count == others.count
        && zip(elements, others).allSatisfy { $0.holdsSame(as: $1) }
    case (.dictionary(let members), .dictionary(let others)):
      guard members.count == others.count else { return false }
      if zip(members, others).allSatisfy({ $0.key == $1.key && $0.value.holdsSame(as: $1.value) }) {
        return true
      }
      let byKey = Dictionary(others.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
      return members.allSatisfy { member in
        byKey[member.key].map { member.value.holdsSame(as: $0) } ?? false
      }
    default: return self == other
    }
  }
}
