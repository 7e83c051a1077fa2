import Testing
import WireFormat

@Suite("The dialect")
struct DialectTests {
  @Test("profile 1 is the table of section 2")
  func profile1() {
    let dialect = Dialect.profile1
    #expect(
      dialect.defaultScheme(bundleIdentifier: "com.example.app")
        == "x-absolutemanageconfig.com.example.app")
    #expect(dialect.callbackPrefix == "absoluteapps://thirdpartyprofilestatus?")
    #expect(dialect.magic == [0x41, 0x42, 0x54, 0x43])
    #expect(dialect.verbs.apply == "apply" && dialect.verbs.reset == "reset")
    #expect(dialect.parameters.encryptedData == "data-x")
    #expect(dialect.token.word == "hmac-sha256-hex")
    #expect(dialect.keyHash.rawValue == "sha256" && dialect.cipher.rawValue == "blowfish-cbc-iv")
    #expect(dialect.errorCodes.malformedRequest == 1 && dialect.errorCodes.tooManyChunks == 13)
    #expect(dialect.limits.maxInflatedBytes == 1_048_576 && dialect.limits.maxURLBytes == 1_048_576)
    #expect(!dialect.changedValuesCarryMagic)
    #expect(dialect == Dialect())
  }

  @Test(
    "words of algorithms come back", arguments: ["hmac-sha256-hex", "hmac-sha1-hex", "sha256-hex"])
  func words(word: String) {
    #expect(Dialect.TokenAlgorithm(word: word)?.word == word)
    #expect(Dialect.TokenAlgorithm(word: word.uppercased()) == nil)
  }
}
