import PayloadCipher
public import ReferenceLibrary

extension ProfileManager {
  /// The encrypting edition of the manager: payloads whose profile asks for it travel encrypted
  /// (MGR-04).
  ///
  /// Each app's key is made from its bundle identifier and its secret. Each message gets a vector of
  /// its own.
  ///
  /// - Parameters:
  ///   - apps: the apps on the device, with the secrets of their libraries.
  ///   - allowsChunks: whether data that is too long for one URL may be sent in pieces to apps that
  ///     take them (MGR-12).
  ///   - openRequest: opens a URL like the system.
  public convenience init(
    encryptingFor apps: [ManagedApp], allowsChunks: Bool = true,
    openRequest: @escaping (_ url: String) -> Void
  ) {
    self.init(
      apps: apps, allowsChunks: allowsChunks, decisions: .standard,
      encryptor: { BlowfishEncryptor(app: $0) }, openRequest: openRequest)
  }
}

/// Blowfish under the key of an app, in the mode of wire profile 1.
package struct BlowfishEncryptor: PayloadEncryptor {
  private let cipher: BlowfishCipher

  package init(app: ManagedApp) {
    cipher = BlowfishCipher(
      key: PayloadKey.derive(
        bundleIdentifier: app.bundleIdentifier, secret: app.encryptionSecret))
  }

  package func encrypt(_ bytes: [UInt8], vector: [UInt8]) -> [UInt8] {
    cipher.encrypt(bytes, iv: vector)
  }
}
