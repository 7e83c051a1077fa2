/// Simpler values of single parameters, the simplest first, each with a smaller measure than the value itself.
enum Reductions {
  /// In a list of more elements, elements are left out but none is made simpler.
  static let maxElements = 64

  static func distance<Number: FixedWidthInteger>(_ value: Number, _ rule: NumberRule) -> UInt128 {
    let simplest = Int128(rule.simplest)
    return (Int128(value) - simplest).magnitude
  }

  /// The simplest number, then numbers closer and closer to `value`: half of the way, three quarters of it, and so on. Taking the first
  /// one that will do, again and again, finds the smallest one in few steps.
  static func numbers<Number: FixedWidthInteger>(_ value: Number, _ rule: NumberRule) -> [Number] {
    let simplest = Int128(rule.simplest)
    var results: [Number] = []
    func add(_ number: Int128) {
      let isException = rule.exception.map { Int128($0) == number } ?? false
      if !isException, let number = Number(exactly: number) { results.append(number) }
    }
    let distance = Int128(value) - simplest
    if distance != 0 { add(simplest) }
    var step = distance / 2
    while step != 0 {
      add(Int128(value) - step)
      step /= 2
    }
    return results
  }

  static func measure(_ text: String, _ rule: TextRule) -> UInt128 {
    let simplest =
      switch rule {
      case .free: ""
      case .someText(let simplest), .whole(let simplest): simplest
      }
    return text.utf8.elementsEqual(simplest.utf8) ? 0 : 1 + UInt128(text.utf8.count)
  }

  /// The simplest text, the two halves, and all but the last character.
  static func texts(_ text: String, _ rule: TextRule) -> [String] {
    guard measure(text, rule) > 0 else { return [] }
    switch rule {
    case .whole(let simplest): return [simplest]
    case .free: return [""] + shorter(text)
    case .someText(let simplest): return [simplest] + shorter(text)
    }
  }

  private static func shorter(_ text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    let half = scalars.count / 2
    guard half > 0 else { return [] }
    return [scalars[..<half], scalars[half...], scalars.dropLast()].map {
      String(String.UnicodeScalarView($0))
    }
  }

  static func measure(_ bytes: [UInt8], _ rule: BytesRule) -> UInt128 {
    let zeros = bytes.reduce(0) { $1 == 0 ? $0 + 1 : $0 }
    let isSimplest =
      switch rule {
      case .free: bytes.isEmpty
      case .someBytes: bytes == [0]
      case .zeros(let count): bytes.count == count && zeros == count
      }
    return isSimplest ? 0 : 1 + UInt128(2 * bytes.count - zeros)
  }

  /// The simplest bytes, fewer of them, zeros.
  static func bytes(_ bytes: [UInt8], _ rule: BytesRule) -> [[UInt8]] {
    let measure = measure(bytes, rule)
    guard measure > 0 else { return [] }
    let simplest: [UInt8] =
      switch rule {
      case .free: []
      case .someBytes: [0]
      case .zeros(let count): [UInt8](repeating: 0, count: count)
      }
    if case .zeros = rule { return [simplest] }
    let fewer = cuts(bytes.count).dropFirst().map { range in
      var rest = bytes
      rest.removeSubrange(range)
      return rest
    }
    let zeros = [UInt8](repeating: 0, count: bytes.count)
    return ([simplest] + fewer + [zeros]).filter { self.measure($0, rule) < measure }
  }

  /// What can be left out of a list: all of it, then its halves, quarters and so on down to 32 parts or single elements.
  static func cuts(_ count: Int) -> [Range<Int>] {
    var cuts: [Range<Int>] = []
    var parts = 1
    while parts <= min(count, 32) {
      for part in 0..<parts { cuts.append(part * count / parts..<(part + 1) * count / parts) }
      if parts == min(count, 32) { break }
      parts = min(2 * parts, count, 32)
    }
    return cuts
  }
}
