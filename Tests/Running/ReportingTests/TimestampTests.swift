import Testing

@testable import Reporting

struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"),
    (951_782_400, "2000-02-29T00:00:00Z"),
    (1_783_166_400, "2026-07-04T12:00:00Z"),
    (4_102_444_799, "2099-12-31T23:59:59Z"),
  ])
  func secondsBecomeUTC(seconds: Int64, text: String) {
    #expect(Timestamp.utc(seconds) == text)
  }

  @Test func aTimeBeyondAllCalendarsDoesNotTrap() {
    #expect(Timestamp.utc(.max) == "1970-01-01T00:00:00Z")
  }
}
