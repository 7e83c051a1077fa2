import JSONText
import Testing

@testable import Certification

/// Signatures and envelopes, beside the vectors of their sources and those that Python's cryptography has made with the same key.
@Suite struct EnvelopeTests {
  /// RFC 8032, section 7.1: seed, public key, message, signature.
  @Test(arguments: [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
    (
      "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    ),
  ])
  func signaturesAreThoseOfTheRFC(
    seed: String, point: String, message: String, signature: String
  ) throws {
    let key = try #require(SigningKey(rawBytes: SampleKey.bytes(seed)))
    let message = SampleKey.bytes(message)
    var right = SampleKey.bytes(signature)
    #expect(try key.signature(of: message) == right)
    let publicKey = try #require(PublicKey(rawBytes: SampleKey.bytes(point)))
    #expect(try publicKey.pem() == key.publicKey().pem())
    #expect(publicKey.verifies(right, of: message))
    #expect(!publicKey.verifies(right, of: message + [0]))
    #expect(!publicKey.verifies(right + [0], of: message))
    #expect(!publicKey.verifies([], of: message))
    right[40] ^= 1
    #expect(!publicKey.verifies(right, of: message))
  }

  /// The example of the DSSE protocol.
  @Test func whatIsSignedHasTheLengthsOfItsParts() {
    let encoded = Envelope.preAuthenticationEncoding(
      "http://example.com/HelloWorld", Array("hello world".utf8))
    #expect(
      String(decoding: encoded, as: UTF8.self)
        == "DSSEv1 29 http://example.com/HelloWorld 11 hello world")
  }

  /// Type, payload in Base64, signature: by Python's cryptography, over the encoding written in Python.
  @Test(arguments: [
    (
      "application/vnd.in-toto+json",
      "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEifQ==",
      "2WAfaHm5jluo0w+0rk8uVkluELJYWjSmU9x7EUzx+AyteDGJ4/nqyJXfmAUVFIAoQafWm7AxBZNw5M9ixNHiCA=="
    ),
    (
      "application/vnd.exämple+json", "+/+/Pj8=",
      "UdoUIgOGix+6nAWXkBVCEykU0Lg4iiaUeAP4G7jWyvOzIeMtM6K85T00JR7GF1lr8BywrNp2Bv9aszLkTCleDQ=="
    ),
    (
      "application/vnd.in-toto+json", "",
      "gSggCAaTLTYyRH6FIDBem6meyIynsYy8RTHVzwx9tnTb7Bg/1jMWnuVgI/gffqmbsC2VX5/jHfkkDqsj7CDbDg=="
    ),
  ])
  func othersSignTheSame(type: String, payload: String, signature: String) throws {
    let text = """
      {"payload":"\(payload)","payloadType":"\(type)","signatures":[{"sig":"\(signature)"}],"more":1}
      """
    let envelope = try Envelope(Array(text.utf8))
    let key = try SampleKey.signing()
    #expect(try envelope.signature(by: key.publicKey()) == envelope.signatures.first)
    let own = try Envelope(signing: envelope.payload, as: type, with: key)
    #expect(own.signatures.first?.bytes == envelope.signatures.first?.bytes)
    #expect(try Envelope(own.text) == own)
    // The alphabet for URLs says the same.
    let other = text.replacing("+/", with: "-_").replacing("/", with: "_").replacing("+", with: "-")
    if type.utf8.allSatisfy({ $0 != 0x2F }) { #expect(try Envelope(Array(other.utf8)) == envelope) }
    // What was signed as one thing is nothing else.
    var renamed = envelope
    renamed.payloadType += "x"
    #expect(try renamed.signature(by: key.publicKey()) == nil)
  }

  @Test func base64OfBothAlphabetsIsRead() throws {
    func payload(_ text: String) throws(JSONError) -> [UInt8] {
      try Envelope(
        Array(
          "{\"payload\":\"\(text)\",\"payloadType\":\"t\",\"signatures\":[{\"sig\":\"\"}]}".utf8)
      ).payload
    }
    #expect(try payload("+/+/Pj8=") == [0xFB, 0xFF, 0xBF, 0x3E, 0x3F])
    #expect(try payload("-_-_Pj8=") == [0xFB, 0xFF, 0xBF, 0x3E, 0x3F])
    for wrong in ["-_+/", "Pj8", "Pj9=", "Pj8==", "P j8=", "P"] {
      #expect(throws: JSONError.self, "\(wrong)") { try payload(wrong) }
    }
  }

  @Test func oneOfSeveralSignersIsEnough() throws {
    let key = try SampleKey.signing()
    let other = try SigningKey.generate()
    var envelope = try Envelope(signing: [1, 2, 3], as: "t", with: other)
    #expect(try envelope.signature(by: key.publicKey()) == nil)
    envelope.signatures += try Envelope(signing: [1, 2, 3], as: "t", with: key).signatures
    #expect(try envelope.signature(by: key.publicKey()) == envelope.signatures[1])
  }

  @Test(arguments: [
    ("", "line 1, column 1: the text ends"),
    ("{\"payload\":\"\"", "ends within"),
    ("{\"payload\":\"\",\"payload\":\"\"}", "occurs twice"),
    ("{\"payload\":\"\",\"payloadType\":\"t\"}", "\"signatures\" is missing"),
    ("{\"payload\":\"\",\"payloadType\":\"t\",\"signatures\":[]}", "there is no signature"),
    ("{\"payload\":\"\",\"payloadType\":\"t\",\"signatures\":[{}]}", "\"sig\" is missing"),
    ("{\"payload\":\"\",\"payloadType\":7,\"signatures\":[]}", "expected a string"),
    ("{\"payload\":\"\u{1}\"}", "must be escaped"),
    ("{\"deep\":" + String(repeating: "[", count: 100), "more than 64"),
  ])
  func whatIsNoEnvelopeIsToldWithItsPlace(text: String, words: String) {
    let error = #expect(throws: JSONError.self) { try Envelope(Array(text.utf8)) }
    #expect(error.map { "\($0)" }?.contains(words) == true, "\(String(describing: error))")
  }
}
