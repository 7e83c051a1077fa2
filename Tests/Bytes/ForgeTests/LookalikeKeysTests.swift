import PayloadCipher
import Testing
import WireFormat

@testable import Forge

/// Keys that look alike are equal as texts of Swift, and make other tokens and other ciphers: their bytes count.
@Suite struct LookalikeKeysTests {
  private let keys = ["k\u{E9}y", "ke\u{301}y"]

  @Test func tokensAreKeptApart() throws {
    let renderer = RequestRenderer()
    for key in keys + keys.reversed() {
      let context = ForgeContext(
        bundleIdentifier: "com.acme.mail", apiKey: key, urlScheme: nil, encryptionSecret: "s")
      #expect(
        renderer.token(.canonical, context)
          == Token.hmacSHA256Hex(bundleIdentifier: "com.acme.mail", apiKey: key))
      let other = TokenLayer.damaged(.ofOther(bundleIdentifier: "com.acme.mail", apiKey: keys[1]))
      #expect(
        renderer.token(other, context)
          == Token.hmacSHA256Hex(bundleIdentifier: "com.acme.mail", apiKey: keys[1]))
    }
  }

  @Test func appsAreKeptApart() {
    let apps = keys.map {
      ForgeContext(
        bundleIdentifier: "com.acme.mail", apiKey: "k", urlScheme: nil, encryptionSecret: $0)
    }
    #expect(apps[0] != apps[1] && apps[0] == apps[0])
  }

  @Test func ciphersAreKeptApart() {
    let cabinet = CipherCabinet()
    let message = [UInt8](repeating: 7, count: 24)
    for secret in keys + keys.reversed() {
      let recipient = CipherRecipient(bundleIdentifier: "com.acme.mail", secret: secret)
      #expect(
        cabinet.cipher(for: recipient).decrypt(blocks: message)
          == BlowfishCipher(key: recipient.key).decrypt(blocks: message))
    }
  }
}
