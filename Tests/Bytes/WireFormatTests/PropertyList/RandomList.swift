import WireFormat

/// Random values of every type, the same for the same generator.
struct RandomList {
  var generator: SeededGenerator

  mutating func value(depth: Int) -> PropertyList {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &generator) {
    case 0: return .string(text())
    case 1: return .integer(integer())
    case 2: return .real(real())
    case 3: return .boolean(Bool.random(using: &generator))
    case 4: return .date(Double.random(in: -6e10...2.5e11, using: &generator))
    case 5: return .data((0..<count(40)).map { _ in UInt8.random(in: 0...255, using: &generator) })
    case 6: return .string(text())
    case 7: return .array((0..<count(20)).map { _ in value(depth: depth - 1) })
    default: return dictionary(depth: depth - 1)
    }
  }

  mutating func dictionary(depth: Int) -> PropertyList {
    var keys: Set<String> = []
    return .dictionary(
      (0..<count(20)).compactMap { _ in
        let key = text()
        // The set compares canonically, as the reader's rule for keys does.
        guard keys.insert(key).inserted else { return nil }
        return PropertyList.Member(key: key, value: value(depth: depth))
      })
  }

  private mutating func count(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  private mutating func text() -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0x61...0x7A, 0x20...0x7E, 0...0x7F, 0xA0...0x2FF, 0x300...0x36F, 0x1_F600...0x1_F64F,
    ]
    let range = ranges[count(ranges.count)]
    let scalars = (0..<count(24)).compactMap { _ in
      Unicode.Scalar(UInt32.random(in: range, using: &generator))
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private mutating func integer() -> Int64 {
    Int64(bitPattern: generator.next() >> UInt64(count(64)))
  }

  private mutating func real() -> Double {
    let number = Double(bitPattern: generator.next())
    return number.isNaN ? .nan : number
  }
}
