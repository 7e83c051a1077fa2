extension ObjectTable {
  /// Checks one object that is not an array or dictionary, at the first reference to it.
  func inspect(
    _ record: ObjectRecord, _ bytes: UnsafeRawBufferPointer, _ notes: inout Notes
  ) throws(Defect) {
    let offset = Int(record.offset)
    switch record.kind {
    case .broken: throw record.defect(bytes)
    case .boolean, .data, .integer, .array, .dictionary: break
    case .null: notes.add(.null, at: offset, losesValue: true)
    case .fill: notes.add(.fill, at: offset, losesValue: true)
    case .later: notes.add(.laterMarker, at: offset, losesValue: true)
    case .uid: notes.add(.uid, at: offset, losesValue: true)
    case .set: notes.add(.set, at: offset, losesValue: true)
    case .wideInteger: notes.add(.wideInteger, at: offset, losesValue: true)
    case .uncountedString, .uncounted:
      notes.add(record.countFreedom, at: offset, losesValue: true)
    case .ascii:
      if let index = Self.highByte(in: record, bytes) {
        notes.add(.highByteInASCII, at: index, losesValue: true)
      }
    case .utf16:
      if let index = Self.loneSurrogate(in: record, bytes) {
        notes.add(.loneSurrogate, at: index, losesValue: true)
      }
    case .real:
      if Self.isUnusualNaN(record, bytes) { notes.add(.notANumberPayload, at: offset) }
    case .date:
      let seconds = Double(bitPattern: bytes.bigEndian(at: Int(record.content), width: 8))
      if !Self.dates.contains(seconds) { notes.add(.dateOutOfRange, at: offset) }
    }
  }

  /// Seconds since 2001 from 0001-01-01 up to, but not including, 10000-01-01 (Gregorian, UTC).
  private static let dates: Range<Double> = -63_113_904_000..<252_423_993_600

  private static func highByte(
    in record: ObjectRecord, _ bytes: UnsafeRawBufferPointer
  ) -> Int? {
    let content = Int(record.content)..<Int(record.end)
    let buffer = UnsafeRawBufferPointer(rebasing: bytes[content])
    var position = 0
    while position + 8 <= buffer.count {
      let word = buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { break }
      position += 8
    }
    while position < buffer.count {
      if buffer[position] > 0x7F { return content.lowerBound + position }
      position += 1
    }
    return nil
  }

  private static func loneSurrogate(
    in record: ObjectRecord, _ bytes: UnsafeRawBufferPointer
  ) -> Int? {
    var isBehindHigh = false
    var position = Int(record.content)
    while position < Int(record.end) {
      // The first byte decides: D8 to DB are the high halves, DC to DF the low ones.
      switch bytes[position] & 0xFC {
      case 0xD8:
        if isBehindHigh { return position - 2 }
        isBehindHigh = true
      case 0xDC:
        guard isBehindHigh else { return position }
        isBehindHigh = false
      default:
        if isBehindHigh { return position - 2 }
      }
      position += 2
    }
    return isBehindHigh ? position - 2 : nil
  }

  /// Whether it is a NaN whose bits differ from those of `Double.nan` and `Float.nan`.
  private static func isUnusualNaN(
    _ record: ObjectRecord, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    let bits = bytes.bigEndian(at: Int(record.content), width: Int(record.count))
    if record.count == 4 {
      let number = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      return number.isNaN && number.bitPattern != Float.nan.bitPattern
    }
    return Double(bitPattern: bits).isNaN && bits != Double.nan.bitPattern
  }
}
