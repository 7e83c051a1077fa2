import CZlib

/// The checksum of RFC 1950.
package enum Checksum {
  /// Adler-32 of the uncompressed bytes, as found (big-endian) at the end of a zlib stream.
  package static func adler32(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { buffer in
      let base = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
      return base.map { UInt32(truncatingIfNeeded: adler32_z(1, $0, buffer.count)) } ?? 1
    }
  }
}
