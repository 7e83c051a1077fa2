extension EncryptionLayer: WireLayer {
  package static let layerName = "cipher"

  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case canonical, none
    case otherKey = "other-key"
    case slippedKey = "slipped-key"
    case chaining
    case padding
    case paddingCount = "padding-count"
    case littleEndian = "little-endian"
    case twice
    case vectorFlipped = "vector-flipped"
    case firstFlipped = "first-flipped"
    case middleFlipped = "middle-flipped"
    case lastFlipped = "last-flipped"
    case truncated, lengthened
    case vectorOnly = "vector-only"
    case empty
  }

  package var kind: Kind {
    switch self {
    case .none: .none
    case .canonical: .canonical
    case .otherKey: .otherKey
    case .slippedKey: .slippedKey
    case .chaining: .chaining
    case .padding(.randomAndCount, _), .padding(.zerosAndCount, _): .paddingCount
    case .padding: .padding
    case .littleEndian: .littleEndian
    case .twice: .twice
    case .bitFlipped(.vector, _, _): .vectorFlipped
    case .bitFlipped(.first, _, _): .firstFlipped
    case .bitFlipped(.middle, _, _): .middleFlipped
    case .bitFlipped(.last, _, _): .lastFlipped
    case .truncated: .truncated
    case .lengthened: .lengthened
    case .vectorOnly: .vectorOnly
    case .empty: .empty
    }
  }

  package static func note(_ kind: Kind) -> LayerNote {
    func wrongKey(_ sentence: String) -> LayerNote {
      LayerNote(.refused, sentence)
    }
    func refused(_ sentence: String) -> LayerNote {
      LayerNote(.refused, sentence)
    }
    func unharmed(_ sentence: String) -> LayerNote {
      LayerNote(.refusedOrUnharmed, sentence)
    }
    return switch kind {
    case .canonical: LayerNote(.canonical, "encrypted as the wire profile says")
    case .none: LayerNote(.refused, "not encrypted at all")
    case .otherKey: wrongKey("under the key of another bundle identifier or another secret")
    case .slippedKey:
      wrongKey("under a key made by a slip: other order, part, hash, text, separator, HMAC")
    case .chaining: refused("ECB, or the vector left out, at the end or twice")
    case .padding:
      refused("zeros, nothing, ISO 7816-4, a wrong count or a block too much for a padding")
    case .paddingCount:
      unharmed("a padding of which only the last byte counts (ISO 10126, ANSI X9.23)")
    case .littleEndian: refused("the words of each block in the other byte order")
    case .twice: refused("encrypted twice under the same key")
    case .vectorFlipped: unharmed("one bit of the vector is flipped")
    case .firstFlipped: unharmed("one bit of the first block is flipped")
    case .middleFlipped: unharmed("one bit of a block in the middle is flipped")
    case .lastFlipped: unharmed("one bit of the last block is flipped")
    case .truncated: refused("the last bytes of the ciphertext are missing")
    case .lengthened: refused("up to seven bytes more than whole blocks")
    case .vectorOnly: refused("the vector without any ciphertext")
    case .empty: LayerNote(.refused, "nothing at all")
    }
  }

  package static func make(_ kind: Kind, _ choices: inout some ForgeChoices) -> Self {
    if kind == .none { return .none }
    if kind == .empty { return .empty }
    if kind == .otherKey {
      let name = choices.pick(["com.example.other", "com.example", "", "COM.EXAMPLE.APP"])
      let secret = "other secret " + String(choices.below(1 << 32), radix: 16)
      return .otherKey(bundleIdentifier: name, secret: secret, iv: choices.bytes(8))
    }
    let iv = choices.bytes(8)
    return switch kind {
    case .none, .empty, .otherKey, .canonical: .canonical(iv: iv)
    case .slippedKey: .slippedKey(choices.pick(KeySlip.allCases), iv: iv)
    case .chaining: .chaining(choices.pick(ChainingSlip.allCases), iv: iv)
    case .padding:
      .padding(
        choices.pick([.zeros, .none, .oneAndZeros, .countTooHigh, .wholeBlockMore]), iv: iv)
    case .paddingCount: .padding(choices.pick([.randomAndCount, .zerosAndCount]), iv: iv)
    case .littleEndian: .littleEndian(iv: iv)
    case .twice: .twice(iv: iv)
    case .vectorFlipped: .bitFlipped(.vector, bit: choices.below(64), iv: iv)
    case .firstFlipped: .bitFlipped(.first, bit: choices.below(64), iv: iv)
    case .middleFlipped: .bitFlipped(.middle, bit: choices.below(64), iv: iv)
    case .lastFlipped: .bitFlipped(.last, bit: choices.below(64), iv: iv)
    case .truncated: .truncated(by: choices.pick([1, 8, 2, 7, 9, 16, 24]), iv: iv)
    case .lengthened: .lengthened(by: choices.below(7), iv: iv)
    case .vectorOnly: .vectorOnly(iv: iv)
    }
  }
}
