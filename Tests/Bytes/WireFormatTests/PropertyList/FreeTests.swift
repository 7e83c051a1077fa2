import Testing
import WireFormat

/// "Free" of section 2.1: every construct, one by one, accepted by nobody and refused by nobody.
@Suite("Property lists that leave a reader free")
struct FreeTests {
  var reader = PropertyListReader(configurationKey: "C")

  private mutating func expect(
    _ image: Image, _ reason: Freedom.Reason, _ value: PropertyList? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let reading = reader.read(image.bytes)
    #expect(reading.freedom?.reason == reason, "\(reading)", sourceLocation: sourceLocation)
    #expect(reading.value == value, sourceLocation: sourceLocation)
  }

  @Test("null, fill bytes, UIDs, sets")
  mutating func types() {
    expect(Image([0xA1, 1], [0x00]), .null)
    expect(Image([0xA1, 1], [0x0F]), .fill)
    expect(Image([0xA1, 1], [0x80, 5]), .uid)
    expect(Image([0xA1, 1], [0x8F] + [UInt8](repeating: 1, count: 16)), .uid)
    expect(Image([0xA1, 1], [0xC1, 2], [0x09]), .set)
    expect(Image([0xA1, 1], [0xB1, 2], [0x09]), .set)
    expect(Image([0xC0]), .set)
  }

  @Test("integers and counts wider than 8 bytes")
  mutating func wide() {
    expect(Image([0xA1, 1], [0x14] + bigEndian(1, 16)), .wideInteger)
    expect(Image([0xA1, 1], [0x15] + bigEndian(1, 32)), .wideInteger)
    expect(Image([0xA1, 1], [0x1F] + bigEndian(1, 40)), .wideInteger)
    for marker in [0x4F, 0x5F, 0x6F, 0xAF, 0xCF, 0xDF] as [UInt8] {
      expect(Image([0xA1, 1], [marker, 0x14] + bigEndian(0, 16)), .wideCount)
    }
    expect(Image([0xD1, 1, 2], [0x5F, 0x14] + bigEndian(1, 16) + [0x61], [0x09]), .wideCount)
  }

  @Test("a count that is no integer", arguments: [0x00, 0x09, 0x23, 0x51, 0xA0] as [UInt8])
  mutating func countMarkers(marker: UInt8) {
    for container in [0x4F, 0x5F, 0x6F, 0xAF, 0xDF] as [UInt8] {
      let object = [container, marker, 0, 0, 0, 0, 0, 0, 0, 0]
      expect(Image([0xA1, 1], object), .countNotInteger)
    }
    expect(Image([0xD1, 1, 2], [0x5F, 0x50, 0], [0x09]), .countNotInteger)
  }

  @Test("keys that are not strings, below the configuration's own")
  mutating func keys() {
    let below = Image(
      [0xD1, 1, 2], ascii("C"), [0xD1, 3, 4], ascii("d"), [0xD1, 5, 5], [0x10, 1])
    expect(below, .keyNotString)
    expect(Image([0xD1, 1, 2], ascii("other"), [0xD1, 3, 3], [0x09]), .keyNotString)
  }

  @Test("lone surrogates and high bytes")
  mutating func text() {
    for text in [
      [0xD8, 0], [0xDC, 0], [0xD8, 0, 0, 0x61], [0, 0x61, 0xD8, 0], [0xDC, 0, 0xD8, 0],
      [0xD8, 0, 0xD8, 0, 0xDC, 0],
    ] as [[UInt8]] {
      expect(Image([0xA1, 1], [0x60 | UInt8(text.count / 2)] + text), .loneSurrogate)
    }
    expect(Image([0xA1, 1], [0x51, 0x80]), .highByteInASCII)
    let long = Array("seventeen bytes. ".utf8) + [0xFF]
    expect(Image([0xA1, 1], [0x5F, 0x10, 18] + long), .highByteInASCII)
    #expect(reader.read(Image([0x5F, 0x10, 18] + long).bytes).freedom?.offset == 28)
  }

