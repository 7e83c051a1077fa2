import Forge
import PayloadCipher
import Testing
import WireFormat

@Suite("Forms of ciphertext")
struct EncryptionFormTests {
  let cabinet = CipherCabinet()
  let recipient = CipherRecipient(bundleIdentifier: "com.example.app", secret: "fixed secret")
  let iv: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
  /// Three whole blocks and five bytes.
  let packed = Array("twenty-nine bytes of content.".utf8)

  func sent(_ layer: EncryptionLayer) -> [UInt8] {
    layer.applied(to: packed, for: recipient, cabinet)
  }

  /// The plain bytes, padding included.
  func blocks(_ sent: [UInt8]) -> [UInt8] {
    // A block that ends in a padding of its own lets every other be seen as it is.
    let cipher = cabinet.cipher(for: recipient)
    var previous = Array(sent.prefix(8))
    var plain: [UInt8] = []
    for start in stride(from: 8, to: sent.count & ~7, by: 8) {
      let block = Array(sent[start..<start + 8])
      let tail = cipher.encrypt(
        blocks: zip(block, [8, 8, 8, 8, 8, 8, 8, 8]).map { $0 ^ $1 }, iv: [], mode: .ecb)
      if case .bytes(let decrypted) = cipher.decrypt(previous + block + tail) { plain += decrypted }
      previous = block
    }
    return plain
  }

  @Test("the canonical one is what the dialect's mode says")
  func canonical() {
    let key = PayloadKey.derive(bundleIdentifier: "com.example.app", secret: "fixed secret")
    let cipher = BlowfishCipher(key: key)
    for (mode, own) in [
      (Dialect.CipherMode.blowfishCBCWithIV, BlowfishCipher.Mode.cbcWithIV),
      (.blowfishCBCZeroIV, .cbcZeroIV), (.blowfishECB, .ecb),
    ] {
      var other = recipient
      other.mode = mode
      let sent = EncryptionLayer.canonical(iv: iv).applied(to: packed, for: other, cabinet)
      #expect(sent == cipher.encrypt(packed, iv: iv, mode: own))
      #expect(cipher.decrypt(sent, mode: own) == .bytes(packed))
    }
    var plain = recipient
    plain.mode = .none
    #expect(EncryptionLayer.canonical(iv: iv).applied(to: packed, for: plain, cabinet) == packed)
    #expect(sent(.none) == packed)
  }

  /// `openssl enc -bf-cbc -K <md5 of the text> -iv 0102030405060708 -provider legacy -provider
  /// default`; keys of 16 bytes are the ones that the command takes.
  @Test("keys and ciphertext are those of the openssl command", arguments: GoldenCiphertext.all)
  func golden(vector: GoldenCiphertext) {
    let md5 = CipherRecipient(
      bundleIdentifier: "com.example.app", secret: "fixed secret", hash: .md5)
    let sent = vector.layer.applied(to: packed, for: md5, cabinet)
    #expect(Digest.hexadecimal(sent) == vector.sent)
  }

  @Test("paddings are what their names say")
  func paddings() {
    // Three bytes are missing.
    for (slip, expected) in [
      (EncryptionLayer.PaddingSlip.zeros, [0, 0, 0]), (.oneAndZeros, [0x80, 0, 0]),
      (.zerosAndCount, [0, 0, 3]), (.countTooHigh, [4, 4, 4]),
      (.wholeBlockMore, [UInt8](repeating: 11, count: 11)),
    ] as [(EncryptionLayer.PaddingSlip, [UInt8])] {
      #expect(blocks(sent(.padding(slip, iv: iv))) == packed + expected, "\(slip)")
    }
    #expect(blocks(sent(.canonical(iv: iv))) == packed + [3, 3, 3])
    let noisy = blocks(sent(.padding(.randomAndCount, iv: iv))).suffix(3)
    #expect(noisy.last == 3 && noisy.first != 3)
    let none = sent(.padding(.none, iv: iv))
    #expect(none.count == 8 + 29 && none.suffix(5).elementsEqual(packed.suffix(5)))
  }

  @Test("vectors are where their names say")
  func vectors() {
    let right = sent(.canonical(iv: iv))
    #expect(sent(.chaining(.vectorNotSent, iv: iv)) == Array(right.dropFirst(8)))
    #expect(sent(.chaining(.vectorAtEnd, iv: iv)) == right.dropFirst(8) + iv)
    #expect(sent(.chaining(.vectorTwice, iv: iv)) == iv + right)
    #expect(sent(.vectorOnly(iv: iv)) == iv)
    #expect(sent(.vectorOnly(iv: [9])) == [9, 0, 0, 0, 0, 0, 0, 0])
    #expect(sent(.empty).isEmpty)
    #expect(cabinet.cipher(for: recipient).decrypt(sent(.twice(iv: iv))) == .bytes(right))
  }

  @Test("a flipped bit is one bit of its region")
  func regions() {
    let right = sent(.canonical(iv: iv))
    for (region, bytes) in [
      (EncryptionLayer.Region.vector, 0..<8), (.first, 8..<16), (.middle, 24..<32),
      (.last, 32..<40),
    ] {
      for bit in [0, 63, .max, .min] {
        let flipped = sent(.bitFlipped(region, bit: bit, iv: iv))
        let changed = right.indices.filter { right[$0] != flipped[$0] }
        #expect(changed.count == 1 && bytes.contains(changed[0]), "\(region)")
      }
    }
    #expect(sent(.truncated(by: 3, iv: iv)) == right.dropLast(3))
    #expect(sent(.truncated(by: .max, iv: iv)).isEmpty)
    #expect(sent(.lengthened(by: 0, iv: iv)).count == right.count + 1)
    #expect(sent(.lengthened(by: .min, iv: iv)).count % 8 != 0)
  }
}
