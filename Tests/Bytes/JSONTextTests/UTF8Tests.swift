import JSONText
import Testing

@Suite struct UTF8Tests {
  private func isAccepted(_ content: [UInt8]) -> Bool {
    do {
      try skip([0x22] + content + [0x22])
      return true
    } catch {
      #expect(error.reason == .invalidUTF8)
      return false
    }
  }

  @Test func badSequencesAreRefused() {
    let bad: [[UInt8]] = [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE], [0xC3], [0xE2, 0x82],
      [0xF0, 0x9F, 0x98], [0xC3, 0x28], [0xE2, 0x28, 0xA1], [0xF0, 0x28, 0x8C, 0xBC],
      Array("0123456789".utf8) + [0xE2, 0x82],
    ]
    for bytes in bad { #expect(!isAccepted(bytes), "\(bytes)") }
  }

  /// Every first byte above ASCII with every second byte that decides, against the standard
  /// library's decoder.
  @Test func agreesWithTheStandardLibrary() {
    for first in UInt8(0x80)...0xFF {
      for second in stride(from: UInt8(0x40), through: 0xF0, by: 8) {
        for tail in [[], [0x80], [0x80, 0xBF], [0xBF, 0x41], [0x80, 0x80, 0x80]] as [[UInt8]] {
          let bytes = [first, second] + tail
          if bytes.contains(0x5C) { continue }
          let expected = String(validating: bytes, as: UTF8.self) != nil
          #expect(isAccepted(bytes) == expected, "\(bytes)")
        }
      }
    }
  }

  @Test func bytesAndStringsOfATextAreTheSame() throws {
    let text = #""a\u00e9\n\ud83d\ude00 é and a plain tail""#
    var bytes: [UInt8] = [1]
    try JSONReader.read(Array(text.utf8)) { (reader) throws(JSONError) -> Void in
      try reader.readStringBytes(into: &bytes)
    }
    let string = try JSONValue(parsing: Array(text.utf8)).stringValue
    #expect(bytes == [1] + Array((string ?? "").utf8))
    #expect(string?.utf8.count == 28)
  }
}
