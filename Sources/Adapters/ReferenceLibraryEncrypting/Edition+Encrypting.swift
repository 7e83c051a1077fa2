package import PayloadCipher
package import ReferenceLibrary

extension Edition {
  /// The edition that decrypts with Blowfish. The key schedule is made once, here.
  package static func encrypting(
    _ app: AppRegistration, secret: String, allowUnencrypted: Bool,
    dialect: EncryptionDialect = .profile1, decisions: EncryptionDecisions = .standard
  ) -> Edition {
    let keys = decisions.keys(app.bundleIdentifier, secret, dialect.keyHash.payloadHash)
    return Edition(
      decryptor: BlowfishDecryptor(
        ciphers: keys.map { BlowfishCipher(key: $0) },
        modes: decisions.modes(dialect.mode.cipherMode)),
      allowsUnencrypted: allowUnencrypted)
  }
}

/// The decisions about the cipher, one closure each.
package struct EncryptionDecisions: Sendable {
  /// The keys that are tried, in this order.
  package var keys:
    @Sendable (_ bundleIdentifier: String, _ secret: String, PayloadKey.Hash) -> [[UInt8]]
  /// The ways of chaining blocks that are tried, in this order, given that of the dialect.
  package var modes: @Sendable (BlowfishCipher.Mode) -> [BlowfishCipher.Mode]

  /// One key and one mode (section 2).
  package static let standard = EncryptionDecisions(
    keys: { bundleIdentifier, secret, hash in
      [PayloadKey.derive(bundleIdentifier: bundleIdentifier, secret: secret, hash: hash)]
    },
    modes: { [$0] })
}

/// Blowfish under one key and in one mode, or under the first of several that fits.
struct BlowfishDecryptor: PayloadDecryptor {
  let ciphers: [BlowfishCipher]
  let modes: [BlowfishCipher.Mode]

  func decrypt(_ bytes: [UInt8]) -> [UInt8]? {
    for cipher in ciphers {
      for mode in modes {
        if case .bytes(let plain) = cipher.decrypt(bytes, mode: mode) { return plain }
      }
    }
    return nil
  }

  func blocks(_ bytes: [UInt8]) -> [UInt8] {
    guard let cipher = ciphers.first, let mode = modes.first else { return [] }
    return cipher.decrypt(blocks: bytes, mode: mode)
  }
}
