import WireFormat

/// A binary property list as its parts, so that one can be changed and everything else stays right.
struct ListImage {
  /// One object, in the order of the table.
  enum Object {
    case scalar([UInt8])
    /// The high half of the marker, the width of its count (0: in the marker where it fits), and
    /// the references, keys in front of values.
    case container(kind: UInt8, countWidth: Int, references: [UInt64])
  }

  /// What the trailer says instead of the truth.
  struct Trailer {
    var padding: [UInt8] = Array(repeating: 0, count: 6)
    var offsetWidth: UInt8?
    var referenceWidth: UInt8?
    var count: UInt64?
    var tableStart: UInt64?
  }

  var header = Array("bplist00".utf8)
  var objects: [Object]
  /// Bytes in front of the object of the same number.
  var gaps: [Int: [UInt8]] = [:]
  /// Offsets that the table gives in place of the true ones.
  var offsets: [Int: UInt64] = [:]
  /// Bytes between the table and the trailer.
  var afterTable: [UInt8] = []
  var offsetWidth: Int
  var referenceWidth: Int
  var top: UInt64
  var trailer = Trailer()

  /// Takes apart what our writer made.
  init(canonical bytes: [UInt8]) {
    let trailer = bytes.count - 32
    let offsetWidth = Int(bytes[trailer + 6])
    let referenceWidth = Int(bytes[trailer + 7])
    let count = Int(Self.number(bytes, trailer + 8, 8))
    let table = Int(Self.number(bytes, trailer + 24, 8))
    var objects: [Object] = []
    for number in 0..<count {
      let start = Int(Self.number(bytes, table + number * offsetWidth, offsetWidth))
      let end =
        number + 1 < count
        ? Int(Self.number(bytes, table + (number + 1) * offsetWidth, offsetWidth)) : table
      objects.append(Self.object(bytes[start..<end], referenceWidth: referenceWidth))
    }
    self.objects = objects
    self.offsetWidth = offsetWidth
    self.referenceWidth = referenceWidth
    top = Self.number(bytes, trailer + 16, 8)
  }

  private static func object(_ bytes: ArraySlice<UInt8>, referenceWidth: Int) -> Object {
    let marker = bytes[bytes.startIndex]
    let kind = marker >> 4
    guard kind == 0xA || kind == 0xD else { return .scalar(Array(bytes)) }
    var content = bytes.dropFirst()
    if marker & 15 == 15 {
      let width = 1 << Int(content[content.startIndex] & 15)
      content = content.dropFirst(1 + width)
    }
    var references: [UInt64] = []
    while !content.isEmpty {
      references.append(content.prefix(referenceWidth).reduce(0) { $0 << 8 | UInt64($1) })
      content = content.dropFirst(referenceWidth)
    }
    return .container(kind: kind, countWidth: 0, references: references)
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ width: Int) -> UInt64 {
    bytes[start..<start + width].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The bytes. Numbers wider than their width lose their upper bytes.
  func rendered() -> [UInt8] {
    var bytes = header
    var starts: [UInt64] = []
    for (number, object) in objects.enumerated() {
      bytes.append(contentsOf: gaps[number] ?? [])
      starts.append(offsets[number] ?? UInt64(bytes.count))
      append(object, to: &bytes)
    }
    let table = bytes.count
    for start in starts { Bytes.append(start, width: offsetWidth, to: &bytes) }
    bytes.append(contentsOf: afterTable)
    bytes.append(contentsOf: trailer.padding)
    bytes.append(trailer.offsetWidth ?? UInt8(truncatingIfNeeded: offsetWidth))
    bytes.append(trailer.referenceWidth ?? UInt8(truncatingIfNeeded: referenceWidth))
    Bytes.append(trailer.count ?? UInt64(objects.count), width: 8, to: &bytes)
    Bytes.append(top, width: 8, to: &bytes)
    Bytes.append(trailer.tableStart ?? UInt64(table), width: 8, to: &bytes)
    return bytes
  }

  private func append(_ object: Object, to bytes: inout [UInt8]) {
    switch object {
    case .scalar(let content): bytes.append(contentsOf: content)
    case .container(let kind, let countWidth, let references):
      let count = kind == 0xD ? references.count / 2 : references.count
      if countWidth == 0, count < 15 {
        bytes.append(kind << 4 | UInt8(count))
      } else {
        let width = countWidth == 0 ? 2 : countWidth
        bytes.append(contentsOf: [kind << 4 | 15, 0x10 | UInt8(width.trailingZeroBitCount)])
        Bytes.append(UInt64(count), width: width, to: &bytes)
      }
      for reference in references {
        Bytes.append(reference, width: referenceWidth, to: &bytes)
      }
    }
  }
}
