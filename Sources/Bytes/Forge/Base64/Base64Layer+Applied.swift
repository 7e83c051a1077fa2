import WireFormat

extension Base64Layer {
  /// What is sent instead of the canonical Base64 `text`.
  func applied(to text: [UInt8]) -> [UInt8] {
    let pad = UInt8(ascii: "=")
    var digits: ArraySlice<UInt8> { text[..<(text.firstIndex(of: pad) ?? text.count)] }
    switch self {
    case .canonical: return text
    case .foreignCharacter(let index, let scalar):
      guard !text.isEmpty else { return Array(scalar.utf8) }
      let index = index.wrapped(text.count)
      return text[..<index] + Array(scalar.utf8) + text[(index + 1)...]
    case .inserted(let index, let scalar):
      let index = index.wrapped(text.count)
      return text[..<index] + Array(scalar.utf8) + text[index...]
    case .wrapped(let width, let separator):
      let width = max(1, width)
      var result: [UInt8] = []
      for start in stride(from: 0, to: text.count, by: width) {
        result += text[start..<min(start + width, text.count)] + Array(separator.utf8)
      }
      return result
    case .urlSafeAlphabet: return Self.urlSafe(text)
    case .paddingMissing: return Array(digits)
    case .paddingSurplus(let count):
      return text + [UInt8](repeating: pad, count: min(max(1, count), 1 << 16))
    case .paddingInside(let index):
      guard !digits.isEmpty else { return text }
      let index = index.wrapped(digits.count)
      return text[..<index] + [pad] + text[index...]
    case .nonCanonicalBits(let mask): return Self.withLooseBits(text, mask)
    case .truncated(let count): return digits.dropLast(max(1, count))
    case .leftOver:
      let digits = Array(digits)
      let wanted = (5 - digits.count & 3) & 3
      return digits + [UInt8](repeating: UInt8(ascii: "A"), count: wanted == 0 ? 4 : wanted)
    case .doubled: return text + text
    case .encodedTwice: return Base64Text.encode(text)
    case .emptied: return []
    case .replaced(let bytes): return bytes
    }
  }

  private static func urlSafe(_ text: [UInt8]) -> [UInt8] {
    let plus = UInt8(ascii: "+")
    let slash = UInt8(ascii: "/")
    guard text.contains(where: { $0 == plus || $0 == slash }) else {
      return text.isEmpty ? [] : [UInt8(ascii: "-")] + text.dropFirst()
    }
    return text.map {
      $0 == plus ? UInt8(ascii: "-") : $0 == slash ? UInt8(ascii: "_") : $0
    }
  }

  private static func withLooseBits(_ text: [UInt8], _ mask: UInt8) -> [UInt8] {
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let alphabet = Base64Text.alphabet
    guard (1...2).contains(padding), text.count >= 4,
      let value = alphabet.firstIndex(of: text[text.count - padding - 1])
    else { return text }
    // Two loose bits before one `=`, four before two.
    let loose = padding == 1 ? mask & 3 : mask & 15
    var result = text
    result[text.count - padding - 1] = alphabet[value ^ Int(loose == 0 ? 1 : loose)]
    return result
  }
}
