import PayloadCipher
package import ReferenceLibrary

extension Edition {
  /// The edition that decrypts with Blowfish; the key's schedule is made once, here.
  package static func encrypting(
    _ app: AppRegistration, secret: String, allowUnencrypted: Bool
  ) -> Edition {
    let key = PayloadKey.derive(bundleIdentifier: app.bundleIdentifier, secret: secret)
    return Edition(
      decryptor: BlowfishDecryptor(cipher: BlowfishCipher(key: key)),
      allowsUnencrypted: allowUnencrypted)
  }
}

/// Blowfish in CBC mode, the initialisation vector in front.
struct BlowfishDecryptor: PayloadDecryptor {
  let cipher: BlowfishCipher

  func decrypt(_ bytes: [UInt8]) -> [UInt8]? {
    if case .bytes(let plain) = cipher.decrypt(bytes) { plain } else { nil }
  }
}
