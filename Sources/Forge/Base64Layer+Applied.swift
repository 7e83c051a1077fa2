extension Base64Layer {
  /// What is sent instead of the canonical Base64 `text`. An index outside it is clamped.
  func applied(to text: [UInt8]) -> [UInt8] {
    switch self {
    case .canonical: return text
    case .foreignCharacter(let index, let scalar):
      guard !text.isEmpty else { return Array(scalar.utf8) }
      let index = min(max(index, 0), text.count - 1)
      return text[..<index] + Array(scalar.utf8) + text[(index + 1)...]
    case .inserted(let index, let scalar):
      let index = min(max(index, 0), text.count)
      return text[..<index] + Array(scalar.utf8) + text[index...]
    case .urlSafeAlphabet:
      return text.map {
        $0 == UInt8(ascii: "+")
          ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
      }
    case .emptied: return []
    }
  }
}
