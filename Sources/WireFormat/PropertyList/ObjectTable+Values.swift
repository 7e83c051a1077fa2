extension ObjectTable {
  /// The value of an object whose tree was walked without defect and without a construct that has
  /// no place in a `PropertyList`. The recursion is as deep as its tree, which the caller has
  /// bounded.
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
    case .broken, .null, .fill, .uid, .set, .wideInteger, .uncountedString, .uncounted:
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

  /// The text of a string object; what is no text in it becomes U+FFFD.
  func string(_ record: ObjectRecord, _ bytes: UnsafeRawBufferPointer) -> String {
    let content = UnsafeRawBufferPointer(rebasing: bytes[Int(record.content)..<Int(record.end)])
    guard record.kind == .utf16 else { return String(decoding: content, as: UTF8.self) }
    let units = (0..<Int(record.count)).lazy.map { unit in
      UInt16(content[2 * unit]) << 8 | UInt16(content[2 * unit + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static func real(_ bytes: UnsafeRawBufferPointer, at offset: Int, width: Int) -> Double {
    let bits = bytes.bigEndian(at: offset, width: width)
    return width == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }
}
