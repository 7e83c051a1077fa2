/// What is done between compression and Base64 (ABT-ENC).
///
/// Every number is taken modulo what there is, or clamped, so that a form stays what it is when the
/// contents change. An `iv` is filled up with zeros or cut to eight bytes; the modes that send none
/// ignore it.
package enum EncryptionLayer: Hashable, Sendable {
  /// Not encrypted.
  case none
  /// As the wire profile says, with this initialisation vector of 8 bytes.
  case canonical(iv: [UInt8])
  /// Under the key of another bundle identifier or secret (ABT-ENC-05).
  case otherKey(bundleIdentifier: String, secret: String, iv: [UInt8])

  /// Under a key that a library would make by a slip.
  case slippedKey(KeySlip, iv: [UInt8])
  /// In another way of chaining blocks or of sending the vector.
  case chaining(ChainingSlip, iv: [UInt8])
  /// With another padding than PKCS #7.
  case padding(PaddingSlip, iv: [UInt8])
  /// The eight bytes of each block as two little-endian words.
  case littleEndian(iv: [UInt8])
  /// The ciphertext encrypted once more under the same key.
  case twice(iv: [UInt8])

  /// One bit is another in a region of what is sent.
  case bitFlipped(Region, bit: Int, iv: [UInt8])
  /// The last `count` bytes are missing.
  case truncated(by: Int, iv: [UInt8])
  /// Up to 7 bytes more, so that the length is not one of whole blocks.
  case lengthened(by: Int, iv: [UInt8])
  /// The vector without any ciphertext.
  case vectorOnly(iv: [UInt8])
  /// Nothing at all.
  case empty

  /// How a key comes out wrong. Where a slip would make the right key (a secret of no characters,
  /// say) one bit of it is flipped.
  package enum KeySlip: String, Hashable, Sendable, CaseIterable {
    /// Hashed in the wrong order, or only in part.
    case secretFirst = "secret-first"
    case bundleIdentifierAlone = "bundle-identifier-alone"
    case secretAlone = "secret-alone"
    /// Hashed with another of the three hashes.
    case firstOtherHash = "first-other-hash"
    case secondOtherHash = "second-other-hash"
    /// Only the first 16 bytes of the hash.
    case firstHalf = "first-half"
    /// The hash as text of lowercase or uppercase digits.
    case hexadecimal
    case upperHexadecimal = "upper-hexadecimal"
    /// HMAC-SHA256 of the bundle identifier under the secret.
    case hmac
    /// The text itself without a hash.
    case noHash = "no-hash"
    /// Something between the two texts, or after them.
    case separatedByDot = "separated-by-dot"
    case separatedByColon = "separated-by-colon"
    case separatedByNUL = "separated-by-nul"
    case endedByNUL = "ended-by-nul"
    case endedByNewline = "ended-by-newline"
    /// The hash of the hash.
    case hashedTwice = "hashed-twice"
  }

  /// How blocks are chained wrongly, or the vector is sent wrongly.
  package enum ChainingSlip: String, Hashable, Sendable, CaseIterable {
    /// Every block by itself, with or without a vector in front.
    case ecb
    case ecbBehindVector = "ecb-behind-vector"
    /// From a vector of zeros that is not sent.
    case zeroVectorNotSent = "zero-vector-not-sent"
    /// From the given vector, which is not sent, or sent at the end, or twice.
    case vectorNotSent = "vector-not-sent"
    case vectorAtEnd = "vector-at-end"
    case vectorTwice = "vector-twice"
  }

  /// What is encrypted after the content.
  package enum PaddingSlip: String, Hashable, Sendable, CaseIterable {
    /// Zeros up to whole blocks, or none where there are whole blocks already.
    case zeros
    /// Whole blocks encrypted, the bytes after them as they are.
    case none
    /// A byte 0x80 and zeros (ISO 7816-4).
    case oneAndZeros = "one-and-zeros"
    /// Random bytes and a count (ISO 10126); the same as PKCS #7 where there is room for the count
    /// only.
    case randomAndCount = "random-and-count"
    /// Zeros and a count (ANSI X9.23); the same as PKCS #7 where there is room for the count only.
    case zerosAndCount = "zeros-and-count"
    /// A count that is one too high, in all the bytes.
    case countTooHigh = "count-too-high"
    /// A block of paddings more: 9 to 16 bytes that count themselves.
    case wholeBlockMore = "whole-block-more"
  }

  /// A part of what is sent, of eight bytes.
  package enum Region: String, Hashable, Sendable, CaseIterable {
    case vector, first, middle, last
  }
}
