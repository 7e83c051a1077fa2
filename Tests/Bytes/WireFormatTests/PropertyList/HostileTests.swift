import Testing
import WireFormat

/// Small lists that would cost much: they end at once, or these tests never end.
@Suite("Property lists that attack a reader")
struct HostileTests {
  var reader = PropertyListReader()

  /// `levels` arrays, each of `fan` references to the next.
  private func laughs(levels: Int, fan: Int) -> [UInt8] {
    var objects = (1...levels).map { level in
      [0xA0 | UInt8(fan)] + Array(repeating: UInt8(level), count: fan)
    }
    objects.append([0x51, 0x78])
    var image = Image([0x09])
    image.objects = objects
    image.offsetWidth = 2
    return image.bytes
  }

  @Test("a billion laughs")
  mutating func billion() {
    let reading = reader.read(laughs(levels: 10, fan: 9))
    #expect(reading.freedom?.reason == .sharedContainer)
    #expect(reading.value == nil)
    // Small ones keep their value.
    let few = reader.read(laughs(levels: 2, fan: 2))
    let pair = PropertyList.array([.string("x"), .string("x")])
    #expect(few.value == .array([pair, pair]))
  }

  @Test("more laughs than any number holds")
  mutating func overflow() {
    let reading = reader.read(laughs(levels: 200, fan: 14))
    #expect(reading.freedom != nil && reading.value == nil)
  }

  @Test("many references to one long string")
  mutating func longString() {
    let text = [UInt8](repeating: 0x78, count: 500_000)
    var image = Image([0xAF, 0x11, 0x10, 0] + Array(repeating: 1, count: 4_096))
    image.objects.append([0x5F, 0x12] + bigEndian(500_000, 4) + text)
    image.offsetWidth = 3
    let reading = reader.read(image.bytes)
    #expect(reading.freedom?.reason == .tooMuchContent && reading.value == nil)
  }

  @Test("33, 256 and 70,000 containers in each other")
  mutating func deep() {
    func nest(_ levels: Int) -> [UInt8] {
      var image = Image([0xA0])
      image.referenceWidth = 3
      image.offsetWidth = 3
      image.objects =
        (1..<levels).map { [0xA1] + bigEndian(UInt64($0), 3) } + [[0xA0]]
      return image.bytes
    }
    let little = reader.read(nest(33))
    #expect(little.freedom?.reason == .nestedTooDeep && little.value != nil)
    #expect(reader.read(nest(256)).value != nil)
    let much = reader.read(nest(70_000))
    #expect(much.freedom?.reason == .nestedTooDeep && much.value == nil)
    // The reader is as good as new.
    #expect(reader.read(Image([0x09]).bytes) == .accepted(.boolean(true)))
  }

  @Test("ten thousand dictionaries of the same long keys")
  mutating func longKeys() {
    var image = Image([0x09])
    let keys = (0..<2).map { number in
      [0x5F, 0x12] + bigEndian(100_000, 4) + [UInt8](repeating: 0x78, count: 99_999)
        + [UInt8(0x30 + number)]
    }
    let dictionaries = (0..<10_000).map { _ in
      [UInt8(0xD2)] + bigEndian(1, 3) + bigEndian(2, 3) + bigEndian(3, 3) + bigEndian(3, 3)
    }
    let references = (0..<10_000).flatMap { bigEndian(UInt64($0 + 4), 3) }
    image.objects = [[0xAF, 0x12] + bigEndian(10_000, 4) + references] + keys + [[0x09]]
    image.objects += dictionaries
    image.referenceWidth = 3
    image.offsetWidth = 3
    let reading = reader.read(image.bytes)
    #expect(reading.freedom?.reason == .tooManyObjects)
  }

  @Test("keys of combining marks without end")
  mutating func combiningMarks() {
    let marks = (0..<200_000).flatMap { $0 & 1 == 0 ? [0x03, 0x01] : [0x03, 0x23] as [UInt8] }
    let key = [0x6F, 0x12] + bigEndian(200_000, 4)
    var image = Image([0xD2, 1, 2, 3, 3], key + marks, ascii("a"), [0x09])
    image.offsetWidth = 3
    #expect(reader.read(image.bytes).value != nil)
    #expect(reader.read(image.bytes).freedom == nil)
    image.objects[2] = key + marks.dropFirst(2) + [0x03, 0x01]
    #expect(reader.read(image.bytes).freedom?.reason == .canonicallyEquivalentKeys)
    image.objects[2] = key + marks
    #expect(reader.read(image.bytes).freedom?.reason == .duplicateKey)
  }

  @Test("thousands of long arrays in one place")
  mutating func overlapping() {
    var image = Image([0x09])
    // At every second byte begins an array of 44,817 references.
    image.objects = [[0xA1, 1]] + Array(repeating: [], count: 10_000)
    image.beforeTable = (0..<100_000).map { $0 & 1 == 0 ? 0xAF : 0x11 }
    image.offsetWidth = 3
    for number in 1...10_000 { image.movedOffsets[number] = UInt64(8 + 2 * number) }
    let reading = reader.read(image.bytes)
    #expect(reading.freedom?.reason == .overlappingObjects && reading.value == nil)
  }

  @Test("a table of 200,000 offsets of one byte")
  mutating func manyOffsets() {
    var image = Image([0xA1, 1])
    image.behindTable = Array(repeating: 8, count: 200_000)
    image.saysCount = 200_000
    #expect(reader.read(image.bytes) == .free(Freedom(.overlappingObjects, at: 10), nil))
  }

  @Test("bytes without sense", arguments: 1...200 as ClosedRange<UInt64>)
  mutating func noise(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    var bytes = Array("bplist00".utf8)
    bytes += (0..<400).map { _ in UInt8.random(in: 0...255, using: &generator) }
    bytes += [0, 0, 0, 0, 0, 0, 1, 1] + bigEndian(40, 8) + bigEndian(0, 8) + bigEndian(200, 8)
    if case .accepted = reader.read(bytes) {
      Issue.record("noise of seed \(seed) was accepted")
    }
  }
}

@Suite("The limits of a dialect")
struct PropertyListLimitsTests {
  @Test("bind the reader")
  func dialect() {
    var dialect = Dialect()
    dialect.limits.maxDepth = 2
    dialect.limits.maxInflatedBytes = 100
    var reader = PropertyListReader(limits: PropertyListLimits(dialect))
    var writer = PropertyListWriter()
    let deep = PropertyList.array([.array([.array([])])])
    #expect(reader.read(writer.write(deep)) == .free(Freedom(.nestedTooDeep, at: 8), deep))
    #expect(reader.read(writer.write(.array([.array([])]))).freedom == nil)
    let long = PropertyList.data(Array(repeating: 0, count: 99))
    #expect(reader.read(writer.write(long)).freedom?.reason == .tooMuchContent)
    let short = PropertyList.data(Array(repeating: 0, count: 97))
    #expect(reader.read(writer.write(short)) == .accepted(short))
  }
}
