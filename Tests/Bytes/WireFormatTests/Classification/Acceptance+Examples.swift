import WireFormat

extension Acceptance {
  /// Bytes that show this row, with what they hold. A new row does not compile without.
  var examples: [ClassificationExample] {
    switch self {
    case .unsignedIntegers:
      [
        .init(Image([0x10, 0xFF]), is: .integer(255)),
        .init(Image([0x11, 0xFF, 0xFE]), is: .integer(65_534)),
        .init(Image([0x12, 0xFF, 0xFF, 0xFF, 0xFF]), is: .integer(4_294_967_295)),
      ]
    case .signedIntegers:
      [Int64.min, -1, 9].map { number in
        .init(
          Image([0x13] + bigEndian(UInt64(bitPattern: number), 8)), is: .integer(number))
      }
    case .reals32:
      [.init(Image([0x22, 0x3E, 0xAA, 0xAA, 0xAB]), is: .real(Double(Float(1) / 3)))]
    case .reals64: [.init(Image([0x23] + bigEndian((-0.0).bitPattern, 8)), is: .real(-0.0))]
    case .offsetWidths: (1...8).map { Self.pair(offsetWidth: $0, referenceWidth: 1) }
    case .referenceWidths: (1...8).map { Self.pair(offsetWidth: 1, referenceWidth: $0) }
    case .countForms:
      [.init(Image([0x52, 0x61, 0x62]), is: .string("ab"))]
        + (0...3).map { power in
          let count = [UInt8(0x10 | power)] + bigEndian(2, 1 << power)
          return .init(Image([0x5F] + count + [0x61, 0x62]), is: .string("ab"))
        }
    case .sharedScalars:
      [
        .init(
          Image([0xD1, 1, 2], ascii("a"), [0xA2, 1, 1]),
          is: .member("a", .array([.string("a"), .string("a")])))
      ]
    case .zlibWindows: (9...15).map { Self.packed(Deflater(windowBits: $0)) }
    case .zlibBlocks: Self.blocks.map(\.example)
    case .zlibLevels: (0...9).map { Self.packed(Deflater(), level: $0) }
    case .treeObjects:
      [.init(.list, Self.flags(9_999).written, is: Self.flags(9_999))]
    case .treeContent: [.init(Self.content(bytes: 1_048_576), is: Self.zeros(1_048_570))]
    case .treeDepth: [.init(.list, Self.nested(32).written, is: Self.nested(32))]
    case .inflatedLimit:
      [
        .init(
          .packed, Deflater().compress(Self.request(plainBytes: 1_048_576).behindMagic),
          is: Self.request(plainBytes: 1_048_576))
      ]
    case .objectOrder:
      [.init(Self.reordered, is: .array([.boolean(true), .string("x")]))]
    case .wideText: [.init(Image([0x62, 0, 0x61, 0, 0x62]), is: .string("ab"))]
    case .dateRange:
      [-63_113_904_000, 0, 252_423_993_599.5].map { seconds in
        .init(Image([0x33] + bigEndian(seconds.bitPattern, 8)), is: .date(seconds))
      }
    }
  }
}

extension Acceptance {
  /// One example for each kind of deflate block, with the two bits that name the kind.
  static let blocks: [(bits: UInt8, example: ClassificationExample)] = [
    (0, packed(Deflater(), level: 0)), (1, packed(Deflater(strategy: .fixedCodes))),
    (2, packed(Deflater())),
  ]

  /// A dictionary long enough for every window and for codes of its own.
  private static let long: PropertyList = {
    var generator = SeededGenerator(state: 11)
    let letters = (0..<900).map { _ in UInt8.random(in: 0x61...0x68, using: &generator) }
    return .member("text", .string(String(decoding: letters, as: UTF8.self)))
  }()

  private static func packed(_ deflater: Deflater, level: Int = 6) -> ClassificationExample {
    .init(.packed, deflater.compress(long.behindMagic, level: level), is: long)
  }

  private static func pair(offsetWidth: Int, referenceWidth: Int) -> ClassificationExample {
    let references = bigEndian(1, referenceWidth) + bigEndian(2, referenceWidth)
    var image = Image([0xD1] + references, ascii("key"), [0x09])
    image.offsetWidth = offsetWidth
    image.referenceWidth = referenceWidth
    return .init(image, is: .member("key", .boolean(true)))
  }

  private static var reordered: Image {
    var image = Image([0x09], [0xA2, 0, 2], ascii("x"))
    image.top = 1
    return image
  }

  /// So many objects and one: the array itself.
  static func flags(_ count: Int) -> PropertyList {
    .array(Array(repeating: .boolean(true), count: count))
  }

  /// So many containers in each other.
  static func nested(_ levels: Int) -> PropertyList {
    var value = PropertyList.array([])
    for _ in 1..<levels { value = .array([value]) }
    return value
  }

  static func zeros(_ count: Int) -> PropertyList { .data(Array(repeating: 0, count: count)) }

  /// A data object of so many bytes, marker and count included.
  static func content(bytes: Int) -> Image {
    let zeros = [UInt8](repeating: 0, count: bytes - 6)
    var image = Image([0x4F, 0x12] + bigEndian(UInt64(zeros.count), 4) + zeros)
    image.offsetWidth = 3
    return image
  }

  /// A dictionary that is so many bytes behind the magic and with it.
  static func request(plainBytes: Int) -> PropertyList {
    var count = plainBytes - 70
    while true {
      let value = PropertyList.member("a", zeros(count))
      let missing = plainBytes - value.behindMagic.count
      if missing == 0 { return value }
      count += missing
    }
  }
}
