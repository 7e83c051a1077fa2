import SystemLibrary

/// Points in time as reports write them.
package enum Timestamp {
  /// `2026-07-04T12:00:00`, in UTC (ISO 8601 without the zone, as JUnit's readers want it).
  static func withoutZone(_ secondsSince1970: Int64) -> String {
    var seconds = time_t(secondsSince1970)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "1970-01-01T00:00:00" }
    let year = Int(parts.tm_year) + 1_900
    return "\(padded(year, 4))-\(padded(Int(parts.tm_mon) + 1, 2))-\(padded(Int(parts.tm_mday), 2))"
      + "T\(padded(Int(parts.tm_hour), 2)):\(padded(Int(parts.tm_min), 2))"
      + ":\(padded(Int(parts.tm_sec), 2))"
  }

  /// `2026-07-04T12:00:00Z` (RFC 3339).
  package static func utc(_ secondsSince1970: Int64) -> String {
    withoutZone(secondsSince1970) + "Z"
  }

  /// `2026-07-04 12:00 UTC`, for people.
  static func readable(_ secondsSince1970: Int64) -> String {
    String(withoutZone(secondsSince1970).prefix(16)).replacing("T", with: " ") + " UTC"
  }

  /// The seconds since 1970-01-01T00:00:00Z of what `utc` writes; nil for any other text.
  package static func seconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 20 else { return nil }
    func number(_ places: Range<Int>) -> Int32 {
      bytes[places].reduce(0) { $0 * 10 + Int32($1 & 15) }
    }
    var parts = tm()
    parts.tm_year = number(0..<4) - 1_900
    parts.tm_mon = number(5..<7) - 1
    parts.tm_mday = number(8..<10)
    parts.tm_hour = number(11..<13)
    parts.tm_min = number(14..<16)
    parts.tm_sec = number(17..<19)
    let seconds = Int64(timegm(&parts))
    // Signs, other separators and dates that there are not come back otherwise.
    return utc(seconds) == text ? seconds : nil
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
