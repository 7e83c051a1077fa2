/// A date of an XML property list: ISO 8601 in the one form `2026-01-31T23:59:59Z`.
package struct DateText {
  private let year, month, day, hour, minute, second: Int

  /// Nil if the text is not of that form. The fields may still be on no calendar.
  package init?(_ text: ArraySlice<UInt8>) {
    let form = Array("dddd-dd-ddTdd:dd:ddZ".utf8)
    guard text.count == form.count else { return nil }
    for (byte, mark) in zip(text, form) {
      guard mark == UInt8(ascii: "d") ? DigitText.isDecimal(byte) : byte == mark else { return nil }
    }
    let field = { (from: Int, length: Int) in
      DigitText.decimal(text.dropFirst(from).prefix(length)) ?? 0
    }
    (year, month, day) = (field(0, 4), field(5, 2), field(8, 2))
    (hour, minute, second) = (field(11, 2), field(14, 2), field(17, 2))
  }

  /// Seconds from 2001-01-01T00:00:00Z by the Gregorian calendar, without leap seconds, or nil if
  /// the calendar has no such day or time or the year is 0.
  package var secondsSince2001: Int? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard year >= 1, (1...12).contains(month), (1...lengths[month - 1]).contains(day),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let before = year - 1
    let days =
      before * 365 + before / 4 - before / 100 + before / 400
      + lengths[..<(month - 1)].reduce(0, +) + day - 1
    let daysBefore2001 = 730_485
    return (((days - daysBefore2001) * 24 + hour) * 60 + minute) * 60 + second
  }

  /// A time as it is written, such as `2026-01-31T23:59:59Z`.
  ///
  /// - Parameter seconds: from 2001-01-01T00:00:00Z, in the years 1 to 9999.
  package static func text(secondsSince2001 seconds: Int) -> String {
    // Days since 0000-03-01, so that the leap day is the last of a year (Hinnant's algorithm).
    let second = remainder(seconds, 86_400)
    let days = (seconds - second) / 86_400 + 730_791
    let era = days / 146_097
    let day = days % 146_097
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let civilMonth = month < 10 ? month + 3 : month - 9
    let civilYear = year + 400 * era + (civilMonth <= 2 ? 1 : 0)
    return padded(civilYear, 4) + "-" + padded(civilMonth, 2) + "-" + padded(dayOfMonth, 2) + "T"
      + padded(second / 3_600, 2) + ":" + padded(second / 60 % 60, 2) + ":"
      + padded(second % 60, 2) + "Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// The rest of a division that is never negative.
  private static func remainder(_ number: Int, _ divisor: Int) -> Int {
    let rest = number % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
