import Testing
import WireFormat

/// "Must accept" of section 2.1 (ABT-DATA-14).
@Suite("Unusual property lists that must be accepted")
struct MustAcceptTests {
  var reader = PropertyListReader()

  @Test(
    "integers of 1, 2 and 4 bytes are unsigned, of 8 bytes signed",
    arguments: [
      ([0x10, 0xFF], 255), ([0x11, 0xFF, 0xFE], 65_534), ([0x11, 0, 1], 1),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295), ([0x12, 0, 0, 0, 7], 7),
      ([0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], -1),
      ([0x13, 0x80, 0, 0, 0, 0, 0, 0, 0], .min), ([0x13, 0, 0, 0, 0, 0, 0, 0, 9], 9),
    ] as [([UInt8], Int64)])
  mutating func integers(object: [UInt8], number: Int64) {
    #expect(reader.read(Image(object).bytes) == .accepted(.integer(number)))
  }

  @Test("reals of 4 and 8 bytes")
  mutating func reals() {
    let third = Float(1) / 3
    let narrow = [0x22] + bigEndian(UInt64(third.bitPattern), 4)
    #expect(reader.read(Image(narrow).bytes) == .accepted(.real(Double(third))))
    let notANumber = [0x22] + bigEndian(UInt64(Float.nan.bitPattern), 4)
    #expect(reader.read(Image(notANumber).bytes) == .accepted(.real(.nan)))
    let wide = [0x23] + bigEndian((-0.0).bitPattern, 8)
    #expect(reader.read(Image(wide).bytes) == .accepted(.real(-0.0)))
  }

  @Test("every width of offsets and references", arguments: 1...8, 1...8)
  mutating func widths(offsetWidth: Int, referenceWidth: Int) {
    let references = bigEndian(1, referenceWidth) + bigEndian(2, referenceWidth)
    var image = Image([0xD1] + references, ascii("key"), [0x09])
    image.offsetWidth = offsetWidth
    image.referenceWidth = referenceWidth
    let value = PropertyList.dictionary([.init(key: "key", value: .boolean(true))])
    #expect(reader.read(image.bytes) == .accepted(value))
  }

  @Test("every form of a count", arguments: [0, 1, 2, 3])
  mutating func counts(power: Int) {
    let width = 1 << power
    let count = [UInt8(0x10 | power)] + bigEndian(2, width)
    let objects: [([UInt8], PropertyList)] = [
      ([0x5F] + count + [0x61, 0x62], .string("ab")),
      ([0x4F] + count + [7, 8], .data([7, 8])),
      ([0x6F] + count + [0, 0xE9, 0, 0x62], .string("\u{E9}b")),
    ]
    for (object, value) in objects {
      #expect(reader.read(Image(object).bytes) == .accepted(value))
    }
    let array = Image([0xAF] + count + [1, 2], [0x08], [0x09])
    #expect(reader.read(array.bytes) == .accepted(.array([.boolean(false), .boolean(true)])))
    let dictionary = Image([0xDF] + count + [1, 2, 3, 3], ascii("a"), ascii("b"), [0x09])
    #expect(reader.read(dictionary.bytes).value != nil)
    #expect(reader.read(dictionary.bytes).freedom == nil)
  }

  @Test("objects in any order, any of them on top")
  mutating func order() {
    var image = Image([0x09], [0xA2, 0, 2], ascii("x"))
    image.top = 1
    let value = PropertyList.array([.boolean(true), .string("x")])
    #expect(reader.read(image.bytes) == .accepted(value))
    // The table itself in another order than the bytes: the objects 1 and 2 change places.
    var swapped = Image([0xA2, 1, 2], [0x09], [0x08])
    swapped.movedOffsets = [1: 12, 2: 11]
    #expect(
      reader.read(swapped.bytes) == .accepted(.array([.boolean(false), .boolean(true)])))
  }

  @Test("scalars shared by reference, keys too")
  mutating func shared() {
    let image = Image([0xD2, 1, 2, 1, 3], ascii("a"), ascii("b"), [0xA2, 1, 1])
    let value = PropertyList.dictionary([
      .init(key: "a", value: .string("a")),
      .init(key: "b", value: .array([.string("a"), .string("a")])),
    ])
    #expect(reader.read(image.bytes) == .accepted(value))
  }

  @Test("text in 16 bits per character that would fit in 8")
  mutating func wideText() {
    let image = Image([0x62, 0, 0x61, 0, 0x62])
    #expect(reader.read(image.bytes) == .accepted(.string("ab")))
  }

  @Test("dates at both ends of the years 1 to 9999")
  mutating func dates() {
    for seconds in [-63_113_904_000, 252_423_993_599.5] {
      let image = Image([0x33] + bigEndian(seconds.bitPattern, 8))
      #expect(reader.read(image.bytes) == .accepted(.date(seconds)))
    }
  }

  @Test("32 containers in each other, and 10,000 objects")
  mutating func bounds() {
    var nested = PropertyList.array([])
    for _ in 1..<32 { nested = .array([nested]) }
    var writer = PropertyListWriter()
    #expect(reader.read(writer.write(nested)) == .accepted(nested))
    let many = PropertyList.array(Array(repeating: .boolean(true), count: 9_999))
    #expect(reader.read(writer.write(many)) == .accepted(many))
  }
}
