import Testing
import WireFormat

/// "Must refuse" of section 2.1: every defect of ABT-DATA-06 and ABT-DATA-07, one by one.
@Suite("Broken property lists that must be refused")
struct MustRefuseTests {
  var reader = PropertyListReader()

  private mutating func expect(
    _ image: Image, _ reason: Defect.Reason, at offset: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(image.bytes, reason, at: offset, sourceLocation: sourceLocation)
  }

  private mutating func expect(
    _ bytes: [UInt8], _ reason: Defect.Reason, at offset: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let defect = reader.read(bytes).defect
    #expect(defect?.reason == reason, sourceLocation: sourceLocation)
    if let offset { #expect(defect?.offset == offset, sourceLocation: sourceLocation) }
  }

  @Test(
    "other formats",
    arguments: [
      "", "b", "bplist0", "bplist15________________________________",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist><dict/></plist>",
      "{\"Version\": 1, \"Configuration\": {\"a\": \"long enough for a trailer\"}}",
    ])
  mutating func otherFormats(text: String) {
    expect(Array(text.utf8), .notBinaryPropertyList, at: 0)
  }

  @Test("a truncated trailer")
  mutating func trailer() {
    expect(Array("bplist00".utf8), .truncatedTrailer)
    expect(Array("bplist00".utf8) + Array(repeating: 0, count: 31), .truncatedTrailer, at: 39)
  }

  @Test("widths of 0 and of more than 8", arguments: [0, 9, 16, 128, 255] as [UInt8])
  mutating func widths(width: UInt8) {
    var image = Image([0x09])
    image.saysOffsetWidth = width
    expect(image, .offsetWidth(Int(width)), at: 16)
    image.saysOffsetWidth = nil
    image.saysReferenceWidth = width
    expect(image, .referenceWidth(Int(width)), at: 17)
  }

  @Test("no objects, and a top object that does not exist")
  mutating func top() {
    var image = Image([0x09])
    image.top = 1
    expect(image, .topObjectOutOfRange, at: 26)
    image.top = .max
    expect(image, .topObjectOutOfRange)
    image.top = 0
    image.saysCount = 0
    expect(image, .topObjectOutOfRange)
  }

  @Test("a table beyond the end, also by overflow")
  mutating func table() {
    var image = Image([0x09])
    for position in [43, 1_000, UInt64(Int64.max), .max] {
      image.saysTable = position
      expect(image, .offsetTableOutOfRange)
    }
    image.saysTable = nil
    for count in [34, 1 << 32, 1 << 61, 1 << 63, .max] as [UInt64] {
      image.saysCount = count
      expect(image, .offsetTableOutOfRange)
    }
    image.offsetWidth = 8
    image.saysCount = 1 << 61
    expect(image, .offsetTableOutOfRange)
  }

  @Test("an offset at or beyond the end", arguments: [59, 1 << 20, 1 << 40, .max] as [UInt64])
  mutating func offsets(offset: UInt64) {
    var image = Image([0xA1, 1], [0x09])
    image.offsetWidth = 8
    image.movedOffsets = [1: offset]
    expect(image, .offsetOutOfRange)
  }

  @Test("a reference to an object that does not exist")
  mutating func references() {
    expect(Image([0xA2, 1, 2], [0x09]), .referenceOutOfRange, at: 10)
    expect(Image([0xD1, 2, 1], [0x09]), .referenceOutOfRange, at: 9)
    expect(Image([0xD1, 1, 200], ascii("a")), .referenceOutOfRange, at: 10)
    var image = Image([0xA1] + bigEndian(.max, 8))
    image.referenceWidth = 8
    expect(image, .referenceOutOfRange)
  }

  @Test("cycles of one, two and three containers")
  mutating func cycles() {
    expect(Image([0xA1, 0]), .referenceCycle, at: 8)
    expect(Image([0xD1, 1, 0], ascii("a")), .referenceCycle)
    expect(Image([0xA1, 1], [0xA1, 0]), .referenceCycle)
    expect(Image([0xD1, 1, 2], ascii("a"), [0xA2, 1, 3], [0xA1, 2]), .referenceCycle)
  }

  @Test("counts beyond the data")
  mutating func counts() {
    expect(Image([0x5F, 0x11, 0xFF, 0xFF]), .countBeyondData, at: 8)
    expect(Image([0x4F, 0x10, 200]), .countBeyondData)
    expect(Image([0x6F, 0x10, 30]), .countBeyondData)
    expect(Image([0xAF, 0x12, 0x7F, 0xFF, 0xFF, 0xFF]), .countBeyondData)
    expect(Image([0xDF, 0x10, 30]), .countBeyondData)
    for count in [UInt64.max, 1 << 63, UInt64(Int64.max), 1 << 62] {
      for marker in [0x4F, 0x5F, 0x6F, 0xAF, 0xDF] as [UInt8] {
        expect(Image([marker, 0x13] + bigEndian(count, 8)), .countBeyondData)
      }
    }
  }

  @Test("an object that the end cuts off")
  mutating func truncated() {
    var image = Image([0xA1, 1], [0x09])
    image.saysTable = 10
    // Object 1 begins with the trailer's last byte, which is made a marker.
    for (marker, reason) in [
      (0x13, .truncatedObject), (0x23, .truncatedObject), (0x33, .truncatedObject),
      (0x5F, .truncatedObject), (0x52, .countBeyondData),
    ] as [(UInt8, Defect.Reason)] {
      var bytes = Array("bplist00".utf8) + Array(repeating: 0, count: Int(marker) - 8)
      let table = bytes.count
      bytes += [0] + [0, 0, 0, 0, 0, 0, 1, 1] + bigEndian(1, 8) + bigEndian(0, 8)
      bytes += bigEndian(UInt64(table), 8)
      bytes[table] = UInt8(bytes.count - 1)
      expect(bytes, reason, at: bytes.count - 1)
    }
  }

  @Test(
    "markers that are none",
    arguments: [
      0x01, 0x07, 0x0A, 0x0B, 0x20, 0x21, 0x24, 0x2F, 0x30, 0x32, 0x34, 0x90, 0x95,
      0x90,
      0xE0, 0xF0, 0xFF,
    ] as [UInt8])
  mutating func markers(marker: UInt8) {
    let rest = [UInt8](repeating: 0, count: 16)
    expect(Image([0xA1, 1], [marker] + rest), .unknownMarker(marker), at: 10)
  }

  @Test("keys of the dictionary and of the configuration that are not strings")
  mutating func keys() {
    for key in [[0x10, 1], [0x09], [0x00], [0xA0], [0xD0], [0x41, 0x61], [0x80, 1]] as [[UInt8]] {
      expect(Image([0xD1, 1, 2], key, [0x09]), .keyNotString)
    }
    reader = PropertyListReader(configurationKey: "C")
    expect(Image([0xD1, 1, 2], ascii("C"), [0xD1, 3, 3], [0x09]), .keyNotString)
    let wide = Image([0xD1, 1, 2], [0x61, 0, 0x43], [0xD1, 3, 3], [0x09])
    expect(wide, .keyNotString)
  }

  @Test("a defect deep down, in sight of the top, whatever else is free")
  mutating func besideFreedoms() {
    expect(Image([0xA2, 1, 2], [0x00], [0xA1, 3], [0x90]), .unknownMarker(0x90))
    expect(Image([0xA2, 1, 1], [0xA1, 9]), .referenceOutOfRange)
    var image = Image([0xA1, 7], [0x09])
    image.padding[0] = 1
    image.behindTable = [0]
    expect(image, .referenceOutOfRange)
  }

  @Test("every defect has a layer, a clause and a message that says where")
  func messages() {
    let defect = Defect(.unknownMarker(0x90), at: 12)
    #expect(defect.layer == .propertyList)
    #expect(
      defect.description
        == "propertyList, byte 12: a marker that version 00 does not have: 0x90")
  }
}
