/// The bytes of hexadecimal text, as the vectors have it.
func bytes(hex text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  var high: UInt8?
  for digit in text {
    guard let value = digit.hexDigitValue else { continue }
    if let first = high {
      bytes.append(first << 4 | UInt8(value))
      high = nil
    } else {
      high = UInt8(value)
    }
  }
  return bytes
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
