package import PayloadCipher
package import WireFormat

/// Whose encrypted data it is: what the key is made of, and the mode.
package struct CipherRecipient: Hashable, Sendable {
  package var bundleIdentifier: String
  package var secret: String
  package var hash: Dialect.KeyHash
  /// `none`: the library has no encrypted form. Then the canonical form is not encrypted, and the
  /// others are as profile 1 would.
  package var mode: Dialect.CipherMode

  package init(
    bundleIdentifier: String, secret: String, hash: Dialect.KeyHash = .sha256,
    mode: Dialect.CipherMode = .blowfishCBCWithIV
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.secret = secret
    self.hash = hash
    self.mode = mode
  }

  /// The chaining mode, or nil if nothing is encrypted.
  package var blockMode: BlowfishCipher.Mode? {
    switch mode {
    case .blowfishCBCWithIV: .cbcWithIV
    case .blowfishCBCZeroIV: .cbcZeroIV
    case .blowfishECB: .ecb
    case .none: nil
    }
  }

  /// The right key.
  var key: [UInt8] { key(bundleIdentifier, secret, hash) }

  func key(_ first: String, _ second: String, _ hash: Dialect.KeyHash) -> [UInt8] {
    PayloadKey.derive(bundleIdentifier: first, secret: second, hash: PayloadKey.Hash(hash))
  }
}

extension PayloadKey.Hash {
  package init(_ hash: Dialect.KeyHash) {
    self =
      switch hash {
      case .sha256: .sha256
      case .sha1: .sha1
      case .md5: .md5
      }
  }
}

/// Key schedules (22 µs each) kept from one request to the next.
///
/// Not for use by two threads at a time.
package final class CipherCabinet {
  private var ciphers: [Owner: BlowfishCipher] = [:]

  private struct Owner: Hashable {
    let bundleIdentifier: String
    let secret: String
    let hash: Dialect.KeyHash
    let slip: EncryptionLayer.KeySlip?

    /// By bytes: secrets that look alike are equal texts, and make other keys.
    static func == (left: Self, right: Self) -> Bool {
      left.bundleIdentifier.hasSameBytes(as: right.bundleIdentifier)
        && left.secret.hasSameBytes(as: right.secret) && left.hash == right.hash
        && left.slip == right.slip
    }
  }

  /// All are dropped beyond this number of owners.
  private static let maxOwners = 64

  package init() {}

  /// The cipher of a recipient's key, or of what a slip makes of it.
  package func cipher(
    for recipient: CipherRecipient, slip: EncryptionLayer.KeySlip? = nil
  ) -> BlowfishCipher {
    let owner = Owner(
      bundleIdentifier: recipient.bundleIdentifier, secret: recipient.secret, hash: recipient.hash,
      slip: slip)
    if let cipher = ciphers[owner] { return cipher }
    let cipher = BlowfishCipher(key: slip?.key(of: recipient) ?? recipient.key)
    if ciphers.count >= Self.maxOwners { ciphers.removeAll(keepingCapacity: true) }
    ciphers[owner] = cipher
    return cipher
  }
}
