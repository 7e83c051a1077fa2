extension PropertyList: Hashable {
  package static func == (left: PropertyList, right: PropertyList) -> Bool {
    switch (left, right) {
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.boolean(let a), .boolean(let b)): a == b
    case (.date(let a), .date(let b)): a.bitPattern == b.bitPattern
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .string(var text):
      hasher.combine(0 as UInt8)
      // All at once, because a hasher takes four times as long for single bytes.
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .integer(let number): hasher.combine(number)
    case .real(let number), .date(let number): hasher.combine(number.bitPattern)
    case .boolean(let truth): hasher.combine(truth)
    case .data(let bytes): hasher.combine(bytes)
    case .array(let elements): hasher.combine(elements)
    case .dictionary(let members): hasher.combine(members)
    }
  }
}

extension PropertyList.Member {
  package static func == (left: Self, right: Self) -> Bool {
    left.key.hasSameBytes(as: right.key) && left.value == right.value
  }

  package func hash(into hasher: inout Hasher) {
    var key = key
    key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(value)
  }
}

extension PropertyList {
  /// Whether both hold the same values. The order of a dictionary's members does not matter.
  ///
  /// Complexity: linear if members come in the same order, otherwise quadratic in the members of
  /// one dictionary.
  package func holdsSameValues(as other: PropertyList) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.holdsSameValues(as: $1) }
    case (.dictionary(let left), .dictionary(let right)):
      guard left.count == right.count else { return false }
      for (index, member) in left.enumerated() {
        let sameKey = { (other: Member) in other.key.hasSameBytes(as: member.key) }
        let candidate = sameKey(right[index]) ? right[index] : right.first(where: sameKey)
        guard let candidate, member.value.holdsSameValues(as: candidate.value) else { return false }
      }
      return true
    default:
      return self == other
    }
  }
}
