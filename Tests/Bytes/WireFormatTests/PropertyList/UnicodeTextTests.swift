import Testing
import WireFormat

/// Text beyond ASCII stands in UTF-16: every kind of character is read as it was written.
@Suite struct UnicodeTextTests {
  private var reader = PropertyListReader()

  @Test("each number of units and of UTF-8 bytes, at the bounds of both")
  mutating func bounds() {
    for scalar in [0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF]
      as [UInt32]
    {
      guard let character = Unicode.Scalar(scalar) else { continue }
      for text in [String(character), "a\(character)", "\(character)\(character)z"] {
        let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        let image = Image([0xA1, 1], [0x60 | UInt8(text.utf16.count)] + units)
        #expect(reader.read(image.bytes) == .accepted(.array([.string(text)])), "\(scalar)")
      }
    }
  }

  @Test("texts by chance, written and read")
  mutating func byChance() {
    var writer = PropertyListWriter()
    var generator = SeededGenerator(state: 7)
    for _ in 0..<2_000 {
      var text = "ä"
      for _ in 0..<Int.random(in: 0..<40, using: &generator) {
        let bound = [0x80, 0x800, 0x10000, 0x110000].randomElement(using: &generator) ?? 0x80
        guard let scalar = Unicode.Scalar(UInt32.random(in: 0..<UInt32(bound), using: &generator))
        else { continue }
        text.unicodeScalars.append(scalar)
      }
      let value = PropertyList.array([.string(text)])
      #expect(reader.read(writer.write(value)) == .accepted(value), "\(text.debugDescription)")
    }
  }
}
