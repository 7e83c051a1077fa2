import JSONText

/// Passes one text by `skipValue`.
func skip(_ bytes: [UInt8], limits: JSONLimits = .document) throws(JSONError) {
  try JSONReader.read(bytes, limits: limits) { (reader) throws(JSONError) -> Void in
    try reader.skipValue()
  }
}

/// Passes one text by the closures of `readArray` and `readObject`.
func walk(_ bytes: [UInt8], limits: JSONLimits = .document) throws(JSONError) {
  try JSONReader.read(bytes, limits: limits) { (reader) throws(JSONError) -> Void in
    try walk(&reader)
  }
}

private func walk(_ reader: inout JSONReader) throws(JSONError) {
  switch try reader.peek() {
  case .array:
    try reader.readArray { (reader: inout JSONReader) throws(JSONError) in try walk(&reader) }
  case .object:
    try reader.readObject { (reader: inout JSONReader, _: String) throws(JSONError) in
      try walk(&reader)
    }
  case .string:
    var bytes: [UInt8] = []
    try reader.readStringBytes(into: &bytes)
  case .number: _ = try reader.readDouble()
  case .boolean: _ = try reader.readBoolean()
  case .null: try reader.readNull()
  }
}

/// A small generator of repeatable noise (SplitMix64).
struct Noise: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
