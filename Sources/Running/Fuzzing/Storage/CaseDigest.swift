/// What tells files apart: FNV-1a of their bytes, the same on every machine.
package enum CaseDigest {
  package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return digest
  }
}
