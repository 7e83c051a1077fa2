/// A binary property list put together from its objects' bytes, so that any part can be wrong.
struct Image {
  var header = Array("bplist00".utf8)
  var objects: [[UInt8]]
  var offsetWidth = 1
  var referenceWidth = 1
  /// Offsets in the table that are not the objects' own, by number.
  var movedOffsets: [Int: UInt64] = [:]
  /// Bytes between the objects and the table, and between the table and the trailer.
  var beforeTable: [UInt8] = []
  var behindTable: [UInt8] = []
  /// The trailer's first six bytes.
  var padding = [UInt8](repeating: 0, count: 6)
  /// What the trailer says, where that is not the truth.
  var saysOffsetWidth: UInt8?
  var saysReferenceWidth: UInt8?
  var saysCount: UInt64?
  var top: UInt64 = 0
  var saysTable: UInt64?

  init(_ objects: [UInt8]...) { self.objects = objects }

  var bytes: [UInt8] {
    var bytes = header
    var offsets: [UInt64] = []
    for (number, object) in objects.enumerated() {
      offsets.append(movedOffsets[number] ?? UInt64(bytes.count))
      bytes += object
    }
    bytes += beforeTable
    let table = bytes.count
    for offset in offsets { bytes += bigEndian(offset, offsetWidth) }
    bytes += behindTable + padding
    bytes.append(saysOffsetWidth ?? UInt8(offsetWidth))
    bytes.append(saysReferenceWidth ?? UInt8(referenceWidth))
    bytes += bigEndian(saysCount ?? UInt64(objects.count), 8)
    bytes += bigEndian(top, 8) + bigEndian(saysTable ?? UInt64(table), 8)
    return bytes
  }
}

/// The low `width` bytes of a number, most significant first.
func bigEndian(_ number: UInt64, _ width: Int) -> [UInt8] {
  (0..<width).reversed().map { shift in
    shift < 8 ? UInt8(truncatingIfNeeded: number >> UInt64(8 * shift)) : 0
  }
}

/// An ASCII string object of up to 14 characters.
func ascii(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + Array(text.utf8) }
