import PayloadCipher

extension EncryptionLayer {
  /// What is sent in the place of the zlib stream `packed`.
  ///
  /// Complexity: linear; a key schedule is made for each new key.
  package func applied(
    to packed: [UInt8], for recipient: CipherRecipient, _ cabinet: CipherCabinet
  ) -> [UInt8] {
    let mode = recipient.blockMode ?? .cbcWithIV
    func sealed(_ iv: [UInt8]) -> [UInt8] {
      cabinet.cipher(for: recipient).encrypt(packed, iv: iv, mode: mode)
    }
    switch self {
    case .none, .empty: return self == .empty ? [] : packed
    case .canonical(let iv): return recipient.blockMode == nil ? packed : sealed(iv)
    case .otherKey(let bundleIdentifier, let secret, let iv):
      var other = recipient
      other.bundleIdentifier = bundleIdentifier
      other.secret = secret
      return cabinet.cipher(for: other).encrypt(packed, iv: iv, mode: mode)
    case .slippedKey(let slip, let iv):
      return cabinet.cipher(for: recipient, slip: slip).encrypt(packed, iv: iv, mode: mode)
    case .chaining(let slip, let iv):
      return slip.applied(to: packed, cabinet.cipher(for: recipient), iv, mode)
    case .padding(let slip, let iv):
      return slip.applied(to: packed, cabinet.cipher(for: recipient), iv, mode)
    case .littleEndian(let iv):
      let padding = 8 - packed.count % 8
      let padded = packed + repeatElement(UInt8(padding), count: padding)
      let sent = cabinet.cipher(for: recipient)
        .encrypt(blocks: padded.wordsSwapped, iv: iv.asVector.wordsSwapped, mode: mode)
      return sent.wordsSwapped
    case .twice(let iv):
      return cabinet.cipher(for: recipient).encrypt(sealed(iv), iv: iv, mode: mode)
    case .bitFlipped(let region, let bit, let iv):
      return region.flipped(bit, in: sealed(iv), mode)
    case .truncated(let count, let iv):
      let sent = sealed(iv)
      return sent.dropLast(min(max(1, count), sent.count))
    case .lengthened(let count, let iv):
      return sealed(iv) + repeatElement(UInt8(0), count: 1 + count.wrapped(7))
    case .vectorOnly(let iv):
      return mode == .cbcWithIV ? iv.asVector : []
    }
  }
}

extension EncryptionLayer.Region {
  /// `sent` with one bit of the region flipped; the vector counts as the first block where none is
  /// sent.
  fileprivate func flipped(_ bit: Int, in sent: [UInt8], _ mode: BlowfishCipher.Mode) -> [UInt8] {
    let head = mode == .cbcWithIV ? 8 : 0
    let blocks = (sent.count - head) / 8
    let start =
      switch self {
      case .vector: 0
      case .first: head
      case .middle: head + 8 * (blocks / 2)
      case .last: sent.count - 8
      }
    var sent = sent
    let bit = bit.wrapped(64)
    sent[start + bit / 8] ^= 1 << UInt8(bit % 8)
    return sent
  }
}

extension EncryptionLayer.ChainingSlip {
  /// The ciphertext chained in this way, or in the other way if the recipient itself uses this one.
  fileprivate func applied(
    to packed: [UInt8], _ cipher: BlowfishCipher, _ iv: [UInt8], _ mode: BlowfishCipher.Mode
  ) -> [UInt8] {
    let vector = iv.asVector
    let chained = cipher.encrypt(packed, iv: vector, mode: .cbcWithIV)
    let sent: [UInt8] =
      switch self {
      case .ecb: cipher.encrypt(packed, iv: [], mode: .ecb)
      case .ecbBehindVector: vector + cipher.encrypt(packed, iv: [], mode: .ecb)
      case .zeroVectorNotSent: cipher.encrypt(packed, iv: [], mode: .cbcZeroIV)
      case .vectorNotSent: Array(chained.dropFirst(8))
      case .vectorAtEnd: chained.dropFirst(8) + vector
      case .vectorTwice: vector + chained
      }
    // One mode always starts from a vector of zeros and does not send it, whatever the form is called.
    guard sent == cipher.encrypt(packed, iv: vector, mode: mode) else { return sent }
    return cipher.encrypt(packed, iv: vector, mode: mode == .ecb ? .cbcZeroIV : .ecb)
  }
}

extension EncryptionLayer.PaddingSlip {
  fileprivate func applied(
    to packed: [UInt8], _ cipher: BlowfishCipher, _ iv: [UInt8], _ mode: BlowfishCipher.Mode
  ) -> [UInt8] {
    let room = 8 - packed.count % 8
    func sealed(_ padding: [UInt8]) -> [UInt8] {
      cipher.encrypt(blocks: packed + padding, iv: iv, mode: mode)
    }
    func same(_ byte: Int, _ count: Int) -> [UInt8] {
      Array(repeating: UInt8(byte), count: count)
    }
    switch self {
    case .zeros: return sealed(same(0, room % 8))
    case .none: return sealed([]) + packed.suffix(packed.count % 8)
    case .oneAndZeros: return sealed([0x80] + same(0, room - 1))
    case .randomAndCount:
      // It looks random, and depends on the input alone.
      let noise = (0..<room - 1).map { UInt8(truncatingIfNeeded: packed.count &* 151 &+ $0 &* 89) }
      return sealed(noise + [UInt8(room)])
    case .zerosAndCount: return sealed(same(0, room - 1) + [UInt8(room)])
    case .countTooHigh: return sealed(same(room + 1, room))
    case .wholeBlockMore: return sealed(same(room + 8, room + 8))
    }
  }
}

extension [UInt8] {
  /// These bytes, cut or filled up with zeros to eight.
  fileprivate var asVector: [UInt8] {
    Array((self + repeatElement(0, count: 8)).prefix(8))
  }

  /// Reverses each whole group of four bytes.
  fileprivate var wordsSwapped: [UInt8] {
    var result = self
    for start in stride(from: 0, to: count & ~3, by: 4) {
      result[start..<start + 4].reverse()
    }
    return result
  }
}
