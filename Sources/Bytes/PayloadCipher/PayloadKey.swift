import CCrypto

/// The cipher's key: a hash of the bundle identifier followed by the fixed secret (section 2).
package enum PayloadKey {
  /// The hashes of dialects. The raw values are the words of a dialect file.
  package enum Hash: String, Hashable, Sendable, CaseIterable {
    /// Keys of 32, 20 and 16 bytes.
    case sha256, sha1, md5

    fileprivate var implementation: OpaquePointer? {
      switch self {
      case .sha256: EVP_sha256()
      case .sha1: EVP_sha1()
      case .md5: EVP_md5()
      }
    }
  }

  /// All bytes of the hash of both texts in UTF-8, with nothing between them: 32, 20 or 16.
  package static func derive(
    bundleIdentifier: String, secret: String, hash: Hash = .sha256
  ) -> [UInt8] {
    let message = Array(bundleIdentifier.utf8) + Array(secret.utf8)
    return [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
      var size: UInt32 = 0
      let status = EVP_Digest(
        message, message.count, buffer.baseAddress, &size, hash.implementation, nil)
      guard status == 1 else { fatalError("libcrypto could not hash") }
      count = Int(size)
    }
  }
}
