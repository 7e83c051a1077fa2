import CCrypto

/// Hashes by OpenSSL.
package enum Digest {
  package enum Algorithm: Sendable {
    case sha256, sha1

    fileprivate var implementation: OpaquePointer? {
      switch self {
      case .sha256: EVP_sha256()
      case .sha1: EVP_sha1()
      }
    }
  }

  /// The hash of `bytes`.
  package static func hash(_ algorithm: Algorithm, _ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
      var size: UInt32 = 0
      let status = EVP_Digest(
        bytes, bytes.count, buffer.baseAddress, &size, algorithm.implementation, nil)
      guard status == 1 else { fatalError("libcrypto could not hash") }
      count = Int(size)
    }
  }

  /// HMAC (RFC 2104) of `bytes`.
  static func hmac(_ algorithm: Algorithm, key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    // An empty array's pointer may be anything except NULL, which OpenSSL would read as "the
    // previous key".
    [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
      var size: UInt32 = 0
      let result = HMAC(
        algorithm.implementation, key, Int32(clamping: key.count), bytes, bytes.count,
        buffer.baseAddress, &size)
      guard result != nil else { fatalError("libcrypto could not make an HMAC") }
      count = Int(size)
    }
  }

  /// Two lowercase digits for each byte.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
      for (index, byte) in bytes.enumerated() {
        buffer[2 * index] = digits[Int(byte >> 4)]
        buffer[2 * index + 1] = digits[Int(byte & 15)]
      }
      return bytes.count * 2
    }
  }
}
