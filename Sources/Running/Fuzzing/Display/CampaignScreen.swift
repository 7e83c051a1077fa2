import Conformance
package import Reporting

/// Shows how a campaign stands, on standard error: some lines in one place on a terminal, a line every ten seconds elsewhere.
package struct CampaignScreen {
  private var line: StatusLine
  private var block: StatusBlock?
  private let duration: Duration?
  private let executions: Int?
  private var pace = RecentPace()

  /// - Parameters:
  ///   - duration: how long this sitting goes on, or nil.
  ///   - executions: how many cases it makes, or nil.
  package init(_ mode: StatusLine.Mode, duration: Duration?, executions: Int?) {
    line = StatusLine(mode)
    if case .rewritten(let width) = mode { block = StatusBlock(width: width) }
    self.duration = duration
    self.executions = executions
  }

  package mutating func update(_ status: CampaignStatus) {
    pace.note(done: status.executionsNow, elapsed: status.elapsedNow)
    let rate = pace.perSecond(done: status.executionsNow, elapsed: status.elapsedNow) ?? 0
    let left = Self.left(status, duration: duration, executions: executions, rate: rate)
    if block != nil {
      block?.show(at: status.elapsedNow) { Self.lines(status, left: left, rate: rate) }
    } else {
      line.show(at: status.elapsedNow) { Self.parts(status, left: left, rate: rate) }
    }
  }

  /// Takes everything off the terminal.
  package mutating func clear() {
    line.clear()
    block?.clear()
  }

  /// The time that is left, or nil where nobody knows.
  static func left(
    _ status: CampaignStatus, duration: Duration?, executions: Int?, rate: Double
  ) -> Duration? {
    if let duration { return max(.zero, duration - status.elapsedNow) }
    guard let executions, rate > 0 else { return nil }
    let seconds = Double(max(0, executions - status.made)) / rate
    return seconds < 1e9 ? .seconds(seconds) : nil
  }

  /// `41,200 executions, 316/s`, `2 findings (1 crash)`, `7 min 50 s left`, `212 entries, 1,480 features`, `new 12 s ago`
  static func parts(_ status: CampaignStatus, left: Duration?, rate: Double) -> [String] {
    var parts = [
      "\(Count.text(status.executions)) executions, \(Count.text(Int(rate)))/s",
      findings(status),
    ]
    if let left { parts.append("\(whole(left)) left") }
    parts.append(corpus(status))
    parts.append("new \(whole(status.elapsed - status.lastNews)) ago")
    return parts
  }

  /// How many findings a screen shows.
  private static let maxFindings = 8

  /// The screen: what has been done, what has been kept, what was new last and how it came about, and the findings with their age.
  static func lines(_ status: CampaignStatus, left: Duration?, rate: Double) -> [String] {
    let origin =
      status.lastNewsChanges.isEmpty
      ? "a case that ran as it is" : status.lastNewsChanges.joined(separator: ", ")
    var lines = [
      "time        \(whole(status.elapsed))" + (left.map { ", \(whole($0)) left" } ?? ""),
      "executions  \(Count.text(status.executions)), \(Count.text(Int(rate)))/s",
      "corpus      \(corpus(status))",
      "last new    \(whole(status.elapsed - status.lastNews)) ago: \(origin)",
      "findings    \(findings(status))",
    ]
    for finding in status.findings.prefix(maxFindings) {
      let bucket = [finding.signature.description] + finding.guilty
      lines.append(
        "  \(bucket.joined(separator: " "))  \(stability(finding.stability)), \(Count.text(finding.sightings, "sighting")), first \(whole(status.elapsed - finding.found)) ago, last \(whole(status.elapsed - finding.lastSeen)) ago"
      )
    }
    let more = status.findings.count - maxFindings
    if more > 0 { lines.append("  and \(Count.text(more, "other"))") }
    if !status.repaired.isEmpty {
      lines.append("repaired    \(Count.text(status.repaired.count))")
    }
    return lines
  }

  private static func findings(_ status: CampaignStatus) -> String {
    let crashes = status.findings.count { $0.verdict == .crashed }
    let kinds = crashes == 0 ? "" : " (\(crashes) \(crashes == 1 ? "crash" : "crashes"))"
    let waiting =
      status.pending.isEmpty ? "" : ", \(Count.text(status.pending.count)) to be seen again"
    let reducing = status.reducing == 0 ? "" : ", \(status.reducing) being reduced"
    return Count.text(status.findings.count, "finding") + kinds + waiting + reducing
  }

  private static func corpus(_ status: CampaignStatus) -> String {
    "\(Count.text(status.entries)) entries, \(Count.text(status.features)) features\(status.edgesShown)"
  }

  private static func stability(_ stability: FuzzFinding.Stability) -> String {
    switch stability {
    case .comesAgain: stability.words
    case .afterOthers, .afterOtherApps: "after others"
    case .flaky: "flaky"
    }
  }

  /// Without the fractions of a second, which say nothing of a campaign.
  private static func whole(_ span: Duration) -> String {
    Count.text(Duration.seconds(span.components.seconds))
  }
}
