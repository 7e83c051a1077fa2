/// What an edition of the library can read.
package struct Edition: Sendable {
  /// Reads `data-x`. Nil in the plain edition, which links no cipher.
  package var decryptor: (any PayloadDecryptor)?
  /// Whether `data` is read.
  package var allowsUnencrypted: Bool

  package init(decryptor: (any PayloadDecryptor)?, allowsUnencrypted: Bool) {
    self.decryptor = decryptor
    self.allowsUnencrypted = allowsUnencrypted
  }

  /// The edition without encryption.
  package static let plain = Edition(decryptor: nil, allowsUnencrypted: true)
}

/// The cipher, as the library sees it.
package protocol PayloadDecryptor: Sendable {
  /// The packed bytes, or nil if length or padding are wrong, without saying which (ABT-ENC-10).
  func decrypt(_ bytes: [UInt8]) -> [UInt8]?
  /// The plain blocks with whatever padding they have, without bytes after the last whole block.
  func blocks(_ bytes: [UInt8]) -> [UInt8]
}
