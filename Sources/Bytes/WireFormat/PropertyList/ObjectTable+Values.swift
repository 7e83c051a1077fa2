extension ObjectTable {
  /// The value of an object. Its tree must have no defect and no construct without a place in a
  /// `PropertyList`. Recurses as deep as the tree, which the caller has bounded.
  func value(
    of number: Int, _ bytes: UnsafeRawBufferPointer, _ layout: PropertyListLayout
  ) -> PropertyList? {
    let record = objects[number]
    let content = Int(record.content)
    switch record.kind {
    case .boolean: return .boolean(bytes[Int(record.offset)] == 0x09)
    case .integer:
      return .integer(Int64(bitPattern: bytes.bigEndian(at: content, width: Int(record.count))))
    case .real: return .real(Self.real(bytes, at: content, width: Int(record.count)))
    case .date: return .date(Self.real(bytes, at: content, width: 8))
    case .data: return .data(Array(bytes[content..<Int(record.end)]))
    case .ascii, .utf16: return .string(string(record, bytes))
    case .array:
      var elements: [PropertyList] = []
      elements.reserveCapacity(Int(record.count))
      for position in 0..<Int(record.count) {
        guard let element = member(at: position, of: record, bytes, layout) else { return nil }
        elements.append(element)
      }
      return .array(elements)
    case .dictionary:
      var members: [PropertyList.Member] = []
      members.reserveCapacity(Int(record.count))
      for position in 0..<Int(record.count) {
        guard case .string(let key) = member(at: position, of: record, bytes, layout),
          let value = member(at: position + Int(record.count), of: record, bytes, layout)
        else { return nil }
        members.append(PropertyList.Member(key: key, value: value))
      }
      return .dictionary(members)
    case .broken, .null, .fill, .later, .uid, .set, .wideInteger, .uncountedString, .uncounted:
      return nil
    }
  }

  private func member(
    at position: Int, of record: ObjectRecord, _ bytes: UnsafeRawBufferPointer,
    _ layout: PropertyListLayout
  ) -> PropertyList? {
    let offset = Int(record.content) + position * layout.referenceWidth
    let number = bytes.bigEndian(at: offset, width: layout.referenceWidth)
    guard number < UInt64(objects.count) else { return nil }
    return value(of: Int(number), bytes, layout)
  }

  /// The text of a string object. Whatever is not text in it becomes U+FFFD.
  func string(_ record: ObjectRecord, _ bytes: UnsafeRawBufferPointer) -> String {
    let content = UnsafeRawBufferPointer(rebasing: bytes[Int(record.content)..<Int(record.end)])
    guard record.kind == .utf16 else { return String(decoding: content, as: UTF8.self) }
    return Self.text(bigEndianUnits: content)
  }

  /// UTF-16 in big-endian byte order as text. Each lone surrogate becomes U+FFFD. (Decoding through
  /// a lazy sequence of units costs twenty times as much.)
  private static func text(bigEndianUnits bytes: UnsafeRawBufferPointer) -> String {
    // A unit has at most three bytes of UTF-8, a pair of two units four.
    String(unsafeUninitializedCapacity: bytes.count / 2 * 3) { output in
      var count = 0
      var position = 0
      while position + 2 <= bytes.count {
        var scalar = UInt32(bytes[position]) << 8 | UInt32(bytes[position + 1])
        position += 2
        if scalar & 0xF800 == 0xD800 {
          let isPair =
            scalar < 0xDC00 && position + 2 <= bytes.count && bytes[position] & 0xFC == 0xDC
          if isPair {
            let low = UInt32(bytes[position] & 3) << 8 | UInt32(bytes[position + 1])
            scalar = 0x10000 + (scalar & 0x3FF) << 10 + low
            position += 2
          } else {
            scalar = 0xFFFD
          }
        }
        append(scalar, to: output, &count)
      }
      return count
    }
  }

  private static func append(
    _ scalar: UInt32, to output: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) {
    func put(_ bits: UInt32) {
      output[count] = UInt8(truncatingIfNeeded: bits)
      count += 1
    }
    switch scalar {
    case 0..<0x80: put(scalar)
    case 0..<0x800:
      put(0xC0 | scalar >> 6)
      put(0x80 | scalar & 63)
    case 0..<0x10000:
      put(0xE0 | scalar >> 12)
      put(0x80 | scalar >> 6 & 63)
      put(0x80 | scalar & 63)
    default:
      put(0xF0 | scalar >> 18)
      put(0x80 | scalar >> 12 & 63)
      put(0x80 | scalar >> 6 & 63)
      put(0x80 | scalar & 63)
    }
  }

  private static func real(_ bytes: UnsafeRawBufferPointer, at offset: Int, width: Int) -> Double {
    let bits = bytes.bigEndian(at: offset, width: width)
    return width == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }
}
