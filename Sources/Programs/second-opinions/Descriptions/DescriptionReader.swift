import WireFormat

/// Reads what `PropertyList.describe` writes; members of dictionaries may stand in any order, which
/// is kept.
struct DescriptionReader {
  private static let maxDepth = 512

  private let bytes: [UInt8]
  private var position = 0

  /// The value that the whole of `bytes` describes.
  static func value(of bytes: [UInt8]) throws(FrameFault) -> PropertyList {
    var reader = DescriptionReader(bytes: bytes)
    let value = try reader.value(depth: 0)
    guard reader.position == bytes.count else {
      throw .malformed(offset: reader.position, expected: "the end of the description")
    }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func value(depth: Int) throws(FrameFault) -> PropertyList {
    guard depth < Self.maxDepth else {
      throw .malformed(offset: position, expected: "a value less deep than \(Self.maxDepth)")
    }
    let start = position
    switch UInt8(truncatingIfNeeded: try number(1, "a tag")) {
    case PropertyList.Tag.string: return .string(try text())
    case PropertyList.Tag.data: return .data(Array(try section()))
    case PropertyList.Tag.integer:
      return .integer(Int64(bitPattern: try number(8, "an integer")))
    case PropertyList.Tag.real: return .real(Double(bitPattern: try number(8, "a real")))
    case PropertyList.Tag.date: return .date(Double(bitPattern: try number(8, "a date")))
    case PropertyList.Tag.yes: return .boolean(true)
    case PropertyList.Tag.no: return .boolean(false)
    case PropertyList.Tag.array:
      var elements: [PropertyList] = []
      for _ in 0..<(try number(4, "a count")) { elements.append(try value(depth: depth + 1)) }
      return .array(elements)
    case PropertyList.Tag.dictionary:
      var members: [PropertyList.Member] = []
      for _ in 0..<(try number(4, "a count")) {
        let key = try text()
        members.append(PropertyList.Member(key: key, value: try value(depth: depth + 1)))
      }
      return .dictionary(members)
    default: throw .malformed(offset: start, expected: "a tag")
    }
  }

  private mutating func text() throws(FrameFault) -> String {
    let start = position
    guard let text = String(validating: try section(), as: UTF8.self) else {
      throw .malformed(offset: start, expected: "UTF-8 text")
    }
    return text
  }

  private mutating func section() throws(FrameFault) -> ArraySlice<UInt8> {
    let length = Int(truncatingIfNeeded: try number(4, "a length"))
    guard length <= bytes.count - position else {
      throw .malformed(offset: position, expected: "\(length) bytes")
    }
    defer { position += length }
    return bytes[position..<position + length]
  }

  private mutating func number(
    _ width: Int, _ expected: String
  ) throws(FrameFault) -> UInt64 {
    guard width <= bytes.count - position else {
      throw .malformed(offset: position, expected: expected)
    }
    defer { position += width }
    return bytes[position..<position + width].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
