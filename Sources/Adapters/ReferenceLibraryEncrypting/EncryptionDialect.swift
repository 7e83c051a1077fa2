import PayloadCipher

/// How a vendor encrypts data if it differs from wire profile 1: the part of a dialect that only
/// the encrypting edition needs.
///
/// The cipher is always Blowfish, and the padding that of PKCS #7.
///
/// Source: sections 2 and 3 of the `abt` document.
public struct EncryptionDialect: Hashable, Sendable {
  /// The hash that makes the cipher's key from the bundle identifier followed by the secret, both
  /// in UTF-8.
  public enum KeyHash: Hashable, Sendable, CaseIterable {
    /// A key of 32 bytes.
    case sha256
    /// A key of 20 bytes.
    case sha1
    /// A key of 16 bytes.
    case md5
  }

  /// How blocks are chained.
  public enum Mode: Hashable, Sendable, CaseIterable {
    /// CBC, with the initialisation vector (eight random bytes) before the ciphertext.
    case blowfishCBCWithIV
    /// CBC with a vector of zeros, which is not sent. Equal beginnings look equal.
    case blowfishCBCZeroIV
    /// Every block by itself. Equal blocks look equal.
    case blowfishECB
  }

  /// How the key is made.
  public var keyHash = KeyHash.sha256
  /// How blocks are chained.
  public var mode = Mode.blowfishCBCWithIV

  /// A dialect in which everything is as in ``profile1``.
  public init() {}

  /// Wire profile 1: SHA-256, and CBC with its vector.
  public static let profile1 = EncryptionDialect()
}

extension EncryptionDialect.KeyHash {
  var payloadHash: PayloadKey.Hash {
    switch self {
    case .sha256: .sha256
    case .sha1: .sha1
    case .md5: .md5
    }
  }
}

extension EncryptionDialect.Mode {
  var cipherMode: BlowfishCipher.Mode {
    switch self {
    case .blowfishCBCWithIV: .cbcWithIV
    case .blowfishCBCZeroIV: .cbcZeroIV
    case .blowfishECB: .ecb
    }
  }
}
