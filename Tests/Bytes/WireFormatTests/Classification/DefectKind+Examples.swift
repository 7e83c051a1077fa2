import PayloadCipher
import WireFormat

extension Defect.Kind {
  /// Bytes that have this defect. A new row does not compile without.
  var examples: [ClassificationExample] {
    switch self {
    case .foreignCharacter:
      ["Zm*v", "Zm-_", " Zm9v", "Zg==Zg=="].map { .init(.base64, Array($0.utf8)) }
    case .impossibleLength: [.init(.base64, Array("Zm9vY".utf8))]
    case .truncatedStream: [.init(.packed, []), .init(.packed, Array(Self.stream.dropLast()))]
    case .corruptStream:
      [
        .init(.packed, Array(Self.stream.dropFirst(2))),
        .init(.packed, Self.stream.dropLast() + [(Self.stream.last ?? 0) ^ 1]),
        .init(.packed, Deflater(format: .gzip).compress(Self.plain)),
      ]
    case .presetDictionary: [.init(.packed, [0x78, 0xBB, 0, 0, 0, 1, 0, 0])]
    case .wrongMagic:
      ["", "ABT", "abtc"].map { magic in
        .init(.packed, Deflater().compress(Array(magic.utf8) + Self.value.written))
      }
    case .notBinaryPropertyList:
      [.init(.list, []), .init(.list, Array("<plist version=\"1.0\"><dict/></plist>".utf8))]
    case .truncatedTrailer: [.init(.list, Array("bplist00".utf8) + Array(repeating: 0, count: 31))]
    case .offsetTableOutOfRange:
      [.init(Self.image { $0.saysTable = 43 }), .init(Self.image { $0.saysCount = 1 << 61 })]
    case .topObjectOutOfRange:
      [.init(Self.image { $0.top = 1 }), .init(Self.image { $0.saysCount = 0 })]
    case .offsetOutOfRange:
      [.init(Self.image(Image([0xA1, 1], [0x09])) { $0.movedOffsets = [1: 200] })]
    case .referenceOutOfRange:
      [.init(Image([0xA2, 1, 2], [0x09])), .init(Image([0xD1, 2, 1], [0x09]))]
    case .offsetWidth:
      [0, 9].map { width in .init(Self.image { $0.saysOffsetWidth = width }) }
    case .referenceWidth:
      [0, 9].map { width in .init(Self.image { $0.saysReferenceWidth = width }) }
    case .referenceCycle:
      [.init(Image([0xA1, 0])), .init(Image([0xD1, 1, 2], ascii("a"), [0xA1, 0]))]
    case .countBeyondData:
      [
        .init(Image([0x5F, 0x11, 0xFF, 0xFF])),
        .init(Image([0xAF, 0x13] + bigEndian(.max, 8))),
      ]
    case .truncatedObject: [.init(.list, Self.endingInside)]
    case .unknownMarker: [0x01, 0x90, 0xFF].map { .init(Image([0xA1, 1], [$0])) }
    case .keyNotString:
      [
        .init(Image([0xD1, 1, 2], [0x10, 1], [0x09])),
        .init(Image([0xD1, 1, 2], ascii("C"), [0xD1, 3, 3], [0x09])),
      ]
    case .overLimit:
      [
        .init(
          .packed, Deflater().compress(Acceptance.request(plainBytes: 1_048_577).behindMagic))
      ]
    case .topNotDictionary:
      [.init(.packed, Deflater().compress(PropertyList.array([Self.value]).behindMagic))]
    case .changedValuesNotArray: [Self.changedValues(.member("a", .boolean(true)))]
    case .changedValueNotString: [Self.changedValues(.array([.string("a"), .integer(1)]))]
    case .cipherLength:
      [.init(.ciphertext, []), .init(.ciphertext, Array(Self.ciphertext.dropLast()))]
    case .cipherPadding: [.init(.ciphertext, Array(Self.ciphertext.dropLast(8)))]
    }
  }

  private static let value = PropertyList.member("Version", .integer(1))
  private static let plain = value.behindMagic
  private static let stream = Deflater().compress(plain)
  /// IV, blocks, and a last block that is padding and nothing else.
  private static let ciphertext = ClassificationExample.cipher.encrypt(
    [UInt8](repeating: 0x61, count: 16), iv: [UInt8](repeating: 7, count: 8))

  private static func image(
    _ image: Image = Image([0x09]), _ change: (inout Image) -> Void
  ) -> Image {
    var image = image
    change(&image)
    return image
  }

  /// The trailer's last byte is the marker of an integer of 8 bytes, and object 1.
  private static var endingInside: [UInt8] {
    let table = 0x13
    var bytes = Array("bplist00".utf8) + [0xA1, 1]
    bytes += Array(repeating: 0, count: table - bytes.count)
    bytes += [8, UInt8(table + 2 + 31)]
    bytes += [0, 0, 0, 0, 0, 0, 1, 1] + bigEndian(2, 8) + bigEndian(0, 8)
    return bytes + bigEndian(UInt64(table), 8)
  }

  private static func changedValues(_ value: PropertyList) -> ClassificationExample {
    .init(.changedValues, Base64Text.encode(Deflater().compress(value.written)))
  }
}
