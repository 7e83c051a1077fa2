import Testing
import WireFormat

@Suite("Percent-encoding")
struct PercentCodingTests {
  @Test("escapes all but the unreserved characters, in upper case")
  func encode() {
    let unreserved = "ABCXYZabcxyz0189-._~"
    #expect(PercentCoding.encode(unreserved.utf8) == Array(unreserved.utf8))
    #expect(
      PercentCoding.encode("a+b/c=d&#%\r\n \u{E9}".utf8)
        == Array("a%2Bb%2Fc%3Dd%26%23%25%0D%0A%20%C3%A9".utf8))
    #expect(PercentCoding.encode([0xFF, 0x00][...]) == Array("%FF%00".utf8))
  }

  @Test("every byte comes back")
  func roundTrip() {
    let all = Array(UInt8.min...UInt8.max)
    #expect(PercentCoding.decode(PercentCoding.encode(all)) == .decoded(all))
  }

  @Test("decodes once, either case, and leaves a plus alone")
  func decode() {
    #expect(PercentCoding.decode("%2b%2B+%2541".utf8) == .decoded(Array("+++%41".utf8)))
    #expect(PercentCoding.decode([]) == .decoded([]))
  }

  @Test(
    "finds malformed escapes",
    arguments: [("%", 0), ("a%", 1), ("ab%4", 2), ("%zz", 0), ("%4g", 0), ("%41%", 3), ("%%41", 0)])
  func malformed(text: String, offset: Int) {
    #expect(PercentCoding.decode(text.utf8) == .malformedEscape(at: offset))
  }
}
