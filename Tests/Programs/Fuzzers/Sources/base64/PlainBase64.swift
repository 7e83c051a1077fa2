import WireFormat

/// Base64 decoding as RFC 4648 section 4 tells it, bit by bit and without regard to speed.
struct PlainBase64 {
  let outcome: Base64Text.Outcome

  init(_ text: [UInt8]) {
    let content = text.lastIndex { $0 != UInt8(ascii: "=") }.map { text[...$0] } ?? []
    let padding = text.count - content.count
    if let foreign = content.firstIndex(where: { Self.value(of: $0) == nil }) {
      outcome = .foreignCharacter(at: foreign)
      return
    }
    var bits = content.flatMap { digit in
      (0..<6).map { Self.value(of: digit).unsafelyUnwrapped >> (5 - $0) & 1 }
    }
    guard bits.count % 8 != 6 else {
      outcome = .impossibleLength
      return
    }
    var bytes: [UInt8] = []
    while bits.count >= 8 {
      bytes.append(bits.prefix(8).reduce(0) { $0 << 1 | $1 })
      bits.removeFirst(8)
    }
    let wanted = [0, 0, 2, 1][content.count % 4]
    outcome =
      padding < wanted
      ? .paddingMissing(bytes)
      : padding > wanted
        ? .paddingSurplus(bytes)
        : bits.contains(1) ? .nonCanonicalBits(bytes) : .decoded(bytes)
  }

  private static func value(of digit: UInt8) -> UInt8? {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8.enumerated()
      .first { $0.element == digit }.map { UInt8($0.offset) }
  }
}
