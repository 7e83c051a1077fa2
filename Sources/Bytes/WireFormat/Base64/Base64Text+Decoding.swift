extension Base64Text {
  /// What strict decoding found.
  package enum Outcome: Hashable, Sendable {
    /// Canonical text.
    case decoded([UInt8])
    /// A byte outside the alphabet, or padding with characters after it. Offset in the text.
    case foreignCharacter(at: Int)
    /// One character is left over after the whole groups of four.
    case impossibleLength
    /// Fewer `=` than the last group needs. The bytes are what the characters say.
    case paddingMissing([UInt8])
    /// More `=` than the last group needs.
    case paddingSurplus([UInt8])
    /// The bits of the last character that belong to no byte are not zero.
    case nonCanonicalBits([UInt8])

    /// The bytes, if there are any.
    package var bytes: [UInt8]? {
      switch self {
      case .decoded(let bytes), .paddingMissing(let bytes), .paddingSurplus(let bytes),
        .nonCanonicalBits(let bytes):
        bytes
      case .foreignCharacter, .impossibleLength: nil
      }
    }
  }

  /// Decodes the whole of `text`. Allows no white space, no URL-safe alphabet and no text after the
  /// padding.
  ///
  /// Complexity: linear.
  package static func decode(_ text: UnsafeRawBufferPointer) -> Outcome {
    var digits = text.count
    while digits > 0, text[digits - 1] == pad { digits -= 1 }
    let padding = text.count - digits
    var foreign: Int?
    var loose: UInt32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: digits / 4 * 3 + 3) { buffer, count in
      values.withUnsafeBufferPointer { values in
        let groups = digits & ~3
        var position = 0
        while position < groups {
          let a = values[Int(text[position])]
          let b = values[Int(text[position + 1])]
          let c = values[Int(text[position + 2])]
          let d = values[Int(text[position + 3])]
          guard a | b | c | d < 64 else { break }
          buffer[count] = a << 2 | b >> 4
          buffer[count + 1] = b << 4 | c >> 2
          buffer[count + 2] = c << 6 | d
          position += 4
          count += 3
        }
        var group: UInt32 = 0
        for index in position..<digits {
          let value = values[Int(text[index])]
          guard value < 64 else {
            foreign = index
            return
          }
          group = group << 6 | UInt32(value)
        }
        switch digits - position {
        case 2:
          buffer[count] = UInt8(truncatingIfNeeded: group >> 4)
          count += 1
          loose = group & 15
        case 3:
          buffer[count] = UInt8(truncatingIfNeeded: group >> 10)
          buffer[count + 1] = UInt8(truncatingIfNeeded: group >> 2)
          count += 2
          loose = group & 3
        default: break
        }
      }
    }
    if let foreign { return .foreignCharacter(at: foreign) }
    guard digits & 3 != 1 else { return .impossibleLength }
    let wanted = (4 - digits & 3) & 3
    if padding < wanted { return .paddingMissing(bytes) }
    if padding > wanted { return .paddingSurplus(bytes) }
    return loose == 0 ? .decoded(bytes) : .nonCanonicalBits(bytes)
  }

  /// Decodes the whole of `text`.
  package static func decode(_ text: [UInt8]) -> Outcome {
    text.withUnsafeBytes { decode($0) }
  }

  /// Decodes `text` as a reading of the data layer (ABT-DATA-02, section 2.1).
  package static func read(_ text: UnsafeRawBufferPointer) -> Reading<[UInt8]> {
    switch decode(text) {
    case .decoded(let bytes): .accepted(bytes)
    case .foreignCharacter(let offset):
      .refused(Defect(.foreignCharacter(text[offset]), at: offset))
    case .impossibleLength: .refused(Defect(.impossibleLength, at: text.count))
    case .paddingMissing(let bytes): .free(Freedom(.paddingMissing, at: text.count), bytes)
    case .paddingSurplus(let bytes): .free(Freedom(.paddingSurplus, at: text.count - 1), bytes)
    case .nonCanonicalBits(let bytes):
      .free(Freedom(.nonCanonicalBits, at: max(text.count - 1, 0)), bytes)
    }
  }

  /// Like the above, for an array.
  package static func read(_ text: [UInt8]) -> Reading<[UInt8]> {
    text.withUnsafeBytes { read($0) }
  }

  /// The value of each byte as a digit, 255 for bytes outside the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    return values
  }()
}
