import PayloadCipher
import ReferenceLibrary
import Testing
import WireFormat

@Suite("Robustness (ABT-ROB)")
struct RobustnessTests {
  @Test("after thousands of damaged requests a right one is applied, with its own values")
  func damagedRequests() throws {
    let plain = TestApp()
    let encrypting = TestApp(allowUnencrypted: false)
    let packed = Packing.pack(
      TestRequest.dictionary([("host", .string("mail")), ("n", .integer(1))]))
    var state: UInt64 = 7
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for round in 0..<3_000 {
      let isEncrypted = round % 2 == 1
      var bytes =
        isEncrypted ? TestRequest.cipher.encrypt(packed, iv: [UInt8(round & 255)]) : packed
      for _ in 0...next(3) { bytes[next(bytes.count)] ^= UInt8(1 << next(8)) }
      if next(4) == 0 { bytes.removeLast(next(bytes.count)) }
      let name = isEncrypted ? "data-x" : "data"
      let text = String(decoding: Base64Text.encode(bytes), as: UTF8.self)
      let request = TestRequest(packed: packed, encrypted: isEncrypted).with(name, text)
      let app = isEncrypted ? encrypting : plain
      let callback = try app.callback(request)
      #expect(callback.status == "Success" ? app.calls.count == 1 : app.calls.isEmpty)
    }
    for (app, isEncrypted) in [(plain, false), (encrypting, true)] {
      let right = TestRequest(packed: packed, encrypted: isEncrypted)
      #expect(try app.callback(right).changed == ["host", "n"])
      let entries = [ConfigurationEntry("host", .string("mail")), .init("n", .integer(1))]
      #expect(app.calls == [.apply("Mail", entries)])
    }
  }

  @Test("damaged URLs never lead to more than one callback")
  func damagedURLs() {
    let app = TestApp()
    let right = Array(TestRequest.apply([("host", .string("mail"))]).url.utf8)
    let hostile: [UInt8] = Array("%&=#?/:@+\0\r\n[]".utf8) + [0x80, 0xFF]
    for position in right.indices {
      for byte in hostile {
        var url = right
        url[position] = byte
        let isHandled = app.open(bytes: url)
        #expect(app.events.count - app.calls.count == (isHandled ? 1 : 0))
      }
    }
  }
}
