import Conformance

/// The places in code that the end of standard error names, where a sanitizer or a language runtime has written a trace.
package enum StackFrames {
  /// How many are kept.
  private static let most = 3

  /// The innermost frames, without addresses, the first being where it happened.
  package static func top(of standardError: [UInt8]) -> [String] {
    let lines = String(decoding: standardError, as: UTF8.self).split(separator: "\n")
    var frames: [String] = []
    // Python tells the innermost frame last.
    let isPython = lines.contains { $0.hasPrefix("Traceback (most recent call last)") }
    for line in isPython ? lines.reversed() : lines {
      guard frames.count < most else { break }
      if let frame = frame(line.drop { $0 == " " || $0 == "\t" }) { frames.append(frame) }
    }
    return frames
  }

  /// How bad a finding is whose process may have told more than its end: ASan says whether memory was written.
  static func severity(_ severity: Severity, in result: CaseResult) -> Severity {
    guard severity == .crash, let exchange = result.exchange else { return severity }
    let text = String(decoding: exchange.standardError, as: UTF8.self)
    let isWrite = text.contains("WRITE of size") || text.contains("caused by a WRITE memory access")
    return isWrite ? .writeCrash : .crash
  }

  /// `#1 0x55 in name file:3` (ASan, UBSan), `1 [ra] name in module at file` (Swift), `File "a.py", line 3, in name` (Python),
  /// `at name(file:3)` (Java, JavaScript), `name(...)` after `goroutine` (Go) and `from a.rb:3:in 'name'` (Ruby).
  private static func frame(_ line: Substring) -> String? {
    if line.hasPrefix("#"), let place = line.firstRange(of: " in ") {
      return String(line[place.upperBound...].prefix { $0 != " " })
    }
    if line.hasPrefix("File \""), let place = line.firstRange(of: ", in ") {
      return String(line[place.upperBound...])
    }
    if line.hasPrefix("at "), line.contains("(") {
      return String(line.dropFirst(3).prefix { $0 != "(" && $0 != " " })
    }
    if line.hasPrefix("from "), let place = line.firstRange(of: ":in ") {
      return String(line[place.upperBound...].filter { !"'`".contains($0) })
    }
    if line.first?.isNumber == true, let place = line.firstRange(of: " in "), line.contains(" at ")
    {
      return line[..<place.lowerBound].split(separator: " ").last.map(String.init)
    }
    return nil
  }
}
