extension TokenDamage {
  /// The damaged form of the right token, which is lowercase hexadecimal text. Indices and lengths outside it are clamped.
  func applied(to token: String) -> String {
    let digits = Array(token)
    func replacing(_ index: Int, _ change: (Character) -> Character) -> String {
      guard !digits.isEmpty else { return token }
      var result = digits
      let index = min(max(index, 0), digits.count - 1)
      result[index] = change(digits[index])
      return String(result)
    }
    switch self {
    case .emptied: return ""
    case .truncated(let length): return String(token.prefix(max(0, length)))
    case .beheaded(let length): return String(token.suffix(max(0, length)))
    case .extended(let text): return token + text
    case .prefixed(let text): return text + token
    case .digitChanged(let index):
      return replacing(index) { $0 == "f" ? "0" : $0 == "9" ? "a" : Self.successor(of: $0) }
    case .upperCased: return token.uppercased()
    case .lookAlike(let index):
      return replacing(index) { digit in
        digit.unicodeScalars.first.flatMap { Unicode.Scalar($0.value + 0xFEE0) }
          .map(Character.init) ?? digit
      }
    case .doubled: return token + token
    case .reversed: return String(digits.reversed())
    case .replaced(let text): return text
    case .ofOther: return token
    }
  }

  private static func successor(of digit: Character) -> Character {
    digit.asciiValue.map { Character(Unicode.Scalar($0 &+ 1)) } ?? digit
  }
}
