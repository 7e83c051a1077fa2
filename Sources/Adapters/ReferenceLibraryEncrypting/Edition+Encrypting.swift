import PayloadCipher
package import ReferenceLibrary

extension Edition {
  /// The edition that decrypts with Blowfish. The key schedule is made once, here.
  package static func encrypting(
    _ app: AppRegistration, secret: String, allowUnencrypted: Bool,
    dialect: EncryptionDialect = .profile1
  ) -> Edition {
    let key = PayloadKey.derive(
      bundleIdentifier: app.bundleIdentifier, secret: secret, hash: dialect.keyHash.payloadHash)
    return Edition(
      decryptor: BlowfishDecryptor(
        cipher: BlowfishCipher(key: key), mode: dialect.mode.cipherMode),
      allowsUnencrypted: allowUnencrypted)
  }
}

/// Blowfish under one key.
struct BlowfishDecryptor: PayloadDecryptor {
  let cipher: BlowfishCipher
  let mode: BlowfishCipher.Mode

  func decrypt(_ bytes: [UInt8]) -> [UInt8]? {
    if case .bytes(let plain) = cipher.decrypt(bytes, mode: mode) { plain } else { nil }
  }
}
