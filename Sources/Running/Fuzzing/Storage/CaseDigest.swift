/// What tells files apart: FNV-1a of their bytes, the same on every machine.
package enum CaseDigest {
  package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return digest
  }
}

/// What a verdict depends on beside the case: the build of the adapter and of assay, the dialect, what is looked for.
package struct Circumstances: Hashable, Sendable {
  private let digest: UInt64

  /// - Parameter parts: what differs where a case is to be judged again.
  package init(_ parts: [String]) {
    digest = CaseDigest.of(parts.joined(separator: "\u{0}").utf8)
  }

  /// What tells that the case of a file was judged under these circumstances.
  func mark(_ file: UInt64) -> UInt64 {
    CaseDigest.of((0..<8).map { UInt8(truncatingIfNeeded: (file ^ digest) >> ($0 * 8)) })
  }
}
