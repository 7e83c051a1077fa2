import Forge
import PayloadCipher
import WireFormat

/// Tries other keys and other ways of chaining on bytes that the right ones do not decrypt: those
/// that a library gets to by a slip.
struct KeyTrial {
  private let packed: [UInt8]
  private let context: ForgeContext
  private let cabinet: CipherCabinet

  init(_ packed: [UInt8], for context: ForgeContext, _ cabinet: CipherCabinet = CipherCabinet()) {
    self.packed = packed
    self.context = context
    self.cabinet = cabinet
  }

  /// What fits in the place of the right key and mode, in words; nil where nothing does.
  func explanation(mode: BlowfishCipher.Mode) -> String? {
    if Self.looksLikeZlib(packed) {
      return "it begins like a zlib stream: it is not encrypted at all"
    }
    for other in BlowfishCipher.Mode.allCases where other != mode {
      if fits(mode: other) { return "it decrypts as \(other.rawValue): chained in another way" }
    }
    for slip in EncryptionLayer.KeySlip.allCases where fits(mode: mode, slip: slip) {
      return "it decrypts under another key: \(Self.words(slip))"
    }
    return nil
  }

  /// Whether first and last block come out as the beginning of a zlib stream and as a padding. By
  /// chance they do once in 250,000 times.
  ///
  /// Complexity: constant, but for a key schedule.
  func fits(mode: BlowfishCipher.Mode, slip: EncryptionLayer.KeySlip? = nil) -> Bool {
    let head = mode == .cbcWithIV ? 8 : 0
    guard packed.count > head, packed.count % 8 == 0 else { return false }
    let cipher = cabinet.cipher(for: context.recipient, slip: slip)
    guard Self.looksLikeZlib(cipher.decrypt(blocks: Array(packed.prefix(head + 8)), mode: mode))
    else { return false }
    // The block in front of it is the last one's vector.
    let end =
      mode == .ecb || packed.count < 16
      ? cipher.decrypt(Array(packed.suffix(8)), mode: mode)
      : cipher.decrypt(Array(packed.suffix(16)), mode: .cbcWithIV)
    if case .bytes = end { return true }
    return false
  }

  /// Whether the bytes begin with the header of a zlib stream (RFC 1950 section 2.2).
  static func looksLikeZlib(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 1 else { return false }
    return bytes[0] & 15 == 8 && bytes[0] >> 4 < 8
      && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
  }

  private static func words(_ slip: EncryptionLayer.KeySlip) -> String {
    switch slip {
    case .secretFirst: "the secret is hashed in front of the bundle identifier"
    case .bundleIdentifierAlone: "the bundle identifier is hashed without the secret"
    case .secretAlone: "the secret is hashed without the bundle identifier"
    case .firstOtherHash, .secondOtherHash: "hashed with another of the three hashes"
    case .firstHalf: "only the first half of the hash is used"
    case .hexadecimal: "the hash is used as text of lowercase digits"
    case .upperHexadecimal: "the hash is used as text of uppercase digits"
    case .hmac: "HMAC-SHA256 of the bundle identifier under the secret"
    case .noHash: "the text is used without a hash"
    case .separatedByDot: "a dot stands between bundle identifier and secret"
    case .separatedByColon: "a colon stands between bundle identifier and secret"
    case .separatedByNUL: "a NUL stands between bundle identifier and secret"
    case .endedByNUL: "a NUL stands after the secret"
    case .endedByNewline: "a line feed stands after the secret"
    case .hashedTwice: "the hash is hashed once more"
    }
  }
}
