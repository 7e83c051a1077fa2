import PayloadCipher
import Testing
import WireFormat

@Suite("Encryption (ABT-ENC)")
struct EncryptionTests {
  let values: [(String, PropertyList)] = [("host", .string("mail"))]

  @Test("each edition reads what it should")
  func editions() throws {
    let plain = TestRequest.apply(values)
    let encrypted = TestRequest.apply(values, encrypted: true)
    let both = plain.with("data-x", encrypted.parameters.last?.value)
    let neither = plain.with("data", nil)

    let plainApp = TestApp()
    #expect(try plainApp.callback(plain).status == "Success")
    #expect(try plainApp.callback(encrypted).isError(5))
    #expect(try plainApp.callback(both).status == "Success")
    #expect(try plainApp.callback(plain.url + "&data-x=%&data-x=y").status == "Success")
    #expect(try plainApp.callback(neither).isError(4))
    #expect(try plainApp.callback(plain.with("data", "")).isError(4))

    let strict = TestApp(allowUnencrypted: false)
    #expect(try strict.callback(encrypted).status == "Success")
    #expect(strict.calls.count == 1)
    #expect(try strict.callback(plain).isError(6))
    #expect(try strict.callback(both).isError(1))
    #expect(try strict.callback(neither).isError(4))

    let lenient = TestApp(allowUnencrypted: true)
    #expect(try lenient.callback(encrypted).status == "Success")
    #expect(try lenient.callback(plain).status == "Success")
    #expect(try lenient.callback(both).isError(1))
  }

  @Test("all that is wrong with a ciphertext looks the same")
  func damage() throws {
    let app = TestApp(allowUnencrypted: true)
    let packed = Packing.pack(TestRequest.dictionary(values))
    let right = TestRequest.cipher.encrypt(packed, iv: Array(repeating: 9, count: 8))
    let other = BlowfishCipher(key: PayloadKey.derive(bundleIdentifier: "com.x", secret: "y"))
    var damaged: [[UInt8]] = [
      packed, Array(right.dropLast()), Array(right.dropLast(8)), Array(right.prefix(8)),
      other.encrypt(packed, iv: Array(repeating: 9, count: 8)),
      TestRequest.cipher.encrypt([1, 2, 3], iv: []),
      TestRequest.cipher.encrypt(Deflater().compress([1, 2, 3]), iv: []),
    ]
    for position in [0, 9, right.count / 2] {
      var flipped = right
      flipped[position] ^= 1
      damaged.append(flipped)
    }
    for bytes in damaged {
      let text = String(decoding: Base64Text.encode(bytes), as: UTF8.self)
      let request = TestRequest.apply(values, encrypted: true).with("data-x", text)
      let callback = try app.callback(request)
      #expect(callback.isError(7))
      #expect(callback.text(of: "errorMessage") == "The data cannot be decoded.")
      #expect(app.calls.isEmpty)
    }
    let text = String(decoding: Base64Text.encode(right), as: UTF8.self)
    #expect(try app.callback(TestRequest.apply(values).with("data", text)).isError(7))
  }
}
