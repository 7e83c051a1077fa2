import CCrypto
import Reporting
import WireFormat

/// SHA-256 in lowercase hexadecimal.
enum SHA256Text {
  /// The digest of a report's bytes, of which one portion at a time is in memory; nil where libcrypto fails.
  static func digest(of file: ReportFile) -> String? {
    guard let context = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else { return nil }
    var isTaken = true
    file.forEachPortion { portion in
      isTaken = EVP_DigestUpdate(context, portion.baseAddress, portion.count) == 1 && isTaken
    }
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard isTaken, EVP_DigestFinal_ex(context, &digest, &count) == 1 else { return nil }
    return Digest.hexadecimal(Array(digest.prefix(Int(count))))
  }

  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
