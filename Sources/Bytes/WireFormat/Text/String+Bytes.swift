extension String {
  /// The same text so many times, one after the other.
  ///
  /// (`String(repeating:count:)` appends one by one, which takes two hundred times as long: half of the time in which the cases were made.)
  package init(_ text: String, times: Int) {
    var text = text
    let repeated = text.withUTF8 { word in
      let count = word.count * Swift.max(0, times)
      return String(unsafeUninitializedCapacity: count) { buffer in
        var end = buffer.update(fromContentsOf: word.prefix(count))
        // What is there doubles with each turn.
        while end > 0, end < count {
          let more = Swift.min(end, count - end)
          end = buffer[end...].update(fromContentsOf: buffer[..<more])
        }
        return end
      }
    }
    self = repeated
  }
}

extension String {
  /// Whether both have the same UTF-8. `==` compares canonically: a composed character equals its
  /// parts.
  ///
  /// Complexity: linear, eight bytes at a time.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isEqual = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer(right))
      }
    }
    return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension ArraySlice<UInt8> {
  /// Whether both hold the same bytes.
  package func hasSameBytes(as other: [UInt8]) -> Bool {
    withUnsafeBytes { left in other.withUnsafeBytes { left.hasSameBytes(as: $0) } }
  }

  /// Whether these are the UTF-8 of `text`.
  package func hasSameBytes(as text: String) -> Bool {
    guard count == text.utf8.count else { return false }
    let isEqual = withUnsafeBytes { left in
      text.utf8.withContiguousStorageIfAvailable { right in
        left.hasSameBytes(as: UnsafeRawBufferPointer(right))
      }
    }
    return isEqual ?? elementsEqual(text.utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether both hold the same bytes.
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var position = 0
    while position + 8 <= count {
      guard
        loadUnaligned(fromByteOffset: position, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      else { return false }
      position += 8
    }
    while position < count {
      guard self[position] == other[position] else { return false }
      position += 1
    }
    return true
  }
}
