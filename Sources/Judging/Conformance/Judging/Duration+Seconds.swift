extension Duration {
  /// `2 s`, `0.25 s`: rounded to milliseconds.
  package var inSecondsText: String {
    let milliseconds = Int64((self / .milliseconds(1)).rounded())
    if milliseconds.isMultiple(of: 1_000) { return "\(milliseconds / 1_000) s" }
    return "\(Double(milliseconds) / 1_000) s"
  }
}
