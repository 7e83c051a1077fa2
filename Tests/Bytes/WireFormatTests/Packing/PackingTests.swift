import Testing
import WireFormat

@Suite("Packing and unpacking")
struct PackingTests {
  var packing = Packing()
  let deflater = Deflater()
  let request = Golden.lists.first { $0.name == "request" }!.value

  private func packed(_ plain: [UInt8]) -> [UInt8] { deflater.compress(plain) }

  private func listBytes(_ value: PropertyList) -> [UInt8] {
    var writer = PropertyListWriter()
    return writer.write(value)
  }

  @Test("a request that Python packed")
  mutating func golden() {
    let reading = Array(Golden.data.utf8).withUnsafeBytes { packing.unpack(base64: $0) }
    #expect(reading == .accepted(request))
    #expect(Packing.unpack(packing.pack(request)) == .accepted(request))
  }

  @Test("the plain form is magic and property list")
  mutating func plainForm() {
    let plain = Inflater().inflate(packing.pack(request), limit: 10_000).output
    #expect(plain == Array("ABTC".utf8) + listBytes(request))
    var dialect = Dialect()
    dialect.magic = [1, 2]
    let other = Inflater().inflate(Packing.pack(request, dialect: dialect), limit: 10_000).output
    #expect(other == [1, 2] + listBytes(request))
    #expect(Packing.unpack(packing.pack(request), dialect: dialect).defect?.reason == .wrongMagic)
  }

  @Test("magic that is missing, wrong or partial", arguments: ["", "A", "ABT", "abtc", "CTBA"])
  mutating func magic(magic: String) {
    let reading = packing.unpack(packed(Array(magic.utf8) + listBytes(request)))
    #expect(reading == .refused(Defect(.wrongMagic, at: 0)))
    #expect(packing.unpack(packed(Array(magic.utf8))).defect?.reason == .wrongMagic)
  }

  @Test("every broken layer is named")
  mutating func layers() {
    let good = packing.pack(request)
    #expect(packing.unpack([]).defect?.reason == .truncatedStream)
    #expect(packing.unpack(Array(good.dropLast())).defect?.reason == .truncatedStream)
    #expect(packing.unpack([0x78, 0xBB, 0, 0, 0, 1]).defect?.reason == .presetDictionary)
    #expect(packing.unpack(Array(good.dropFirst(2))).defect?.layer == .zlib)
    let noList = packing.unpack(packed(Array("ABTC<plist/>".utf8)))
    #expect(noList.defect?.reason == .notBinaryPropertyList)
    let foreign = Array("A*==".utf8).withUnsafeBytes { packing.unpack(base64: $0) }
    #expect(foreign.defect?.layer == .base64)
  }

  @Test("bytes behind the stream, and loose Base64, leave it free")
  mutating func loose() {
    let trailing = packing.unpack(packing.pack(request) + [0])
    #expect(trailing.freedom?.reason == .trailingBytes && trailing.value == request)
    var text = Base64Text.encode(packing.pack(request) + [7])
    text.removeAll { $0 == UInt8(ascii: "=") }
    let both = text.withUnsafeBytes { packing.unpack(base64: $0) }
    #expect(both.freedom?.shouldRefuse == true && both.value == request)
  }

  @Test("a window too small for its distances leaves it free")
  mutating func window() {
    var generator = SeededGenerator(state: 5)
    let noise = (0..<600).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let value = PropertyList.dictionary([
      .init(key: "a", value: .data(noise)), .init(key: "b", value: .data(noise + [0])),
    ])
    let plain = Array("ABTC".utf8) + listBytes(value)
    let raw = Deflater(format: .raw).compress(plain)
    let sealed = [0x18, 0x95] + raw + bigEndian(UInt64(Checksum.adler32(plain)), 4)
    #expect(packing.unpack(sealed).freedom?.reason == .distanceBeyondWindow)
    #expect(packing.unpack(sealed).value == value)
    #expect(packing.unpack(Deflater(windowBits: 9).compress(plain)) == .accepted(value))
  }

  @Test("the top object must be a dictionary")
  mutating func top() {
    for value in [PropertyList.array([request]), .string("Version"), .integer(1)] {
      let reading = packing.unpack(packed(Array("ABTC".utf8) + listBytes(value)))
      #expect(reading.defect?.reason == .topNotDictionary)
    }
    for object in [[0x00], [0xC0], [0x80, 1], [0x14] + bigEndian(0, 16)] as [[UInt8]] {
      let reading = packing.unpack(packed(Array("ABTC".utf8) + Image(object).bytes))
      #expect(reading.defect?.reason == .topNotDictionary, "\(object)")
    }
    let fill = packing.unpack(packed(Array("ABTC".utf8) + Image([0x0F]).bytes))
    #expect(fill.freedom?.reason == .fill)
  }

  @Test("exactly the limit is accepted, one byte more refused")
  mutating func limit() {
    func plain(_ size: Int) -> [UInt8] {
      var bytes = 0
      var value = PropertyList.dictionary([])
      var count = size - 70
      while bytes != size {
        value = .dictionary([.init(key: "a", value: .data(Array(repeating: 0, count: count)))])
        bytes = 4 + listBytes(value).count
        count += size - bytes
      }
      return Array("ABTC".utf8) + listBytes(value)
    }
    let limit = Dialect.profile1.limits.maxInflatedBytes
    #expect(plain(limit).count == limit)
    #expect(packing.unpack(packed(plain(limit))).freedom == nil)
    #expect(packing.unpack(packed(plain(limit))).defect == nil)
    let over = packing.unpack(packed(plain(limit + 1)))
    #expect(over == .refused(Defect(.overLimit(limit), at: limit)))
    let bomb = packed(Array("ABTC".utf8) + Array(repeating: 0, count: 20_000_000))
    #expect(packing.unpack(bomb).defect?.reason == .overLimit(limit))
  }

  @Test("the configuration's keys are found by the dialect's name")
  mutating func configurationKey() {
    let image = Image([0xD1, 1, 2], ascii("Settings"), [0xD1, 3, 3], [0x09])
    let plain = packed(Array("ABTC".utf8) + image.bytes)
    #expect(packing.unpack(plain).freedom?.reason == .keyNotString)
    var dialect = Dialect()
    dialect.keys.configuration = "Settings"
    #expect(Packing.unpack(plain, dialect: dialect).defect?.reason == .keyNotString)
  }
}
