import Testing
import WireFormat

@testable import Forge

/// Taking lists apart and putting them together again.
@Suite("Images of property lists")
struct PropertyListImageTests {
  /// `{"a": [true, "a"]}` as Python's plistlib writes it.
  static let golden: [UInt8] =
    Array("bplist00".utf8) + [0xD1, 1, 2, 0x51, 0x61, 0xA2, 3, 1, 0x09]
    + [8, 11, 13, 16] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 4]
    + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 17]

  @Test("a small list in its parts")
  func parts() {
    var expected = PropertyListImage([
      .init(.container(.init(0xD0, [1, 2]))), .init(.bytes([0x51, 0x61])),
      .init(.container(.init(0xA0, [3, 1]))), .init(.bytes([0x09])),
    ])
    #expect(PropertyListImage(lifting: Self.golden) == expected)
    #expect(expected.rendered() == Self.golden)
    #expect(
      expected.regions().map(\.words) == [
        "header", "object 0 (top): dictionary of 1 pairs", "object 1: ASCII string",
        "object 2: array of 2 members", "object 3: boolean", "table of 4 offsets", "trailer",
      ])
    #expect(
      expected.regions().map(\.range) == [
        0..<8, 8..<11, 11..<13, 13..<16, 16..<17, 17..<21, 21..<53,
      ])
    // Wider references move everything behind the first container.
    expected.referenceWidth = 2
    let wide = expected.rendered()
    #expect(wide.count == Self.golden.count + 4)
    #expect(PropertyListImage(lifting: wide) == expected)
  }

  @Test("each number of the trailer, and each entry, can say something else")
  func overrides() {
    var image = PropertyListImage(lifting: Self.golden)
    image.trailer?.padding = [1, 2, 3, 4, 5, 6]
    image.trailer?.offsetWidth = 9
    image.trailer?.referenceWidth = 0
    image.trailer?.objectCount = .max
    image.trailer?.top = 77
    image.trailer?.tableOffset = 1
    image.objects[1].offset = 200
    let bytes = image.rendered()
    var beginning = Array(Self.golden[..<21])
    beginning[18] = 200
    #expect(Array(bytes[..<21]) == beginning)
    let most = [UInt8](repeating: 255, count: 8)
    let trailer: [UInt8] =
      [1, 2, 3, 4, 5, 6, 9, 0] + most + [0, 0, 0, 0, 0, 0, 0, 77, 0, 0, 0, 0, 0, 0, 0, 1]
    #expect(Array(bytes.suffix(32)) == trailer)
    image.trailer = nil
    image.order = [3, 3, -1, 99]
    #expect(image.rendered().count == 21)
    #expect(image.rendered()[8] == 0x09)
  }

  /// Puts the same bytes together, and parts without gaps.
  private func check(_ bytes: [UInt8], _ words: @autoclosure () -> String) {
    let image = PropertyListImage(lifting: bytes)
    #expect(image.rendered() == bytes, "\(words())")
    var end = 0
    for region in image.regions() {
      #expect(region.range.lowerBound == end && !region.range.isEmpty, "\(words())")
      end = region.range.upperBound
    }
    #expect(end == bytes.count, "\(words())")
  }

  @Test("lifting and rendering give the same bytes: lists, also with bytes and bits changed")
  func identity() {
    var writer = PropertyListWriter()
    for seed in 1...PropertyListClaimTests.seeds * 3 {
      var samples = PropertyListSamples(seed: seed)
      var bytes = writer.write(samples.dictionary())
      check(bytes, "seed \(seed), canonical")
      for _ in 0..<4 {
        switch samples.below(4) {
        case 0: bytes.insert(UInt8(samples.below(256)), at: samples.below(bytes.count))
        case 1: bytes.remove(at: samples.below(bytes.count))
        case 2: bytes[bytes.count - 1 - samples.below(min(bytes.count, 60))] ^= 1
        default: bytes[samples.below(bytes.count)] = UInt8(samples.below(256))
        }
        check(bytes, "seed \(seed), changed")
      }
    }
  }

  @Test("lifting and rendering give the same bytes: tables by chance over bytes by chance")
  func noise() {
    for seed in 1...PropertyListClaimTests.seeds * 3 {
      var samples = PropertyListSamples(seed: seed)
      let body = samples.bytes(samples.below(200))
      check(body, "seed \(seed), noise")
      let width = samples.within(0...9)
      let count = samples.below(40)
      var bytes = Array("bplist00".utf8) + body
      let table = bytes.count - samples.below(5)
      for _ in 0..<count * width {
        bytes.append(samples.below(3) > 0 ? 0 : UInt8(samples.below(256)))
      }
      bytes += [0, 0, 0, 0, 0, 0, UInt8(width), UInt8(samples.within(0...9))]
      for number in [UInt64(count), 0, UInt64(table)] {
        PropertyListImage.append(number, width: 8, to: &bytes)
      }
      check(bytes, "seed \(seed), tables")
    }
  }

  @Test("lifting a canonical list leaves nothing verbatim")
  func structure() {
    var writer = PropertyListWriter()
    for seed in 1...PropertyListClaimTests.seeds {
      var samples = PropertyListSamples(seed: seed)
      let bytes = writer.write(samples.dictionary())
      let image = PropertyListImage(lifting: bytes)
      #expect(image.order.isEmpty && image.beforeTable.isEmpty && image.behindTable.isEmpty)
      #expect(image.trailer == PropertyListImage.Trailer())
      #expect(image.objects.allSatisfy { $0.offset == nil && $0.gap.isEmpty })
      #expect(
        image.objects.count == Int(bytes[bytes.count - 17]) + 256 * Int(bytes[bytes.count - 18]))
    }
  }

  @Test("a list of more objects than are taken apart, of one long array, of one place for all")
  func large() {
    var image = PropertyListImage(Array(repeating: .init(.bytes([0x09])), count: 40_000))
    image.offsetWidth = 3
    check(image.rendered(), "many objects")
    #expect(PropertyListImage(lifting: image.rendered()).objects.isEmpty)
    image = PropertyListImage([.init(.container(.init(0xA0, Array(repeating: 0, count: 300_000))))])
    image.offsetWidth = 3
    check(image.rendered(), "a long array")
    #expect(PropertyListImage(lifting: image.rendered()) != PropertyListImage(verbatim: []))
    image = PropertyListImage(Array(repeating: .init(.bytes([]), offset: 8), count: 30_000))
    image.beforeTable = [0xAF, 0x12, 0xFF, 0xFF, 0xFF, 0xFF]
    check(image.rendered(), "one place")
  }
}
