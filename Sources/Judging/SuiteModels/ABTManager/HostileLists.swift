import Forge
import WireFormat

/// Texts of `changedValues`, right ones and others.
enum HostileLists {
  /// - Returns: the text before percent-encoding.
  package static func text(_ form: AppAnswer.ListForm, _ keys: [String]) -> [UInt8] {
    let whole = ChangedValues.encode(keys)
    switch form {
    case .whole, .missing, .stray: return whole
    case .noBase64: return Array("*".utf8) + whole.dropFirst()
    case .truncated: return Base64Text.encode(Array(packed(keys).dropLast(6)))
    case .wrongChecksum:
      var bytes = packed(keys)
      bytes[bytes.count - 1] ^= 1
      return Base64Text.encode(bytes)
    case .withoutChecksum: return Base64Text.encode(Array(packed(keys).dropLast(4)))
    case .rawDeflate: return Base64Text.encode(Array(packed(keys).dropFirst(2).dropLast(4)))
    case .noise: return compressed(Array("these are no keys".utf8))
    case .xml:
      return compressed(
        Array("<plist version=\"1.0\"><array><string>host</string></array></plist>".utf8))
    case .dictionary:
      return list(.dictionary(keys.map { .init(key: $0, value: .boolean(true)) }))
    case .numberAmongTexts: return list(.array(keys.map { .string($0) } + [.integer(7)]))
    case .bombOfZeros: return zeros
    case .bombOfOneKey: return oneKey
    case .bombOfReferences: return references
    case .cycle: return image(keys, behind: 0)
    case .referenceBeyond: return image(keys, behind: 0xFE)
    case .offsetBeyond:
      return image(keys, [0x51, 0x78]) { image in
        image.offsetWidth = 4
        image.objects[image.objects.count - 1].offset = 1 << 20
      }
    case .hugeText: return image(keys, [0x5F] + nearlyEndless)
    case .hugeArray:
      return image(keys, [0x08]) { $0.objects[0].content = .bytes([0xAF] + nearlyEndless + [1]) }
    case .hugeTrailer:
      return image(keys, [0x51, 0x78]) { $0.trailer?.objectCount = 0x2000_0000_0000_0001 }
    case .deep: return deep
    case .behindStream: return Base64Text.encode(packed(keys) + Array("behind".utf8))
    }
  }

  private static func packed(_ keys: [String]) -> [UInt8] {
    var writer = PropertyListWriter()
    return Deflater().compress(writer.write(.array(keys.map { .string($0) })))
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    Base64Text.encode(Deflater().compress(bytes))
  }

  private static func list(_ value: PropertyList) -> [UInt8] {
    var writer = PropertyListWriter()
    return compressed(writer.write(value))
  }

  /// A list of the keys and of one more object, after a change.
  private static func image(
    _ keys: [String], _ object: [UInt8], _ change: (inout PropertyListImage) -> Void = { _ in }
  ) -> [UInt8] {
    let keys = keys.prefix(100)
    var image = PropertyListImage(
      [.init(.container(.init(0xA0, (1...UInt64(keys.count + 1)).map { $0 })))]
        + (keys.map(text) + [object]).map { .init(.bytes($0)) })
    change(&image)
    return compressed(image.rendered())
  }

  /// A list of the keys, the last element of which refers to this object.
  private static func image(_ keys: [String], behind reference: UInt64) -> [UInt8] {
    image(keys, [0x08]) { image in
      guard case .container(var list) = image.objects[0].content else { return }
      list.references[list.references.count - 1] = reference
      image.objects[0].content = .container(list)
    }
  }

  /// A text in UTF-16, whatever it holds.
  private static func text(_ key: String) -> [UInt8] {
    let units = key.utf16.prefix(1_000)
    return [0x6F, 0x11, UInt8(units.count >> 8), UInt8(units.count & 255)]
      + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  /// A count behind a marker, as large as a signed number of eight bytes.
  private static let nearlyEndless: [UInt8] =
    [0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)

  /// Lists of one list each, the last one of none.
  private static let deep: [UInt8] = {
    let depth: UInt64 = 60_000
    var image = PropertyListImage(
      (1..<depth).map { .init(.container(.init(0xA0, [$0]))) }
        + [.init(.container(.init(0xA0, [])))])
    image.referenceWidth = 2
    image.offsetWidth = 3
    return compressed(image.rendered())
  }()

  private static let zeros = compressed([UInt8](repeating: 0, count: 64 << 20))
  private static let oneKey = list(.array([.string(String("k", times: 8 << 20))]))
  /// Equal texts are written once, so that each element is a reference to the same one.
  private static let references = list(
    .array([PropertyList](repeating: .string(String("k", times: 4_000)), count: 100_000)))
}
