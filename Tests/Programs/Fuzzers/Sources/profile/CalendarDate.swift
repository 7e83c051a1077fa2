/// A day and time by the Gregorian calendar.
struct CalendarDate {
  let text: String

  /// Counts whole years, then whole months, as slowly as plainly.
  init(secondsSince2001: Int) {
    let (days, seconds) = Self.divide(secondsSince2001, by: 86_400)
    // The calendar repeats itself after 400 years of 146,097 days.
    let (eras, dayOfEra) = Self.divide(days, by: 146_097)
    var year = 2001 + 400 * eras
    var left = dayOfEra
    while left >= Self.lengths(of: year).reduce(0, +) {
      left -= Self.lengths(of: year).reduce(0, +)
      year += 1
    }
    var month = 0
    while left >= Self.lengths(of: year)[month] {
      left -= Self.lengths(of: year)[month]
      month += 1
    }
    let fields = [month + 1, left + 1, seconds / 3600, seconds / 60 % 60, seconds % 60]
      .map { Self.padded($0, to: 2) }
    let date = "\(Self.padded(year, to: 4))-\(fields[0])-\(fields[1])"
    text = date + "T\(fields[2]):\(fields[3]):\(fields[4])Z"
  }

  private static func lengths(of year: Int) -> [Int] {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  }

  private static func divide(_ number: Int, by divisor: Int) -> (Int, Int) {
    let rest = (number % divisor + divisor) % divisor
    return ((number - rest) / divisor, rest)
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
