extension PropertyListWriter {
  /// Appends header, objects, table and trailer.
  func emit(into output: inout [UInt8]) {
    let start = output.count
    output.append(contentsOf: Self.header)
    let referenceWidth = Self.width(of: objects.count)
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    for object in objects {
      offsets.append(output.count - start)
      guard object.marker != 0 else {
        output.append(contentsOf: scalars[object.start..<object.start + object.count])
        continue
      }
      Self.append(marker: object.marker, count: object.count, to: &output)
      let each = object.marker == 0xD0 ? 2 : 1
      for position in object.start..<object.start + object.count * each {
        Self.append(UInt64(references[position]), width: referenceWidth, to: &output)
      }
    }
    let table = output.count - start
    let offsetWidth = Self.width(of: table)
    for offset in offsets { Self.append(UInt64(offset), width: offsetWidth, to: &output) }
    output.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(referenceWidth)])
    Self.append(UInt64(objects.count), width: 8, to: &output)
    Self.append(0, width: 8, to: &output)
    Self.append(UInt64(table), width: 8, to: &output)
  }

  private static let header: [UInt8] = Array("bplist00".utf8)

  /// How many bytes hold `number`, at least one.
  static func width(of number: Int) -> Int {
    max(1, (Int.bitWidth - number.leadingZeroBitCount + 7) / 8)
  }

  static func append(_ number: UInt64, width: Int, to output: inout [UInt8]) {
    var shift = 8 * (width - 1)
    while shift >= 0 {
      output.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      shift -= 8
    }
  }

  /// A marker with its count in the low half, or in an integer behind it.
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
    let bits = UInt64(bitPattern: integer)
    let power =
      switch bits {
      case 0...0xFF: 0
      case 0...0xFFFF: 1
      case 0...0xFFFF_FFFF: 2
      default: 3
      }
    output.append(0x10 | UInt8(power))
    append(bits, width: 1 << power, to: &output)
  }

  mutating func append(eightBytes number: Double, marker: UInt8) {
    scalars.append(marker)
    Self.append(number.bitPattern, width: 8, to: &scalars)
  }
}
