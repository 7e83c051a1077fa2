extension TypedValue: Hashable {
  /// Whether both are the same value of the same type.
  public static func == (left: TypedValue, right: TypedValue) -> Bool {
    switch (left, right) {
    case (.string(let a), .string(let b)): a.hasSameUTF8(as: b)
    case (.integer(let a), .integer(let b)): a == b
    case (.bigInteger(let a), .bigInteger(let b)): a == b
    case (.real(let a), .real(let b)), (.date(let a), .date(let b)): identity(a) == identity(b)
    case (.boolean(let a), .boolean(let b)): a == b
    case (.data(let a), .data(let b)), (.utf16(let a), .utf16(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.null, .null), (.tooLarge, .tooLarge): true
    default: false
    }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .string(var text):
      // All at once, because a hasher takes four times as long for single bytes.
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(0xFF as UInt8)
    case .integer(let number): hasher.combine(number)
    case .bigInteger(let digits): hasher.combine(digits)
    case .real(let number), .date(let number): hasher.combine(Self.identity(number))
    case .boolean(let truth): hasher.combine(truth)
    case .data(let bytes), .utf16(let bytes): hasher.combine(bytes)
    case .array(let elements): hasher.combine(elements)
    case .dictionary(let members): hasher.combine(members)
    case .null: hasher.combine(0 as UInt8)
    case .tooLarge: hasher.combine(1 as UInt8)
    }
  }

  private static func identity(_ number: Double) -> UInt64 {
    number.isNaN ? Double.nan.bitPattern : number.bitPattern
  }
}

extension String {
  /// Whether both are the same bytes in UTF-8. `==` also accepts canonically equivalent text.
  package func hasSameUTF8(as other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { others in
        UnsafeRawBufferPointer(own).isSame(as: UnsafeRawBufferPointer(others))
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether both hold the same bytes, of which eight are compared at a time.
  fileprivate func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var position = 0
    while position &+ 8 <= count {
      guard
        loadUnaligned(fromByteOffset: position, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      else { return false }
      position &+= 8
    }
    while position < count {
      guard self[position] == other[position] else { return false }
      position &+= 1
    }
    return true
  }
}
