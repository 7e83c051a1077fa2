import CCrypto
import WireFormat

/// The key that checks signatures: Ed25519 (RFC 8032).
package final class PublicKey {
  /// How many bytes a signature has.
  package static let signatureBytes = 64

  fileprivate let key: OpaquePointer

  /// Takes over a key of libcrypto.
  fileprivate init(taking key: OpaquePointer) { self.key = key }

  deinit { EVP_PKEY_free(key) }

  /// A key from its 32 bytes (RFC 8032 section 5.1.5); nil where they are no such key.
  package init?(rawBytes: [UInt8]) {
    guard let key = ccrypto_ed25519_raw(rawBytes, rawBytes.count, 0) else { return nil }
    self.key = key
  }

  /// Reads a PEM text as `openssl pkey -pubout` writes it.
  ///
  /// - Parameter path: how the file is called in faults.
  package init(pem: [UInt8], named path: String) throws(KeyFault) {
    guard !pem.isEmpty else { throw KeyFault.empty(path) }
    var none = ccrypto_password(bytes: nil, length: 0, was_asked: 0)
    guard let key = ccrypto_read_public_key(pem, Int32(clamping: pem.count), &none) else {
      ERR_clear_error()
      throw PEMText.holds("PRIVATE KEY-----", pem)
        ? KeyFault.privateInPlaceOfPublic(path) : KeyFault.malformed(path, wanted: "public key")
    }
    guard ccrypto_is_ed25519(key) == 1 else {
      defer { EVP_PKEY_free(key) }
      throw KeyFault.otherKind(path, kind: PEMText.kind(of: key))
    }
    self.key = key
  }

  /// The key in PEM, as `SubjectPublicKeyInfo`.
  package func pem() throws(KeyFault) -> [UInt8] { try written(inPEM: true) }

  /// What tells keys apart: the SHA-256 of the key's `SubjectPublicKeyInfo` in DER, in lowercase hexadecimal. The same as
  /// `openssl pkey -pubin -in KEY -outform DER | sha256sum` prints.
  package func identifier() throws(KeyFault) -> String {
    Digest.hexadecimal(Digest.hash(.sha256, try written(inPEM: false)))
  }

  private func written(inPEM: Bool) throws(KeyFault) -> [UInt8] {
    try PEMText.written { (buffer, size) in
      ccrypto_write_public_key(key, inPEM ? 1 : 0, buffer, size)
    }
  }

  /// Whether a signature is that of the message under this key. One of another length is not.
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard signature.count == Self.signatureBytes else { return false }
    let isRight = ccrypto_ed25519_verify(key, message, message.count, signature) == 1
    // A wrong signature leaves an entry in libcrypto's list.
    ERR_clear_error()
    return isRight
  }
}

/// The key that signs: Ed25519 (RFC 8032).
package final class SigningKey {
  private let key: OpaquePointer

  private init(taking key: OpaquePointer) { self.key = key }

  deinit { EVP_PKEY_free(key) }

  /// Makes a new key from the system's random numbers.
  package static func generate() throws(KeyFault) -> SigningKey {
    guard let key = ccrypto_ed25519_generate() else { throw KeyFault.library("make a key") }
    return SigningKey(taking: key)
  }

  /// A key from its seed of 32 bytes (RFC 8032 section 5.1.5); nil where it has another length.
  package init?(rawBytes: [UInt8]) {
    guard let key = ccrypto_ed25519_raw(rawBytes, rawBytes.count, 1) else { return nil }
    self.key = key
  }

  /// Reads a PEM text: PKCS#8, under a password or not.
  ///
  /// - Parameter path: how the file is called in faults.
  package init(pem: [UInt8], named path: String, password: Password? = nil) throws(KeyFault) {
    guard !pem.isEmpty else { throw KeyFault.empty(path) }
    let (read, wasAsked) = Password.handed(password) { handed in
      ccrypto_read_private_key(pem, Int32(clamping: pem.count), handed)
    }
    guard let read else {
      ERR_clear_error()
      if wasAsked {
        throw password == nil ? KeyFault.encrypted(path) : KeyFault.wrongPassword(path)
      }
      throw PEMText.holds("PUBLIC KEY-----", pem)
        ? KeyFault.publicInPlaceOfPrivate(path) : KeyFault.malformed(path, wanted: "private key")
    }
    guard ccrypto_is_ed25519(read) == 1 else {
      defer { EVP_PKEY_free(read) }
      throw KeyFault.otherKind(path, kind: PEMText.kind(of: read))
    }
    key = read
  }

  /// The key in PEM, as PKCS#8; under the password where there is one (AES-256-CBC, PBKDF2).
  package func pem(password: Password? = nil) throws(KeyFault) -> [UInt8] {
    try PEMText.written { (buffer, size) in
      guard let password else { return ccrypto_write_private_key(key, nil, 0, buffer, size) }
      return password.withCharacters { characters, count in
        ccrypto_write_private_key(key, characters, count, buffer, size)
      }
    }
  }

  /// The other half of the pair.
  package func publicKey() throws(KeyFault) -> PublicKey {
    var bytes = [UInt8](repeating: 0, count: 32)
    var count = bytes.count
    guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1,
      let publicKey = PublicKey(rawBytes: bytes)
    else { throw KeyFault.library("derive the public key") }
    return publicKey
  }

  /// The signature of a message: `PublicKey.signatureBytes` bytes, the same each time.
  package func signature(of message: [UInt8]) throws(KeyFault) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: PublicKey.signatureBytes)
    guard ccrypto_ed25519_sign(key, message, message.count, &signature) == 1 else {
      throw KeyFault.library("sign")
    }
    return signature
  }
}

/// What both halves of a pair need of PEM texts.
enum PEMText {
  /// Longer than any key in PEM or DER.
  private static let maxBytes = 4_096

  static func written(
    _ write: (UnsafeMutablePointer<UInt8>, Int) -> Int
  ) throws(KeyFault) -> [UInt8] {
    var text = [UInt8](repeating: 0, count: maxBytes)
    let count = text.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { write($0, buffer.count) } ?? -1
    }
    defer { text.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
    guard count > 0 else { throw KeyFault.library("write a key") }
    return Array(text.prefix(count))
  }

  static func kind(of key: OpaquePointer) -> String {
    ccrypto_key_kind(key).map { String(cString: $0) } ?? "an unknown kind"
  }

  static func holds(_ words: String, _ text: [UInt8]) -> Bool {
    String(decoding: text, as: UTF8.self).contains(words)
  }
}