  @Test("duplicate keys, in every encoding of them, also of the dictionary's own")
  mutating func duplicates() {
    expect(Image([0xD2, 1, 1, 2, 2], ascii("Version"), [0x10, 1]), .duplicateKey)
    expect(Image([0xD2, 1, 2, 3, 3], ascii("a"), ascii("a"), [0x10, 1]), .duplicateKey)
    expect(Image([0xD2, 1, 2, 3, 3], ascii("a"), [0x61, 0, 0x61], [0x10, 1]), .duplicateKey)
    let members = (0..<300).map { PropertyList.Member(key: "k\($0 % 299)", value: .integer(1)) }
    var writer = PropertyListWriter()
    #expect(
      reader.read(writer.write(.dictionary(members))).freedom?.reason == .duplicateKey)
    #expect(reader.read(writer.write(.dictionary(Array(members[1...])))).freedom == nil)
  }

  @Test("keys that are canonically equivalent")
  mutating func equivalents() {
    let members = ["\u{E9}", "e\u{301}"].map { PropertyList.Member(key: $0, value: .integer(1)) }
    var writer = PropertyListWriter()
    let both = reader.read(writer.write(.dictionary(members)))
    #expect(both.freedom?.reason == .canonicallyEquivalentKeys)
    // The Kelvin sign and the Greek question mark have ASCII equivalents.
    for (sign, ascii) in [("\u{212A}", "K"), ("\u{37E}", ";")] {
      let keys = [sign, ascii].map { PropertyList.Member(key: $0, value: .integer(1)) }
      #expect(
        reader.read(writer.write(.dictionary(keys))).freedom?.reason == .canonicallyEquivalentKeys)
    }
    // In two dictionaries they are no matter.
    let apart = PropertyList.array(members.map { .dictionary([$0]) })
    #expect(reader.read(writer.write(apart)) == .accepted(apart))
  }

  @Test("containers shared by reference")
  mutating func shared() {
    let value = PropertyList.array([.array([.boolean(true)]), .array([.boolean(true)])])
    expect(Image([0xA2, 1, 1], [0xA1, 2], [0x09]), .sharedContainer, value)
  }

  @Test("overlapping objects, and two offsets of one object")
  mutating func overlaps() {
    var image = Image([0xA2, 1, 2], [0x52, 0x51, 0x61], [])
    image.movedOffsets = [2: 12]
    expect(image, .overlappingObjects, .array([.string("Qa"), .string("a")]))
    image.movedOffsets = [2: 11]
    expect(image, .overlappingObjects, .array([.string("Qa"), .string("Qa")]))
  }

  @Test("objects and tables that run into the tables behind them")
  mutating func running() {
    expect(Image([0x52, 0x61]), .runsIntoTables, .string("a\u{8}"))
    var behind = Image([0xA1, 1], [])
    behind.behindTable = [0x09]
    behind.movedOffsets = [1: 12]
    #expect(reader.read(behind.bytes).value == .array([.boolean(true)]))
    #expect(reader.read(behind.bytes).freedom != nil)
    var table = Image([0x09])
    table.saysCount = 3
    table.padding = [8, 8, 0, 0, 0, 0]
    #expect(reader.read(table.bytes).freedom != nil)
  }

  @Test("an object in the header")
  mutating func header() {
    var image = Image([0xA1, 1], [])
    image.movedOffsets = [1: 0]
    expect(image, .objectInHeader, .array([.string("\u{706C}\u{6973}")]))
  }

  @Test("objects that nothing refers to, broken or sound")
  mutating func unreferenced() {
    expect(Image([0x09], [0x90]), .brokenUnreferencedObject, .boolean(true))
    expect(Image([0x09], [0x5F, 0x10, 200]), .brokenUnreferencedObject, .boolean(true))
    expect(Image([0x09], [0x08]), .unreferencedObject, .boolean(true))
    var image = Image([0x09], [])
    image.movedOffsets = [1: 255]
    expect(image, .brokenUnreferencedObject, .boolean(true))
    // A cycle that nothing refers to.
    expect(Image([0x09], [0xA1, 1]), .unreferencedObject, .boolean(true))
  }

  @Test("bytes between and in the tables")
  mutating func gaps() {
    var image = Image([0x09])
    image.behindTable = [1]
    expect(image, .bytesBetweenTables, .boolean(true))
    image.behindTable = []
    image.beforeTable = [0]
    expect(image, .bytesBetweenObjects, .boolean(true))
    image.beforeTable = []
    for position in 0..<6 {
      image.padding = Array(repeating: 0, count: 6)
      image.padding[position] = 1
      expect(image, .trailerPadding, .boolean(true))
    }
    var first = Image([0x09])
    first.objects = [[0x08, 0x09]]
    first.movedOffsets = [0: 9]
    expect(first, .bytesBetweenObjects, .boolean(true))
  }

  @Test("another version, whatever is wrong with it")
  mutating func version() {
    var image = Image([0x09])
    image.header = Array("bplist01".utf8)
    expect(image, .otherVersion, .boolean(true))
    image.objects = [[0x90]]
    expect(image, .otherVersion)
    image.saysOffsetWidth = 0
    expect(image, .otherVersion)
  }

  @Test("NaN with a sign, a payload or signalling")
  mutating func notANumber() {
    for bits in [0xFFF8_0000_0000_0000, 0x7FF8_0000_0000_0001, 0x7FF0_0000_0000_0001] as [UInt64] {
      let reading = reader.read(Image([0x23] + bigEndian(bits, 8)).bytes)
      #expect(reading == .free(Freedom(.notANumberPayload, at: 8), .real(Double(bitPattern: bits))))
    }
    let narrow = reader.read(Image([0x22, 0xFF, 0xC0, 0, 0]).bytes)
    #expect(narrow.freedom?.reason == .notANumberPayload)
  }

  @Test("dates that are not finite or outside the years 1 to 9999")
  mutating func dates() {
    let seconds: [Double] = [
      .infinity, -.infinity, .nan, 252_423_993_600, (-63_113_904_000 as Double).nextDown, 1e300,
    ]
    for seconds in seconds {
      let image = Image([0xA1, 1], [0x33] + bigEndian(seconds.bitPattern, 8))
      expect(image, .dateOutOfRange, .array([.date(seconds)]))
    }
  }

  @Test("widths that the tables suggest to be wider")
  mutating func narrow() {
    var image = Image([0xA1, 1], [0x4F, 0x11, 1, 0] + Array(repeating: 0, count: 256))
    expect(image, .narrowWidth, .array([.data(Array(repeating: 0, count: 256))]))
    image.offsetWidth = 2
    #expect(reader.read(image.bytes).freedom == nil)
  }

  @Test("a defect that only a free construct leads to binds nobody")
  mutating func belowFreedoms() {
    expect(Image([0xA1, 1], [0xC1, 9]), .set)
    expect(Image([0xA1, 1], [0xCF, 0x10, 200]), .set)
    expect(Image([0xD2, 1, 1, 2, 3], ascii("a"), [0x09], [0x90]), .duplicateKey)
    expect(Image([0xA1, 1], [0xD1, 2, 3], [0x00], [0xA1, 1]), .keyNotString)
  }

  @Test("SHOULD refuse is told from the rest")
  func leaning() {
    let leaning = Freedom.Reason.allCases.filter { Freedom($0, at: 0).shouldRefuse }
    #expect(leaning == [.paddingMissing, .paddingSurplus, .trailingBytes])
  }
}
