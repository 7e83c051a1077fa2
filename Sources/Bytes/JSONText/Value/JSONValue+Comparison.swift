extension JSONValue {
  /// Whether both hold the same values. The order of an object's members does not matter, and a
  /// whole real equals the integer of the same value.
  ///
  /// Complexity: linear if members come in the same order, otherwise quadratic in the members of
  /// one object.
  public func holdsSameValues(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.holdsSameValues(as: $1) }
    case (.object(let left), .object(let right)):
      return left.count == right.count
        && left.allSatisfy { member in
          other[member.key].map { member.value.holdsSameValues(as: $0) } ?? false
        }
    case (.integer(let integer), .real(let real)), (.real(let real), .integer(let integer)):
      return Double(integer) == real
    default:
      return self == other
    }
  }
}
