import Testing
import WireFormat

@Suite("Base64")
struct Base64Tests {
  private func decode(_ text: String) -> Base64Text.Outcome { Base64Text.decode(Array(text.utf8)) }

  @Test(
    "the vectors of RFC 4648 section 10",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func vectors(plain: String, text: String) {
    #expect(Base64Text.encode(Array(plain.utf8)) == Array(text.utf8))
    #expect(decode(text) == .decoded(Array(plain.utf8)))
  }

  @Test("every byte in every place of a group")
  func allBytes() {
    for length in 0..<300 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ length) }
      #expect(Base64Text.decode(Base64Text.encode(bytes)) == .decoded(bytes))
    }
    #expect(Base64Text.encode([0xFB, 0xFF, 0xBF]) == Array("+/+/".utf8))
  }

  @Test("every byte outside the alphabet is foreign, in every place")
  func foreign() {
    let alphabet = Set(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for byte in UInt8.min...UInt8.max where !alphabet.contains(byte) {
      for position in 0..<7 where !(byte == UInt8(ascii: "=") && position == 6) {
        var text = Array("Zm9vYmE=".utf8)
        text[position] = byte
        #expect(Base64Text.decode(text) == .foreignCharacter(at: position))
      }
    }
  }

  @Test("padding inside, white space, the URL-safe alphabet")
  func intruders() {
    #expect(decode("Zg==Zg==") == .foreignCharacter(at: 2))
    #expect(decode("Zm9v\n") == .foreignCharacter(at: 4))
    #expect(decode(" Zm9v") == .foreignCharacter(at: 0))
    #expect(decode("Zm-_") == .foreignCharacter(at: 2))
    #expect(decode("Zm9v\r\nYmFy") == .foreignCharacter(at: 4))
  }

  @Test("impossible lengths", arguments: ["Z", "Z=", "Z==", "Z===", "Zm9vY", "Zm9vY==="])
  func lengths(text: String) {
    #expect(decode(text) == .impossibleLength)
  }

  @Test("padding that is missing or too much, and bits that are not zero")
  func leniency() {
    #expect(decode("Zg") == .paddingMissing([0x66]))
    #expect(decode("Zg=") == .paddingMissing([0x66]))
    #expect(decode("Zm8") == .paddingMissing([0x66, 0x6F]))
    #expect(decode("Zm8==") == .paddingSurplus([0x66, 0x6F]))
    #expect(decode("Zm9v=") == .paddingSurplus([0x66, 0x6F, 0x6F]))
    #expect(decode("=") == .paddingSurplus([]))
    #expect(decode("Zh==") == .nonCanonicalBits([0x66]))
    #expect(decode("Zo==") == .nonCanonicalBits([0x66]))
    #expect(decode("Zm9=") == .nonCanonicalBits([0x66, 0x6F]))
    #expect(decode("Zm+=") == .nonCanonicalBits([0x66, 0x6F]))
  }

  @Test("as readings they name reason and place")
  func readings() {
    let foreign = Base64Text.read(Array("Zm*v".utf8))
    #expect(foreign == .refused(Defect(.foreignCharacter(UInt8(ascii: "*")), at: 2)))
    #expect(Base64Text.read(Array("Zg".utf8)).freedom?.shouldRefuse == true)
    #expect(Base64Text.read(Array("Zh==".utf8)).freedom?.shouldRefuse == false)
    #expect(Base64Text.read(Array("Z".utf8)).defect?.reason == .impossibleLength)
  }
}
