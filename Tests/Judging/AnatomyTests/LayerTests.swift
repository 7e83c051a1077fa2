import Forge
import Testing
import WireFormat

@testable import Anatomy

/// What is told of single layers.
@Suite("Layers")
struct LayerTests {
  private func layer(
    _ kind: DissectedLayer.Kind, of url: [UInt8], _ limits: AnatomyLimits = .usual
  ) throws -> DissectedLayer {
    try #require(Anatomist(limits: limits).request(url, for: Samples.context).layer(kind))
  }

  private func remarks(_ layer: DissectedLayer) -> [String] { layer.notes.compactMap(\.remark) }

  @Test func aRequestHasAllItsLayers() {
    let plain = Anatomist().request(Samples.url(), for: Samples.context)
    #expect(plain.layers.map(\.kind) == [.url, .base64, .zlib, .magic, .propertyList, .value])
    #expect(plain.layers.allSatisfy { $0.ending == .complete })
    #expect(plain.innermost?.kind == .value)
    let encrypted = Anatomist().request(Samples.url(encrypted: true), for: Samples.context)
    #expect(
      encrypted.layers.map(\.kind)
        == [.url, .base64, .cipher, .zlib, .magic, .propertyList, .value])
    #expect(encrypted.layers.dropFirst().allSatisfy { $0.parameter == "data-x" })
    // What is inside is the same.
    #expect(plain.layer(.value)?.notes == encrypted.layer(.value)?.notes)
  }

  @Test(arguments: [
    ("https://apply?token=1", "it is none of the app's: the answer is NO (ABT-URL-03)"),
    ("X-ABSOLUTEMANAGECONFIG.com.acme.app://apply?a", "it is written in other case (ABT-URL-05)"),
    (
      "x-absolutemanageconfig.com.acme.app://install?a", "the dialect has no such verb (ABT-URL-06)"
    ),
    ("x-absolutemanageconfig.com.acme.app://u@apply?a", "a request has none (ABT-URL-15)"),
    ("x-absolutemanageconfig.com.acme.app://apply?data=a&data=b", "it occurs twice (ABT-URL-13)"),
    (
      "x-absolutemanageconfig.com.acme.app://apply?Data=a",
      "a name of the protocol in other case (ABT-URL-17)"
    ),
    ("x-absolutemanageconfig.com.acme.app://apply?profile=", "it is empty (ABT-URL-12)"),
    (
      "x-absolutemanageconfig.com.acme.app://apply?profile=%zz",
      "an escape is malformed (ABT-URL-18)"
    ),
    ("x-absolutemanageconfig.com.acme.app://apply?profile=%FF", "it is no UTF-8 (ABT-URL-18)"),
    ("x-absolutemanageconfig.com.acme.app://apply?token=00", "it is not the app's (ABT-TOK-02)"),
    (
      "x-absolutemanageconfig.com.acme.app://apply?chunk=3&chunks=2",
      "number and total of the pieces are not right (ABT-CHUNK-07)"
    ),
    (
      "x-absolutemanageconfig.com.acme.app://apply?chunk=1&chunks=900",
      "no more than 256 pieces are allowed (ABT-CHUNK-08)"
    ),
    (
      "x-absolutemanageconfig.com.acme.app://apply?chunk=01&chunks=2",
      "leading zeros, signs and spaces are open to readers (section 4.10)"
    ),
    ("x-absolutemanageconfig.com.acme.app://apply", "there are none (ABT-URL-19)"),
    ("x-absolutemanageconfig.com.acme.app://?a=b", "there is no verb (ABT-URL-19)"),
    (
      "x-absolutemanageconfig.com.acme.app://apply?a= ",
      "0x20 may not stand here unescaped (RFC 3986)"
    ),
  ])
  func whatIsOddAboutAURLIsTold(url: String, remark: String) throws {
    let layer = try layer(.url, of: Array(url.utf8))
    #expect(remarks(layer).contains(remark), "\(remarks(layer))")
    #expect(layer.ending != .complete)
  }

  @Test func aTokenIsToldFromItsLookalikes() throws {
    let right = Token.hmacSHA256Hex(bundleIdentifier: "com.acme.app", apiKey: "key")
    for (token, words) in [
      (right.uppercased(), "it is right but for the case of its digits (ABT-TOK-05)"),
      (String(right.dropLast()), "it is cut off (ABT-TOK-05)"),
      ("", "there is no token (ABT-TOK-04)"),
    ] {
      let url = Samples.url { $0.token = .damaged(.replaced(with: token)) }
      #expect(remarks(try layer(.url, of: url)) == [words])
    }
  }

  @Test func theKeyOfASlipIsFound() throws {
    for slip in EncryptionLayer.KeySlip.allCases {
      let url = Samples.url(encrypted: true) {
        $0.encryption = .slippedKey(slip, iv: [8, 7, 6, 5, 4, 3, 2, 1])
      }
      let words = remarks(try layer(.cipher, of: url))
      #expect(words.contains { $0.hasPrefix("it decrypts under another key: ") }, "\(slip)")
    }
    let chained = Samples.url(encrypted: true) { $0.encryption = .chaining(.ecb, iv: []) }
    #expect(
      remarks(try layer(.cipher, of: chained)).contains(
        "it decrypts as blowfish-ecb: chained in another way"))
    let plain = Samples.url(encrypted: true) { $0.encryption = .none }
    #expect(
      remarks(try layer(.cipher, of: plain)).contains(
        "it begins like a zlib stream: it is not encrypted at all"))
    let stray = Samples.url(encrypted: true) { $0.parameter = .data }
    #expect(
      remarks(try layer(.zlib, of: stray)).contains(
        "it decrypts under the app's key: this is encrypted data (ABT-ENC-08)"))
  }

  @Test func blocksOfCiphertextCarryWhatTheyDecryptTo() throws {
    let url = Samples.url(encrypted: true)
    let cipher = try layer(.cipher, of: url, .full)
    let stream = try layer(.zlib, of: url).bytes
    let blocks = cipher.notes.dropFirst()
    #expect(cipher.notes[0].meaning == "initialisation vector")
    var plain: [UInt8] = []
    for block in blocks { plain += block.decoded?.bytes ?? [] }
    #expect(Array(plain.prefix(stream.count)) == stream)
    #expect(blocks.compactMap(\.output).map(\.count).reduce(0, +) == stream.count)
  }

  @Test func aPieceIsShownUnread() {
    let url = Samples.url { $0.chunk = ChunkLayer(index: 2, of: 3) }
    let dissection = Anatomist().request(url, for: Samples.context)
    #expect(dissection.layers.map(\.kind) == [.url, .base64, .piece])
    #expect(
      dissection.layer(.piece)?.notes.map(\.meaning).first?.hasPrefix("piece 2 of 3: ") == true)
    // A piece of one is whole.
    let whole = Samples.url { $0.chunk = ChunkLayer(index: 1, of: 1) }
    #expect(Anatomist().request(whole, for: Samples.context).layer(.value) != nil)
  }

  @Test func aChecksumIsComputedAndCompared() throws {
    let zlib = try layer(.zlib, of: Samples.url { $0.compression = .checksum(.zeroed) })
    let computed = Checksum.adler32(try layer(.magic, of: Samples.url()).bytes)
    let note = try #require(zlib.notes.last)
    #expect(note.meaning == "Adler-32: what is unpacked has \(Words.hexadecimal(computed))")
    #expect(note.standing == .defect)
  }

  @Test func bothKindsOfDataAreTakenApart() {
    let url = Samples.url() + Array("&data-x=AAAA".utf8)
    let dissection = Anatomist().request(url, for: Samples.context)
    #expect(dissection.layers(in: "data").count == 5)
    #expect(dissection.layers(in: "data-x").map(\.kind) == [.base64, .cipher])
  }

  @Test func membersOfTheDictionaryAreJudged() throws {
    func value(_ members: [PropertyList.Member]) throws -> DissectedLayer {
      var writer = PropertyListWriter()
      return try layer(.value, of: Samples.url(list: writer.write(.dictionary(members))))
    }
    let odd = try value([
      .init(key: "Version", value: .integer(2)), .init(key: "Category", value: .integer(1)),
      .init(key: "More", value: .string("x")),
    ])
    #expect(
      odd.notes.map(\.remark) == [
        nil, "the version is not 1 (ABT-DICT-02)", "the category is no string (ABT-DICT-05)",
        "a key that the protocol does not know (ABT-DICT-08)",
        "the configuration is missing or no dictionary (ABT-DICT-06)",
      ])
    #expect(odd.ending.defect?.clause == "ABT-DICT-02")
    let empty = try value([])
    #expect(empty.ending.defect?.clause == "ABT-DICT-03")
    let right = try value([
      .init(key: "Version", value: .integer(1)),
      .init(key: "Configuration", value: .dictionary([])),
    ])
    #expect(right.ending == .complete)
  }

  @Test func objectsThatNothingRefersToAndGapsAreTold() throws {
    let image = PropertyListImage([
      .init(.container(.init(0xA0, [1]))), .init(.bytes([0x09]), gap: [1, 2]),
      .init(.bytes([0x10, 0x05])),
    ])
    let list = try layer(.propertyList, of: Samples.url(list: image.rendered()))
    #expect(list.notes.compactMap(\.remark).contains("they belong to no object"))
    let lost = try #require(list.notes.first { $0.meaning == "object 2: integer 5" })
    #expect(lost.remark?.contains("nothing refers to it") == true)
    #expect(lost.range == 13..<15)
  }

  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00Z"), (-63_113_904_000, "0001-01-01T00:00:00Z"),
    (252_423_993_599, "9999-12-31T23:59:59Z"), (94_521_600, "2003-12-31T00:00:00Z"),
    (99_705_600, "2004-02-29T00:00:00Z"), (0.5, "2001-01-01T00:00:00Z and a fraction"),
    (-0.5, "2000-12-31T23:59:59Z and a fraction"), (Double.infinity, "inf s after 2001-01-01"),
  ])
  func datesAreTheirOwn(seconds: Double, text: String) {
    #expect(DateWords.text(seconds) == text)
  }
}
