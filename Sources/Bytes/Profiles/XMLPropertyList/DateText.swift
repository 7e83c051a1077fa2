/// A date of an XML property list: ISO 8601 in the one form `2026-01-31T23:59:59Z`.
struct DateText {
  private let year, month, day, hour, minute, second: Int

  /// Nil if the text is not of that form. The fields may still be on no calendar.
  init?(_ text: ArraySlice<UInt8>) {
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
  var secondsSince2001: Int? {
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
}
