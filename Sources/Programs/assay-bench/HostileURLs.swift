import Forge
import WireFormat

/// URLs of about a mebibyte that cost whoever reads them without care.
struct HostileURLs {
  let context: ForgeContext

  private static let size = 1 << 20

  var all: [(name: String, url: [UInt8])] {
    [
      ("nothing but &", address + [UInt8](repeating: UInt8(ascii: "&"), count: Self.size)),
      ("nothing but %", address + [UInt8](repeating: UInt8(ascii: "%"), count: Self.size)),
      ("noise in Base64", sending(noise(Self.size * 3 / 4))),
      ("a bomb", sending(bomb)), ("a list of many objects", sending(manyObjects)),
      ("a deep list", sending(deep)),
    ]
  }

  private var address: [UInt8] {
    Array("x-absolutemanageconfig.com.acme.mail://apply?token=0&profile=p&payload=q&data=".utf8)
  }

  private func sending(_ packed: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    packed.prefix(Self.size * 3 / 4).withUnsafeBytes { Base64Text.encode($0, into: &text) }
    return address + text.prefix(Self.size).filter { $0 != UInt8(ascii: "=") }
  }

  private func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 1
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }

  private var bomb: [UInt8] {
    var forge = RequestForge(
      .apply, profile: "p", payload: "q", dictionary: .configuration(category: nil, []))
    forge.compression = .bomb(count: 3 << 28)
    return RequestRenderer().packed(forge, for: context)
  }

  /// Stored, so that the URL is as long as the list.
  private func packed(_ list: [UInt8]) -> [UInt8] {
    Deflater().compress(Array("ABTC".utf8) + list, level: 0)
  }

  private var manyObjects: [UInt8] {
    let keys = (0..<40_000).map { PropertyList.Member(key: "key-\($0)", value: .integer($0 % 7)) }
    var writer = PropertyListWriter()
    return packed(writer.write(.dictionary(keys)).prefix(700_000).map { $0 })
  }

  private var deep: [UInt8] {
    // Each array holds the next one; references of two bytes.
    var list = Array("bplist00".utf8)
    let count = 60_000
    var offsets: [UInt8] = []
    for number in 0..<count {
      for shift in [24, 16, 8, 0] { offsets.append(UInt8(truncatingIfNeeded: list.count >> shift)) }
      let next = number + 1 < count ? number + 1 : number
      list += [0xA1, UInt8(truncatingIfNeeded: next >> 8), UInt8(truncatingIfNeeded: next)]
    }
    let table = list.count
    list += offsets + [0, 0, 0, 0, 0, 0, 4, 2]
    for value in [count, 0, table] {
      for shift in stride(from: 56, through: 0, by: -8) {
        list.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    return packed(list)
  }
}
