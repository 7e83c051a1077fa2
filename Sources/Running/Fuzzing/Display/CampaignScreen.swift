import Conformance
package import Reporting

/// Shows how a campaign stands, on standard error.
package struct CampaignScreen {
  private var line: StatusLine
  private let duration: Duration?
  private let executions: Int?

  /// - Parameters:
  ///   - duration: how long the campaign goes on, or nil.
  ///   - executions: how many cases are made, or nil.
  package init(_ mode: StatusLine.Mode, duration: Duration?, executions: Int?) {
    line = StatusLine(mode)
    self.duration = duration
    self.executions = executions
  }

  package mutating func update(_ status: CampaignStatus) {
    let (duration, executions) = (duration, executions)
    line.show(at: status.elapsed) {
      Self.parts(status, duration: duration, executions: executions)
    }
  }

  /// Takes the line off the terminal.
  package mutating func clear() { line.clear() }

  /// `41,200 executions, 316/s`, `2 findings (1 crash)`, `7 min 50 s left`, `212 entries, 1,480 features`, `new 12 s ago`
  static func parts(_ status: CampaignStatus, duration: Duration?, executions: Int?) -> [String] {
    let seconds = status.elapsed / .seconds(1)
    let rate = seconds > 0 ? Double(status.executions) / seconds : 0
    let crashes = status.findings.count { $0.verdict == .crashed }
    let kinds = crashes == 0 ? "" : " (\(crashes) \(crashes == 1 ? "crash" : "crashes"))"
    var parts = [
      "\(Count.text(status.executions)) executions, \(Count.text(Int(rate)))/s",
      Count.text(status.findings.count, "finding") + kinds,
    ]
    if let duration {
      parts.append("\(whole(max(.zero, duration - status.elapsed))) left")
    } else if let executions, rate > 0 {
      let left = Double(max(0, executions - status.made)) / rate
      if left < 1e9 { parts.append("\(whole(.seconds(left))) left") }
    }
    parts.append(
      "\(Count.text(status.entries)) entries, \(Count.text(status.features)) features"
        + status.edgesShown)
    parts.append("new \(whole(status.elapsed - status.lastNews)) ago")
    return parts
  }

  /// Without the fractions of a second, which say nothing of a campaign.
  private static func whole(_ span: Duration) -> String {
    Count.text(Duration.seconds(span.components.seconds))
  }
}
