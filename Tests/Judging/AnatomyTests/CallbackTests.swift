import Testing
import WireFormat

@testable import Anatomy

@Suite("Callbacks")
struct CallbackTests {
  private static let head = "absoluteapps://thirdpartyprofilestatus?profile=p&payload=q&token=t"

  private func dissect(_ tail: String) -> Dissection {
    Anatomist().callback(Array((Self.head + tail).utf8))
  }

  private func changedValues(_ packed: [UInt8]) -> String {
    var raw: [UInt8] = []
    PercentCoding.encode(packed, into: &raw)
    return "&status=Success&changedValues=" + String(decoding: raw, as: UTF8.self)
  }

  @Test func changedValuesAreUnpacked() {
    let dissection = dissect(changedValues(ChangedValues.encode(["host", "Zoë"])))
    #expect(dissection.subject == .callback)
    #expect(dissection.layers.map(\.kind) == [.url, .base64, .zlib, .propertyList, .value])
    #expect(dissection.layers.allSatisfy { $0.ending == .complete })
    #expect(
      dissection.layer(.value)?.notes.map(\.meaning)
        == ["array of 2 elements", "[0] \"host\"", "[1] \"Zoë\""])
  }

  @Test func theirVerdictIsTheStrictReaders() {
    var writer = PropertyListWriter()
    let values: [PropertyList] = [
      .array([]), .string("x"), .dictionary([]), .array([.string("a"), .integer(1)]),
    ]
    for value in values {
      let packed = Base64Text.encode(Deflater().compress(writer.write(value)))
      let layer = dissect(changedValues(packed)).innermost
      let defect = ChangedValues.decode(packed).defect
      #expect(layer?.kind == .value)
      #expect(layer?.ending.defect?.words == defect.map { Finding($0).words })
    }
    for text in ["", "!", "AAAA", "eJw="] {
      let defect = ChangedValues.decode(Array(text.utf8)).defect
      let stop = dissect(changedValues(Array(text.utf8))).layers.compactMap(\.ending.defect)
      #expect(stop == defect.map { [Finding($0)] })
    }
  }

  @Test(arguments: [
    ("&status=Maybe", "the dialect has no such status"),
    ("&status=Error&status=Error", "it occurs twice (ABT-CB-08)"),
    ("&errorMessage=a b", "0x20 may not stand here unescaped (RFC 3986)"),
    ("&errorMessage=%", "a percent sign without two hexadecimal digits (RFC 3986)"),
  ])
  func whatIsOddIsTold(tail: String, remark: String) {
    let layer = dissect(tail).layers[0]
    #expect(layer.notes.compactMap(\.remark).contains(remark))
    #expect(layer.ending.defect?.sentence == remark)
  }

  @Test func errorsAreNamed() {
    let notes = dissect("&status=Error&errorCode=7&errorMessage=a%20b").layers[0].notes
    #expect(notes.contains { $0.meaning == "the error: undecodable data" })
    #expect(notes.contains { $0.meaning == "the error in words" && $0.text?.text == "a b" })
    let other = Anatomist().callback(Array("https://example.com?profile=p".utf8)).layers[0]
    #expect(other.ending.defect?.clause == "ABT-CB-02")
  }
}
