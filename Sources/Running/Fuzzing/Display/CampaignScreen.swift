import Conformance
package import Reporting

/// Shows how a campaign stands, on standard error: one line that is rewritten on a terminal, a line every ten seconds elsewhere.
package struct CampaignScreen {
  private let mode: ProgressLine.Mode
  private let duration: Duration?
  private let executions: Int?
  private var lastDrawn: Duration?
  private var isOnScreen = false

  /// - Parameters:
  ///   - duration: how long the campaign goes on, or nil.
  ///   - executions: how many cases are made, or nil.
  package init(_ mode: ProgressLine.Mode, duration: Duration?, executions: Int?) {
    self.mode = mode
    self.duration = duration
    self.executions = executions
  }

  package mutating func update(_ status: CampaignStatus) {
    let interval: Duration
    switch mode {
    case .off: return
    case .rewritten: interval = .milliseconds(200)
    case .plain: interval = .seconds(10)
    }
    let isDue =
      lastDrawn.map { status.elapsed - $0 >= interval }
      ?? (mode != .plain || status.elapsed >= interval)
    guard isDue else { return }
    lastDrawn = status.elapsed
    let text = Self.text(status, duration: duration, executions: executions)
    if case .rewritten(let width) = mode {
      isOnScreen = true
      ProgressLine.write("\r\u{1B}[2K\(text.prefix(max(20, width - 1)))")
    } else {
      ProgressLine.write("\(text)\n")
    }
  }

  /// Takes the line off the terminal.
  package mutating func clear() {
    guard isOnScreen else { return }
    isOnScreen = false
    ProgressLine.write("\r\u{1B}[2K")
  }

  /// `2m 10s  41,200 executions, 316/s  212 entries, 1,480 features  2 findings (1 crash)  new 12s ago  7m 50s left`
  static func text(_ status: CampaignStatus, duration: Duration?, executions: Int?) -> String {
    let seconds =
      Double(status.elapsed.components.seconds)
      + Double(status.elapsed.components.attoseconds) / 1e18
    let rate = seconds > 0 ? Int(Double(status.executions) / seconds) : 0
    var parts = [
      SpanWords.text(status.elapsed),
      "\(Count.text(status.executions)) executions, \(Count.text(rate))/s",
      "\(Count.text(status.entries)) entries, \(Count.text(status.features)) features",
    ]
    let crashes = status.findings.count { $0.verdict == .crashed }
    let kinds = crashes == 0 ? "" : " (\(crashes) \(crashes == 1 ? "crash" : "crashes"))"
    parts.append(Count.text(status.findings.count, "finding") + kinds)
    parts.append("new \(SpanWords.text(status.elapsed - status.lastNews)) ago")
    if let duration {
      parts.append("\(SpanWords.text(max(.zero, duration - status.elapsed))) left")
    } else if let executions, rate > 0 {
      let left = max(0, executions - status.executions)
      parts.append("\(SpanWords.text(.seconds(left / rate))) left")
    }
    return parts.joined(separator: "  ")
  }
}

/// `9s`, `2m 10s`, `3h 5m`
enum SpanWords {
  static func text(_ span: Duration) -> String {
    let seconds = Int(span.components.seconds)
    if seconds < 60 { return "\(seconds)s" }
    if seconds < 3_600 { return "\(seconds / 60)m \(seconds % 60)s" }
    return "\(seconds / 3_600)h \(seconds % 3_600 / 60)m"
  }
}
