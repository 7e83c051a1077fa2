import Testing
import WireFormat

@testable import Forge

/// The words of stored requests, and values that no form makes by chance: names that stay whatever the code calls them.
@Suite struct StoredNamesTests {
  private func words<Word: FieldWord>(_ type: Word.Type) -> String {
    Word.allCases.map(\.word).joined(separator: " ")
  }

  @Test func wordsStayAsTheyAre() {
    #expect(words(RequestForge.Action.self) == "apply reset")
    #expect(words(RequestForge.DataParameter.self) == "data data-x")
    #expect(words(RequestForge.Parameter.self) == "token profile payload chunk chunks data")
    #expect(words(WirePosition.self) == "property-list content stream packed piece text url")
    #expect(
      words(CompressionLayer.Strategy.self) == "filtered huffman-only run-lengths fixed-codes")
    #expect(words(CompressionLayer.Flush.self) == "sync full partial")
    #expect(
      words(CompressionLayer.CodeDamage.self)
        == "lengths-oversubscribed literals-oversubscribed distances-oversubscribed "
        + "lengths-incomplete literals-incomplete distances-incomplete no-end-of-block "
        + "too-many-literals too-many-distances repeated-too-early repeated-too-long")
    #expect(
      words(EncryptionLayer.KeySlip.self)
        == "secret-first bundle-identifier-alone secret-alone first-other-hash second-other-hash "
        + "first-half hexadecimal upper-hexadecimal hmac no-hash separated-by-dot "
        + "separated-by-colon separated-by-nul ended-by-nul ended-by-newline hashed-twice")
    #expect(
      words(EncryptionLayer.ChainingSlip.self)
        == "ecb ecb-behind-vector zero-vector-not-sent vector-not-sent vector-at-end vector-twice")
    #expect(
      words(EncryptionLayer.PaddingSlip.self)
        == "zeros none one-and-zeros random-and-count zeros-and-count count-too-high "
        + "whole-block-more")
    #expect(words(ChunkLayer.Place.self) == "index total")
    #expect(
      words(ChunkLayer.Word.self)
        == "nothing word hexadecimal fraction exponent letter-behind comma-behind arabic-digits "
        + "full-width-digits separator")
    #expect(
      words(EscapingLayer.MalformedEscape.self)
        == "no-digits one-digit cut-off cut-off-after-digit")
    #expect(
      words(EscapingLayer.NonUTF8.self)
        == "impossible-byte lone-continuation truncated overlong surrogate beyond-unicode")
    #expect(
      words(PropertyListImage.CountForm.self)
        == "in-marker one-byte two-bytes four-bytes eight-bytes sixteen-bytes")
  }

  @Test func imagesHaveNamesForAllTheirParts() throws {
    var image = PropertyListImage([
      .init(
        .container(.init(0xD0, [1, .max], countForm: .sixteenBytes)), offset: 1 << 60, gap: [1]),
      .init(.bytes([9])),
    ])
    image.order = [1, 0]
    image.beforeTable = [2]
    image.behindTable = [3]
    image.trailer?.padding = [4]
    image.trailer?.offsetWidth = 5
    image.trailer?.referenceWidth = 6
    image.trailer?.objectCount = 7
    image.trailer?.top = 8
    image.trailer?.tableOffset = 9
    var forge = ForgeSamples.simple
    forge.propertyList = .image(image)
    let text: String = [
      #"{"form":"image","headerBase64":"YnBsaXN0MDA=","objects":[{"gapBase64":"AQ==","#,
      #""offset":"1152921504606846976","container":{"marker":208,"count":"sixteen-bytes","#,
      #""references":[1,"18446744073709551615"]}},{"bytesBase64":"CQ=="}],"order":[1,0],"#,
      #""offsetWidth":1,"referenceWidth":1,"beforeTableBase64":"Ag==","#,
      #""behindTableBase64":"Aw==","trailer":{"paddingBase64":"BA==","offsetWidth":5,"#,
      #""referenceWidth":6,"objectCount":7,"top":8,"tableOffset":9}}"#,
    ].joined()
    #expect(forge.stored().contains(#""plist":"# + text))
    #expect(try RequestForge.reading(forge.stored()) == forge)
  }

  @Test func slotsAndPiecesHaveNamesForAllTheirParts() throws {
    var forge = ForgeSamples.simple
    forge.parameters = .slots([
      .init(.token), .init(nil, name: [0x61], .raw([0x62])), .init(.data, .extended(by: [0x63])),
      .init(.chunk, .empty), .init(nil, name: [], .absent), .init(.payload, .followed(by: [0x25])),
    ])
    forge.chunk = ChunkLayer(index: 2, of: 3, form: .numbers, cut: 4..<9)
    forge.compression = .checksum(.bitFlipped(7))
    let text = [
      #""zlib":{"form":"checksum","damage":"bit-flipped","bit":7},"#,
      #""chunk":{"form":"canonical","index":2,"total":3,"cut":{"from":4,"count":5}},"#,
      #""parameters":{"form":"slots","slots":[{"parameter":"token","value":"canonical"},"#,
      #"{"nameBase64":"YQ==","value":"raw","valueBase64":"Yg=="},"#,
      #"{"parameter":"data","value":"extended","valueBase64":"Yw=="},"#,
      #"{"parameter":"chunk","value":"empty"},{"nameBase64":"","value":"absent"},"#,
      #"{"parameter":"payload","value":"followed","valueBase64":"JQ=="}]}"#,
    ].joined()
    #expect(forge.stored().contains(text))
    #expect(try RequestForge.reading(forge.stored()) == forge)
  }

  @Test func numbersThatAreWrongWithoutAnyFormComeBack() throws {
    for (index, total) in [(0, 2), (3, 2), (1, 0), (2, 1), (-1, .max), (1, 1), (0, 0)] {
      var forge = ForgeSamples.simple
      forge.chunk = ChunkLayer(index: index, of: total)
      #expect(try RequestForge.reading(forge.stored()) == forge)
    }
  }
}
