import ReferenceLibrary
import Testing
import WireFormat

@Suite("Unpacking (ABT-DATA)")
struct UnpackingTests {
  @Test("every value reaches the delegate unchanged")
  func values() throws {
    let app = TestApp()
    let all: [(String, PropertyList)] = [
      ("", .string("")), ("e\u{301}", .string("\u{1F600}\0\u{212B}")), ("low", .integer(.min)),
      ("high", .integer(.max)), ("zero", .real(-0.0)), ("huge", .real(.infinity)),
      ("tiny", .real(.leastNonzeroMagnitude)), ("yes", .boolean(true)), ("one", .integer(1)),
      ("date", .date(387_417_600.5)), ("data", .data([0, 255])), ("list", .array([])),
      ("inner", .dictionary([.init(key: "a", value: .array([.boolean(false)]))])),
    ]
    #expect(try app.callback(TestRequest.apply(all)).status == "Success")
    let entries = all.map { ConfigurationEntry($0.0, ConfigurationValue($0.1)) }
    #expect(app.calls == [.apply("Mail", entries)])
  }

  @Test(
    "what is no canonical Base64 is code 7",
    arguments: ["!", "A", "=", "AAA", "AAAA=", "AA==AA==", "AA A", "AAA_", "AAA\n"])
  func base64(text: String) throws {
    let app = TestApp()
    #expect(
      try app.callback(TestRequest.apply([]).with("data", text)).isError(7))
  }

  @Test("damaged zlib, a wrong magic and what is no property list are code 7")
  func layers() throws {
    let app = TestApp()
    let plain = PropertyListWriter.list(TestRequest.dictionary([]))
    let right = Deflater().compress(Array("ABTC".utf8) + plain)
    #expect(try app.callback(TestRequest(packed: right)).status == "Success")
    var flipped = right
    flipped[flipped.count - 1] ^= 1
    let wrong: [[UInt8]] = [
      Array(right.dropLast()), Array(right.prefix(2)), right + [0], flipped,
      Deflater(format: .raw).compress(Array("ABTC".utf8) + plain),
      Deflater(format: .gzip).compress(Array("ABTC".utf8) + plain),
      Deflater().compress(plain), Deflater().compress(Array("ABTD".utf8) + plain),
      Deflater().compress(Array("AB".utf8)), Deflater().compress(Array("ABTC<plist/>".utf8)),
      Deflater().compress(Array("ABTCbplist15".utf8) + plain.dropFirst(8)),
    ]
    for packed in wrong {
      #expect(try app.callback(TestRequest(packed: packed)).isError(7))
      #expect(app.calls.isEmpty)
    }
    #expect(try app.callback(TestRequest(packed: right)).status == "Success")
  }

  @Test("the limit of the unpacked size is exact")
  func sizeLimit() throws {
    let app = TestApp()
    let limit = Dialect.profile1.limits.maxInflatedBytes
    let overhead = packedSize(content: 100_000) - 100_000
    for (surplus, isFine) in [(0, true), (1, false)] {
      let content = limit - overhead + surplus
      #expect(packedSize(content: content) == limit + surplus)
      let request = TestRequest.apply([("fill", .data(fill(content)))])
      let callback = try app.callback(request)
      #expect(isFine ? callback.status == "Success" : callback.isError(8))
    }
  }

  private func fill(_ count: Int) -> [UInt8] { Array(repeating: 7, count: count) }

  private func packedSize(content: Int) -> Int {
    4 + PropertyListWriter.list(TestRequest.dictionary([("fill", .data(fill(content)))])).count
  }

  @Test("32 levels are accepted, and ten thousand do no harm")
  func depth() throws {
    let app = TestApp()
    for (levels, isFine) in [(30, true), (10_000, false)] {
      var value = PropertyList.array([])
      for _ in 1..<levels { value = .array([value]) }
      let callback = try app.callback(TestRequest.apply([("deep", value)]))
      #expect((callback.status == "Success") == isFine)
    }
  }

  @Test("a list that expands through shared references is refused")
  func sharedReferences() throws {
    let app = TestApp()
    // Eight arrays of ten references each to the next, in the object table itself.
    var objects: [[UInt8]] = [[0xD2, 1, 2, 3, 4], Array("WVersion".utf8), [0x5D]]
    objects[1] = [0x57] + Array("Version".utf8)
    objects[2] = [0x5D] + Array("Configuration".utf8)
    objects.append([0x10, 1])
    objects.append([0xD1, 5, 6])
    objects.append([0x51, 0x61])
    for level in 6..<14 { objects.append([0xAA] + Array(repeating: UInt8(level + 1), count: 10)) }
    objects.append([0x51, 0x62])
    var list = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(list.count))
      list += object
    }
    let table = UInt8(list.count)
    list += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(objects.count), 0, table] { list += [0, 0, 0, 0, 0, 0, 0, number] }
    let packed = Deflater().compress(Array("ABTC".utf8) + list)
    #expect(try app.callback(TestRequest(packed: packed)).isError(7))
    #expect(app.calls.isEmpty)
  }
}

extension PropertyListWriter {
  static func list(_ value: PropertyList) -> [UInt8] {
    var writer = PropertyListWriter()
    return writer.write(value)
  }
}
