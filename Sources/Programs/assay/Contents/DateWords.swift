import Foundation

/// Dates of property lists in words.
enum DateWords {
  /// `2013-04-12T00:00:00Z`, with a fraction where there is one; seconds since 2001 for a date outside the years 1 to 9999.
  static func utc(_ seconds: Double) -> String {
    guard seconds > -63_114_076_800, seconds < 252_423_993_600 else {
      return "\(seconds) s after 2001-01-01T00:00:00Z"
    }
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let isWhole = seconds == seconds.rounded()
    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
  }
}
