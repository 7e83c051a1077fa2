/// Numbers as people read them.
package enum Count {
  /// `1,234,567`
  package static func text(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var result = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return result
  }

  /// `1 case`, `2 cases`
  package static func text(_ number: Int, _ noun: String) -> String {
    "\(text(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `0.42 s`, `3.2 s`, `12 min 5 s`, `3 h 20 min`
  package static func text(_ duration: Duration) -> String {
    let seconds = max(0, duration.inSeconds)
    if seconds < 1 { return decimal((seconds * 100).rounded() / 100) + " s" }
    if seconds < 60 { return decimal((seconds * 10).rounded() / 10) + " s" }
    let whole = Int(min(seconds, 1e12))
    if whole < 3_600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(text(whole / 3_600)) h \(whole % 3_600 / 60) min"
  }

  /// `3`, `3.2`: no fraction that says nothing.
  static func decimal(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
