import CCrypto
import Reporting
import WireFormat

/// SHA-256 in lowercase hexadecimal.
package enum SHA256Text {
  /// The digest of bytes that come portion by portion; nil where they do not all come, or libcrypto fails.
  ///
  /// - Parameter feed: hands the bytes out, and returns whether all of them were there and were taken.
  package static func digest(
    of feed: ((UnsafeRawPointer?, Int) -> Bool) -> Bool
  ) -> String? {
    guard let context = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1,
      feed({ EVP_DigestUpdate(context, $0, $1) == 1 })
    else { return nil }
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard EVP_DigestFinal_ex(context, &digest, &count) == 1 else { return nil }
    return Digest.hexadecimal(Array(digest.prefix(Int(count))))
  }

  /// The digest of a report's bytes, of which one portion at a time is in memory.
  static func digest(of file: ReportFile) -> String? {
    digest { update in
      var isTaken = true
      file.forEachPortion { isTaken = update($0.baseAddress, $0.count) && isTaken }
      return isTaken
    }
  }

  /// What stands for several files: of one its own digest, of more the digest of theirs, each followed by a line feed; nil for none.
  package static func digest(ofAll digests: [String]) -> String? {
    guard digests.count > 1 else { return digests.first }
    let list = digests.map { $0 + "\n" }.joined()
    return digest { update in list.withCString { update($0, list.utf8.count) } }
  }

  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
