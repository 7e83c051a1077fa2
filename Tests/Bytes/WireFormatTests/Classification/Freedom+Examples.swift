import WireFormat

extension Freedom.Reason {
  /// Bytes that leave a reader free for this reason. A new row does not compile without.
  var examples: [ClassificationExample] {
    switch self {
    case .null: [.init(Image([0xA1, 1], [0x00]))]
    case .fill: [.init(Image([0xA1, 1], [0x0F]))]
    case .laterMarker:
      [0x0C, 0x0D, 0x0E, 0x71].map { .init(Image([0xA1, 1], [$0, 0x61, 0x61])) }
    case .uid: [.init(Image([0xA1, 1], [0x80, 5]))]
    case .set: [.init(Image([0xA1, 1], [0xC1, 2], [0x09])), .init(Image([0xA1, 1], [0xB1, 9]))]
    case .wideInteger: [.init(Image([0xA1, 1], [0x14] + bigEndian(1, 16)))]
    case .wideCount: [.init(Image([0xA1, 1], [0x4F, 0x14] + bigEndian(0, 16)))]
    case .keyNotString:
      [
        .init(Image([0xD1, 1, 2], ascii("other"), [0xD1, 3, 3], [0x09])),
        .init(
          Image([0xD1, 1, 2], ascii("C"), [0xD1, 3, 4], ascii("d"), [0xD1, 5, 5], [0x10, 1])),
      ]
    case .loneSurrogate:
      [[0xD8, 0], [0xDC, 0]].map { .init(Image([0xA1, 1], [0x61] + $0)) }
    case .highByteInASCII: [.init(Image([0xA1, 1], [0x51, 0x80]))]
    case .duplicateKey:
      [
        .init(Image([0xD2, 1, 1, 2, 2], ascii("Version"), [0x10, 1])),
        .init(Image([0xD2, 1, 2, 3, 3], ascii("a"), [0x61, 0, 0x61], [0x10, 1])),
      ]
    case .canonicallyEquivalentKeys:
      [
        .init(
          .list,
          PropertyList.dictionary([
            .init(key: "\u{E9}", value: .integer(1)), .init(key: "e\u{301}", value: .integer(1)),
          ]).written)
      ]
    case .sharedContainer: [.init(Image([0xA2, 1, 1], [0xA1, 2], [0x09]))]
    case .overlappingObjects:
      [Self.changed(Image([0xA2, 1, 2], [0x52, 0x51, 0x61], [])) { $0.movedOffsets = [2: 12] }]
    case .runsIntoTables: [.init(Image([0x52, 0x61]))]
    case .brokenUnreferencedObject: [.init(Image([0x09], [0x90]))]
    case .bytesBetweenTables: [Self.changed { $0.behindTable = [1] }]
    case .trailerPadding: [Self.changed { $0.padding[2] = 1 }]
    case .otherVersion: [Self.changed { $0.header = Array("bplist01".utf8) }]
    case .notANumberPayload:
      [.init(Image([0x23] + bigEndian(0x7FF8_0000_0000_0001, 8)))]
    case .dateOutOfRange:
      [252_423_993_600, .nan, -.infinity].map { seconds in
        .init(Image([0x33] + bigEndian(seconds.bitPattern, 8)))
      }
    case .nestedTooDeep: [.init(.list, Acceptance.nested(33).written)]
    case .tooManyObjects: [.init(.list, Acceptance.flags(10_000).written)]
    case .tooMuchContent: [.init(Acceptance.content(bytes: 1_048_577))]
    case .nonCanonicalBits: [.init(.base64, Array("Zh==".utf8))]
    case .paddingMissing: [.init(.base64, Array("Zg=".utf8)), .init(.base64, Array("Zg".utf8))]
    case .paddingSurplus: [.init(.base64, Array("Zm9v=".utf8))]
    case .trailingBytes:
      [.init(.packed, Packing.pack(.member("Version", .integer(1))) + [0])]
    case .unreferencedObject: [.init(Image([0x09], [0x08]))]
    case .bytesBetweenObjects: [Self.changed { $0.beforeTable = [0] }]
    case .objectInHeader: [Self.changed(Image([0xA1, 1], [])) { $0.movedOffsets = [1: 0] }]
    case .narrowWidth:
      [.init(Image([0xA1, 1], [0x4F, 0x11, 1, 0] + Array(repeating: 0, count: 256)))]
    case .distanceBeyondWindow: [Self.reachingBack]
    case .countNotInteger:
      [.init(Image([0xA1, 1], [0x4F, 0x09, 0, 0, 0, 0, 0, 0, 0, 0]))]
    }
  }

  private static func changed(
    _ image: Image = Image([0x09]), _ change: (inout Image) -> Void
  ) -> ClassificationExample {
    var image = image
    change(&image)
    return ClassificationExample(image)
  }

  /// A copy from 600 bytes back behind a header that announces a window of 512.
  private static var reachingBack: ClassificationExample {
    var generator = SeededGenerator(state: 5)
    let noise = (0..<600).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let plain = PropertyList.dictionary([
      .init(key: "a", value: .data(noise)), .init(key: "b", value: .data(noise + [0])),
    ]).behindMagic
    let stream = [0x18, 0x95] + Deflater(format: .raw).compress(plain)
    return .init(.packed, stream + bigEndian(UInt64(Checksum.adler32(plain)), 4))
  }
}
