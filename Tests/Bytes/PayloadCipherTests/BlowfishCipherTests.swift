import PayloadCipher
import Testing

/// The bytes of hexadecimal text.
private func bytes(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map {
    UInt8(digits[$0] << 4 | digits[$0 + 1])
  }
}

@Suite("Blowfish")
struct BlowfishCipherTests {
  let cipher = BlowfishCipher(key: Array("a key of any length".utf8))
  let vector: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

  @Test("messages of openssl, and of the cipher written from its definition")
  func golden() throws {
    for (word, key, vector, plain, sent) in GoldenCipher.messages {
      let mode = try #require(BlowfishCipher.Mode(rawValue: word))
      let cipher = BlowfishCipher(key: bytes(key))
      #expect(cipher.encrypt(bytes(plain), iv: bytes(vector), mode: mode) == bytes(sent))
      #expect(cipher.decrypt(bytes(sent), mode: mode) == .bytes(bytes(plain)))
    }
  }

  @Test(
    "vectors of Eric Young: key, block, ciphertext",
    arguments: [
      ("0000000000000000", "0000000000000000", "4EF997456198DD78"),
      ("FFFFFFFFFFFFFFFF", "FFFFFFFFFFFFFFFF", "51866FD5B85ECB8A"),
      ("0123456789ABCDEF", "1111111111111111", "61F9C3802281B096"),
      ("FEDCBA9876543210", "0123456789ABCDEF", "0ACEAB0FC6A0A28D"),
    ])
  func blocks(key: String, plain: String, sealed: String) {
    let cipher = BlowfishCipher(key: bytes(key))
    #expect(cipher.encrypt(blocks: bytes(plain), iv: [], mode: .ecb) == bytes(sealed))
  }

  @Test("every length comes back", arguments: BlowfishCipher.Mode.allCases)
  func lengths(mode: BlowfishCipher.Mode) {
    for length in 0..<40 {
      let plain = (0..<length).map { UInt8($0) }
      let sealed = cipher.encrypt(plain, iv: vector, mode: mode)
      #expect(sealed.count == (length / 8 + 1) * 8 + (mode == .cbcWithIV ? 8 : 0))
      #expect(cipher.decrypt(sealed, mode: mode) == .bytes(plain))
    }
  }

  @Test("lengths that no message has")
  func badLengths() {
    for length in [0, 1, 7, 8, 9, 15, 17, 23] {
      #expect(cipher.decrypt(Array(repeating: 0, count: length)) == .badLength)
    }
    #expect(cipher.decrypt([], mode: .ecb) == .badLength)
    #expect(cipher.decrypt(Array(repeating: 0, count: 9), mode: .cbcZeroIV) == .badLength)
  }

  @Test(
    "paddings that are none",
    arguments: [0, 9, 255] as [UInt8])
  func badPadding(last: UInt8) {
    let plain: [UInt8] = [1, 1, 1, 1, 1, 1, 1, last]
    let sealed = cipher.encrypt(blocks: plain, iv: vector)
    #expect(cipher.decrypt(sealed) == .badPadding)
  }

  @Test("paddings whose bytes differ")
  func mixedPadding() {
    let mixed = cipher.encrypt(blocks: [0, 0, 0, 0, 0, 3, 2, 3], iv: vector)
    #expect(cipher.decrypt(mixed) == .badPadding)
    let right = cipher.encrypt(blocks: [0, 0, 0, 0, 0, 3, 3, 3], iv: vector)
    #expect(cipher.decrypt(right) == .bytes([0, 0, 0, 0, 0]))
    let all = cipher.encrypt(blocks: Array(repeating: 8, count: 8), iv: vector)
    #expect(cipher.decrypt(all) == .bytes([]))
  }

  @Test("another key, another vector, another mode give other bytes")
  func differences() {
    let plain = Array("sixteen bytes...".utf8)
    let sealed = cipher.encrypt(plain, iv: vector)
    #expect(BlowfishCipher(key: [1]).decrypt(sealed) != .bytes(plain))
    #expect(cipher.encrypt(plain, iv: [9]) != sealed)
    #expect(cipher.encrypt(plain, iv: [9]).prefix(8).elementsEqual([9, 0, 0, 0, 0, 0, 0, 0]))
    #expect(sealed.prefix(8).elementsEqual(vector))
    let half = BlowfishCipher(key: Array(repeating: 7, count: 16) + Array(repeating: 8, count: 16))
    #expect(
      half.encrypt([], iv: vector)
        != BlowfishCipher(key: Array(repeating: 7, count: 16))
        .encrypt([], iv: vector))
  }
}

@Suite("The payload's key")
struct PayloadKeyTests {
  @Test("is the hash of Python's hashlib")
  func golden() {
    for (bundle, secret, hashes) in GoldenCipher.keys {
      for (hash, text) in zip([PayloadKey.Hash.sha256, .sha1, .md5], hashes) {
        let key = PayloadKey.derive(bundleIdentifier: bundle, secret: secret, hash: hash)
        #expect(key == bytes(text))
      }
    }
  }
}
