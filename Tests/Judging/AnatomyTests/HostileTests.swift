import Forge
import Testing
import WireFormat

@testable import Anatomy

/// Whatever is sent, the notes stay few, and what they leave out is counted.
@Suite("Hostile URLs")
struct HostileTests {
  private static let head = Array("x-absolutemanageconfig.com.acme.app://apply?".utf8)

  private func dissect(_ url: [UInt8], _ limits: AnatomyLimits = .usual) -> Dissection {
    Anatomist(limits: limits).request(url, for: Samples.context)
  }

  /// The cut notes of a layer.
  private func cuts(_ layer: DissectedLayer?) -> [String] {
    layer?.notes.filter(\.isCut).map(\.meaning) ?? []
  }

  @Test("of a million parameters")
  func parameters() throws {
    let url =
      Self.head + [UInt8](repeating: UInt8(ascii: "&"), count: 1 << 20) + Array("data=!".utf8)
    let dissection = dissect(url)
    let layer = try #require(dissection.layer(.url))
    #expect(layer.notes.count < 100)
    #expect(cuts(layer) == ["… 1,048,544 more parameters"])
    // Data is found wherever it stands.
    #expect(dissection.layer(.base64)?.bytes == Array("!".utf8))
    #expect(dissect(url, .full).layers[0].notes.count < 2_010)
    #expect(Anatomist().callback(url).layers[0].notes.count < 100)
  }

  @Test("of a hundred thousand escapes")
  func escapes() throws {
    let url =
      Self.head + Array("data=".utf8) + Array(String(repeating: "A%41", count: 100_000).utf8)
    let layer = try #require(dissect(url).layer(.url))
    #expect(layer.notes.count < 20)
    #expect(cuts(layer) == ["… 99,996 more escaped runs"])
  }

  @Test("with bombs in them, which are unpacked to the limit and no further")
  func bombs() throws {
    let stream = ZlibZeros.stream(Dialect.profile1.magic, count: 1 << 30, Deflater())
    let dissection = dissect(Samples.url(packed: stream))
    let zlib = try #require(dissection.layer(.zlib))
    #expect(zlib.notes.count < 10)
    #expect(zlib.ending.defect?.clause == "ABT-DATA-08")
    #expect(dissection.layer(.unpacked)?.bytes.count == 1 << 20)
    // Two bits of the stream make 258 zeros.
    #expect(try #require(zlib.ending.defect).offset < 1_200)
  }

  @Test("of a hundred thousand blocks")
  func blocks() throws {
    let stream = [0x78, 0x9C] + [UInt8](repeating: 0, count: 4) + [0xFF, 0xFF, 0xFF]
    #expect(dissect(Samples.url(packed: stream)).layer(.zlib)?.ending.defect != nil)
    let many = CompressionLayer.emptyBlocks(4_000).applied(to: [1, 2, 3], Deflater())
    let zlib = try #require(dissect(Samples.url(packed: many)).layer(.zlib))
    #expect(zlib.ending == .complete)
    #expect(zlib.notes.count == 16)
    #expect(cuts(zlib) == ["… 3,990 more blocks"])
  }

  @Test("of a hundred thousand objects")
  func objects() throws {
    var image = PropertyListImage(
      [
        .init(
          .container(
            .init(0xA0, (1..<100_000).map { UInt64($0) }, countForm: .fourBytes)))
      ] + (1..<100_000).map { _ in .init(.bytes([0x09])) })
    image.offsetWidth = 3
    image.referenceWidth = 3
    let dissection = dissect(Samples.url(list: image.rendered()))
    let list = try #require(dissection.layer(.propertyList))
    #expect(list.notes.count == 1 + 48 + 1 + 1 + 6)
    #expect(cuts(list) == ["… 99,952 more objects"])
    let value = try #require(dissection.layer(.value))
    #expect(value.notes.count == 65)
    #expect(cuts(value) == ["… 99,936 more members"])
  }

  @Test("of containers in each other")
  func depth() throws {
    let count = 20_000
    var image = PropertyListImage(
      (0..<count).map {
        .init(.container(.init(0xA0, $0 == count - 1 ? [] : [UInt64($0 + 1)])))
      })
    image.offsetWidth = 3
    image.referenceWidth = 2
    let url = Samples.url(list: image.rendered())
    let value = try #require(dissect(url).layer(.value))
    #expect(value.notes.count == 14)
    #expect(value.notes.last?.isCut == true)
    #expect(try #require(dissect(url, .full).layer(.value)).notes.count == 66)
  }

  @Test("of lists that expand, and that hold themselves")
  func references() throws {
    var laughs = PropertyListImage(
      (0..<30).map {
        .init(
          .container(.init(0xA0, $0 == 29 ? [] : Array(repeating: UInt64($0 + 1), count: 14))))
      })
    laughs.offsetWidth = 2
    let expanded = dissect(Samples.url(list: laughs.rendered()), .full)
    #expect(try #require(expanded.layer(.value)).notes.count < 10_100)

    let circle = PropertyListImage([
      .init(.container(.init(0xD0, [1, 0]))), .init(.bytes(Array("Qa".utf8))),
    ])
    let dissection = dissect(Samples.url(list: circle.rendered()))
    #expect(dissection.layer(.propertyList)?.ending.defect?.clause == "ABT-DATA-07")
    let value = try #require(dissection.layer(.value))
    #expect(
      value.notes.map(\.meaning) == [
        "dictionary of 1 pair", "\"a\": object 0 again, which holds this",
      ])
    #expect(value.ending == .notRead("the list must be refused"))
  }

  @Test("of objects that all lie in one place")
  func overlaps() throws {
    let count = 60_000
    var list = Array("bplist00".utf8) + [UInt8](repeating: 0xAE, count: count)
    let table = list.count
    list += [UInt8](repeating: 8, count: count) + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [count, 0, table] {
      list += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    let layer = try #require(dissect(Samples.url(list: list)).layer(.propertyList))
    #expect(layer.ending.freedom?.offset == table)
    #expect(layer.notes.count < 60)
  }

  @Test("with numbers at the ends of their ranges")
  func numbers() {
    let sound = PropertyListImage([.init(.bytes([0x09]))]).rendered()
    for field in 0..<32 {
      for byte in [UInt8(0), 1, 0x7F, 0x80, 0xFF] {
        var list = sound
        list[sound.count - 32 + field] = byte
        Agreement.expect(Samples.url(list: list), "\(field): \(byte)")
        for index in sound.count - 24..<sound.count { list[index] = byte }
        Agreement.expect(Samples.url(list: list), "all: \(byte)")
      }
    }
    for marker in UInt8.min...UInt8.max {
      for tail in [[], [0x13] + [UInt8](repeating: 0xFF, count: 8), [0x14], [0x1F, 0, 0]] {
        let image = PropertyListImage([.init(.bytes([marker] + tail))])
        Agreement.expect(Samples.url(list: image.rendered()), "marker \(marker) \(tail)")
      }
    }
  }
}
