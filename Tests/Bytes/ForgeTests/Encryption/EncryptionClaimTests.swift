import Forge
import PayloadCipher
import Testing
import WireFormat

/// What the encrypting edition's strict reader says of encrypted bytes.
struct CipherReader {
  let recipient: CipherRecipient
  private var packing = Packing()

  init(_ recipient: CipherRecipient) { self.recipient = recipient }

  /// The dictionary in `sent`.
  mutating func read(_ sent: [UInt8], _ cabinet: CipherCabinet) -> Reading<PropertyList> {
    guard let mode = recipient.blockMode else { return packing.unpack(sent) }
    switch cabinet.cipher(for: recipient).decrypt(sent, mode: mode) {
    case .bytes(let plain): return packing.unpack(plain)
    case .badLength: return .refused(Defect(.cipherLength, at: sent.count))
    case .badPadding: return .refused(Defect(.cipherPadding, at: 0))
    }
  }
}

@Suite("Claims about the cipher")
struct EncryptionClaimTests {
  /// More in a run by hand.
  static let seeds = 300

  @Test("hold against the strict reader", arguments: EncryptionLayer.Kind.allCases)
  func claims(kind: EncryptionLayer.Kind) {
    let deflater = Deflater(memoryLevel: 5)
    let cabinet = CipherCabinet()
    // Secrets that make some slips no slips are among them.
    var readers = ["fixed secret", "", "com.example.app"].map {
      CipherReader(CipherRecipient(bundleIdentifier: "com.example.app", secret: $0))
    }
    for seed in 0..<Self.seeds {
      let contents = WireContents(seed: seed)
      var choices = SeededChoices(seed &* 17)
      let layer = EncryptionLayer.make(kind, &choices)
      #expect(layer.kind == kind)
      let recipient = readers[seed % 3].recipient
      let sent = layer.applied(to: deflater.compress(contents.content), for: recipient, cabinet)
      let reading = readers[seed % 3].read(sent, cabinet)
      #expect(layer.note.claim.holds(reading, contents.value), "\(seed): \(layer), \(reading)")
    }
  }

  @Test(
    "hold in every mode and for every hash of a dialect",
    arguments: [Dialect.CipherMode.blowfishCBCZeroIV, .blowfishECB], Dialect.KeyHash.allCases)
  func modes(mode: Dialect.CipherMode, hash: Dialect.KeyHash) {
    let cabinet = CipherCabinet()
    let deflater = Deflater(memoryLevel: 5)
    let recipient = CipherRecipient(
      bundleIdentifier: "com.example.app", secret: "s", hash: hash, mode: mode)
    var reader = CipherReader(recipient)
    for kind in EncryptionLayer.Kind.allCases {
      for seed in 0..<20 {
        let contents = WireContents(seed: seed)
        var choices = SeededChoices(seed)
        let layer = EncryptionLayer.make(kind, &choices)
        let sent = layer.applied(to: deflater.compress(contents.content), for: recipient, cabinet)
        let reading = reader.read(sent, cabinet)
        #expect(layer.note.claim.holds(reading, contents.value), "\(layer), \(reading)")
      }
    }
  }

  @Test("every slip of the key, the chaining and the padding is refused, whatever the contents")
  func slips() {
    let cabinet = CipherCabinet()
    let deflater = Deflater(memoryLevel: 5)
    var reader = CipherReader(CipherRecipient(bundleIdentifier: "a", secret: "b"))
    let iv: [UInt8] = [0x78, 0x9C, 3, 4, 5, 6, 7, 8]
    let layers =
      EncryptionLayer.KeySlip.allCases.map { EncryptionLayer.slippedKey($0, iv: iv) }
      + EncryptionLayer.ChainingSlip.allCases.map { .chaining($0, iv: iv) }
      + EncryptionLayer.PaddingSlip.allCases.map { .padding($0, iv: iv) }
    for layer in layers {
      for seed in 0..<40 {
        let contents = WireContents(seed: seed)
        let packed = deflater.compress(contents.content)
        let sent = layer.applied(to: packed, for: reader.recipient, cabinet)
        let reading = reader.read(sent, cabinet)
        #expect(layer.note.claim.holds(reading, contents.value), "\(seed): \(layer)")
      }
    }
  }

  @Test("names and sentences are all there and all different")
  func names() {
    let kinds = EncryptionLayer.Kind.allCases
    #expect(Set(kinds.map { EncryptionLayer.note($0).sentence }).count == kinds.count)
    for kind in kinds {
      var choices = SimplestChoices()
      #expect(EncryptionLayer.make(kind, &choices).path == "cipher/" + kind.rawValue)
    }
  }
}
