import WireFormat

extension EncryptionLayer.KeySlip {
  /// The key that the slip makes: never one under which Blowfish does the same as under the right
  /// one.
  func key(of recipient: CipherRecipient) -> [UInt8] {
    let right = recipient.key
    var key = slipped(right, recipient)
    if Self.expanded(key) == Self.expanded(right) { key[0] ^= 1 }
    return key
  }

  private func slipped(_ right: [UInt8], _ recipient: CipherRecipient) -> [UInt8] {
    let (bundle, secret) = (recipient.bundleIdentifier, recipient.secret)
    func hash(_ first: String, _ second: String) -> [UInt8] {
      recipient.key(first, second, recipient.hash)
    }
    let others = Dialect.KeyHash.allCases.filter { $0 != recipient.hash }
    switch self {
    case .secretFirst: return hash(secret, bundle)
    case .bundleIdentifierAlone: return hash(bundle, "")
    case .secretAlone: return hash(secret, "")
    case .firstOtherHash: return recipient.key(bundle, secret, others[0])
    case .secondOtherHash: return recipient.key(bundle, secret, others[1])
    case .firstHalf: return Array(right.prefix(right.count > 16 ? 16 : 8))
    case .hexadecimal: return Array(Digest.hexadecimal(right).utf8)
    case .upperHexadecimal: return Array(Digest.hexadecimal(right).uppercased().utf8)
    case .hmac:
      let text = Token.hmacSHA256Hex(bundleIdentifier: bundle, apiKey: secret)
      let digits = text.compactMap(\.hexDigitValue)
      return stride(from: 0, to: digits.count - 1, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
      }
    case .noHash:
      let text = Array((bundle + secret).utf8)
      return text.isEmpty ? [0] : text
    case .separatedByDot: return hash(bundle + ".", secret)
    case .separatedByColon: return hash(bundle + ":", secret)
    case .separatedByNUL: return hash(bundle + "\0", secret)
    case .endedByNUL: return hash(bundle, secret + "\0")
    case .endedByNewline: return hash(bundle, secret + "\n")
    case .hashedTwice:
      return Digest.hash(recipient.hash == .sha1 ? .sha1 : .sha256, right)
    }
  }

  /// The 72 bytes that Blowfish makes of a key's first 56 by repetition.
  private static func expanded(_ key: [UInt8]) -> [UInt8] {
    let used = key.prefix(56)
    return (0..<72).map { used[$0 % used.count] }
  }
}
