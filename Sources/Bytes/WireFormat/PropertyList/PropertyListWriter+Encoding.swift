extension PropertyListWriter {
  /// Appends header, objects, table and trailer.
  func emit(into output: inout [UInt8]) {
    let referenceWidth = Self.width(of: objects.count)
    let table = Self.headerBytes + scalars.count + containerBytes(referenceWidth)
    let offsetWidth = Self.width(of: table)
    let size = table + objects.count * offsetWidth + PropertyListLayout.trailerBytes
    // Written into raw memory of the right size, because growing an array byte by byte costs three
    // times as much.
    let list = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var objectArea = ByteSink(buffer, at: 0)
      var offsets = ByteSink(buffer, at: table)
      objectArea.put(0x6270_6C69_7374_3030, width: Self.headerBytes)
      for object in objects {
        offsets.put(UInt64(objectArea.position), width: offsetWidth)
        guard object.marker != 0 else {
          objectArea.put(scalars, object.start..<object.start + object.count)
          continue
        }
        objectArea.put(marker: object.marker, count: object.count)
        for position in object.start..<object.start + object.count * object.referencesEach {
          objectArea.put(UInt64(references[position]), width: referenceWidth)
        }
      }
      offsets.put(UInt64(offsetWidth << 8 | referenceWidth), width: 8)
      offsets.put(UInt64(objects.count), width: 8)
      offsets.put(0, width: 8)
      offsets.put(UInt64(table), width: 8)
      count = offsets.position
    }
    if output.isEmpty { output = list } else { output.append(contentsOf: list) }
  }

  private static let headerBytes = PropertyListLayout.headerBytes

  /// How many bytes the markers, counts and references of all containers take.
  private func containerBytes(_ referenceWidth: Int) -> Int {
    var total = 0
    for object in objects where object.marker != 0 {
      total += 1 + object.count * object.referencesEach * referenceWidth
      if object.count >= 15 { total += Self.integerBytes(Int64(object.count)) }
    }
    return total
  }

  /// How many bytes hold `number`, at least one.
  static func width(of number: Int) -> Int {
    max(1, (Int.bitWidth - number.leadingZeroBitCount + 7) / 8)
  }

  static func append(_ number: UInt64, width: Int, to output: inout [UInt8]) {
    var shift = 8 * (width - 1)
    while shift >= 0 {
      output.append(UInt8(truncatingIfNeeded: number &>> UInt64(shift)))
      shift -= 8
    }
  }

  /// A marker with its count in the low half, or in an integer after it.
  static func append(marker: UInt8, count: Int, to output: inout [UInt8]) {
    if count < 15 {
      output.append(marker | UInt8(count))
    } else {
      output.append(marker | 15)
      append(integer: Int64(count), to: &output)
    }
  }

  /// One, two or four bytes unsigned, or eight bytes signed.
  static func append(integer: Int64, to output: inout [UInt8]) {
    let width = integerBytes(integer) - 1
    output.append(0x10 | UInt8(width.trailingZeroBitCount))
    append(UInt64(bitPattern: integer), width: width, to: &output)
  }

  /// How many bytes an integer takes, including its marker.
  fileprivate static func integerBytes(_ integer: Int64) -> Int {
    switch UInt64(bitPattern: integer) {
    case 0...0xFF: 2
    case 0...0xFFFF: 3
    case 0...0xFFFF_FFFF: 5
    default: 9
    }
  }

  mutating func append(eightBytes number: Double, marker: UInt8) {
    scalars.append(marker)
    Self.append(number.bitPattern, width: 8, to: &scalars)
  }
}

extension PropertyListWriter.Object {
  /// References per member: a dictionary's members have a key and a value.
  fileprivate var referencesEach: Int { marker == 0xD0 ? 2 : 1 }
}

/// Puts numbers and bytes into memory that is large enough for them.
private struct ByteSink {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var position: Int

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>, at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// An unsigned number, most significant byte first.
  mutating func put(_ number: UInt64, width: Int) {
    var shift = 8 * (width - 1)
    while shift >= 0 {
      bytes[position] = UInt8(truncatingIfNeeded: number &>> UInt64(shift))
      position += 1
      shift -= 8
    }
  }

  mutating func put(_ source: [UInt8], _ range: Range<Int>) {
    _ = bytes[position...].update(fromContentsOf: source[range])
    position += range.count
  }

  /// A marker with its count in the low half, or in an integer after it.
  mutating func put(marker: UInt8, count: Int) {
    guard count >= 15 else { return put(UInt64(marker | UInt8(count)), width: 1) }
    put(UInt64(marker | 15), width: 1)
    let width = PropertyListWriter.integerBytes(Int64(count)) - 1
    put(UInt64(0x10 | width.trailingZeroBitCount), width: 1)
    put(UInt64(count), width: width)
  }
}
