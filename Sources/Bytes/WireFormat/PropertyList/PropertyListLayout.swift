/// The checked header and trailer of a binary property list: where its tables are and how wide.
struct PropertyListLayout {
  enum Outcome {
    /// Version 00 with a sound trailer.
    case layout(PropertyListLayout)
    /// The header names a version other than 00. Has a layout if the trailer is that of version 00.
    case version(PropertyListLayout?, at: Int)
  }

  static let headerBytes = 8
  static let trailerBytes = 32

  /// 1 to 8.
  var offsetWidth: Int
  /// 1 to 8.
  var referenceWidth: Int
  /// At least 1. The table of this many offsets lies within the bytes.
  var objectCount: Int
  /// Below `objectCount`.
  var top: Int
  var tableStart: Int
  /// The number of all bytes.
  var size: Int
  /// The offset of a nonzero byte among the trailer's six unused ones, if there is one.
  var paddingOffset: Int?

  var tableEnd: Int { tableStart + objectCount * offsetWidth }
  var trailerStart: Int { size - Self.trailerBytes }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(Defect) -> Outcome {
    guard bytes.count >= headerBytes, bytes.starts(with: "bplist0".utf8) else {
      throw Defect(.notBinaryPropertyList, at: 0)
    }
    guard bytes[7] == UInt8(ascii: "0") else {
      return .version(try? trailer(bytes), at: 7)
    }
    return .layout(try trailer(bytes))
  }

  /// The trailer: 5 unused bytes, a sort version, the widths, then three numbers of 8 bytes.
  private static func trailer(
    _ bytes: UnsafeRawBufferPointer
  ) throws(Defect) -> PropertyListLayout {
    let start = bytes.count - trailerBytes
    guard start >= headerBytes else { throw Defect(.truncatedTrailer, at: bytes.count) }
    let offsetWidth = Int(bytes[start + 6])
    guard (1...8).contains(offsetWidth) else {
      throw Defect(.offsetWidth(offsetWidth), at: start + 6)
    }
    let referenceWidth = Int(bytes[start + 7])
    guard (1...8).contains(referenceWidth) else {
      throw Defect(.referenceWidth(referenceWidth), at: start + 7)
    }
    let objectCount = bytes.bigEndian(at: start + 8, width: 8)
    let top = bytes.bigEndian(at: start + 16, width: 8)
    let tableStart = bytes.bigEndian(at: start + 24, width: 8)
    let size = UInt64(bytes.count)
    let (tableBytes, overflow) = objectCount.multipliedReportingOverflow(by: UInt64(offsetWidth))
    guard !overflow, tableStart <= size, tableBytes <= size - tableStart else {
      throw Defect(.offsetTableOutOfRange, at: start + 24)
    }
    guard top < objectCount else { throw Defect(.topObjectOutOfRange, at: start + 16) }
    return PropertyListLayout(
      offsetWidth: offsetWidth, referenceWidth: referenceWidth, objectCount: Int(objectCount),
      top: Int(top), tableStart: Int(tableStart), size: bytes.count,
      paddingOffset: (start..<start + 6).first { bytes[$0] != 0 })
  }

  /// Notes what the tables leave free.
  func note(in notes: inout Notes) {
    if let paddingOffset { notes.add(.trailerPadding, at: paddingOffset) }
    if tableStart < Self.headerBytes { notes.add(.overlappingObjects, at: tableStart) }
    if tableEnd > trailerStart {
      notes.add(.runsIntoTables, at: trailerStart)
    } else if tableEnd < trailerStart {
      notes.add(.bytesBetweenTables, at: tableEnd)
    }
    if PropertyListWriter.width(of: tableStart) > offsetWidth {
      notes.add(.narrowWidth, at: trailerStart + 6)
    } else if PropertyListWriter.width(of: objectCount) > referenceWidth {
      notes.add(.narrowWidth, at: trailerStart + 7)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// An unsigned number of 1 to 8 bytes, most significant first. It must lie within the buffer.
  func bigEndian(at offset: Int, width: Int) -> UInt64 {
    if width == 1 { return UInt64(self[offset]) }
    var number: UInt64 = 0
    for position in offset..<offset + width { number = number << 8 | UInt64(self[position]) }
    return number
  }
}
