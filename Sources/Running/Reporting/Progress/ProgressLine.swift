import SystemLibrary

/// Shows how far long work has come, on standard error.
package struct ProgressLine {
  package typealias Mode = StatusLine.Mode

  private var line: StatusLine
  private let total: Int
  /// What is done, where it is not what commands usually do.
  private let task: String?
  private let began: ContinuousClock.Instant
  private var pace = RecentPace()

  /// - Parameters:
  ///   - total: how many cases there are to do.
  ///   - task: stands before the counts, or nil.
  ///   - descriptor: where it is shown; standard error unless a test says otherwise.
  package init(
    _ mode: Mode, total: Int, task: String? = nil, descriptor: CInt = STDERR_FILENO
  ) {
    line = StatusLine(mode, descriptor: descriptor)
    self.task = task
    self.total = total
    began = .now
  }

  /// Tells how far the work has come; draws ten times a second on a terminal, every ten seconds elsewhere.
  package mutating func update(done: Int, findings: Int) {
    if line.mode == .off { return }
    draw(done: done, findings: findings, elapsed: .now - began)
  }

  /// The same at a given time since the beginning.
  mutating func draw(done: Int, findings: Int, elapsed: Duration) {
    pace.note(done: done, elapsed: elapsed)
    let (task, total, pace) = (task, total, pace)
    line.show(at: elapsed) {
      let perSecond = pace.perSecond(done: done, elapsed: elapsed)
      return Self.parts(
        task: task, done: done, total: total, findings: findings, perSecond: perSecond,
        tellsEnd: RecentPace.tellsEnd(
          perSecond: perSecond ?? 0, done: done, total: total, elapsed: elapsed))
    }
  }

  /// Takes the line off the terminal, so that other text can follow; updates bring it back.
  package mutating func clear() { line.clear() }
}

extension ProgressLine {
  /// `1,234/5,000  24%  3 findings  6,170/s  1 s left`, shortened from the end to fit `width` columns.
  static func text(
    task: String? = nil, done: Int, total: Int, findings: Int, perSecond: Double?,
    tellsEnd: Bool = true, width: Int = .max
  ) -> String {
    StatusLine.text(
      parts(
        task: task, done: done, total: total, findings: findings, perSecond: perSecond,
        tellsEnd: tellsEnd), width: width)
  }

  /// - Parameters:
  ///   - perSecond: how many cases a second are done at present. The time left is what the rest takes at this pace; both are left
  ///     out where it is nil.
  ///   - tellsEnd: whether the time left is said.
  private static func parts(
    task: String?, done: Int, total: Int, findings: Int, perSecond: Double?, tellsEnd: Bool
  ) -> [String] {
    var parts = [(task.map { $0 + " " } ?? "") + "\(Count.text(done))/\(Count.text(total))"]
    if total > 0 { parts.append("\(Int(Double(done) / Double(total) * 100))%") }
    parts.append(Count.text(findings, "finding"))
    if let rate = perSecond, rate > 0 {
      parts.append(
        rate < 10 ? "\(Count.decimal((rate * 10).rounded() / 10))/s" : "\(Count.text(Int(rate)))/s")
      let left = Double(max(0, total - done)) / rate
      if tellsEnd, left > 0, left < 1e9 {
        parts.append("\(Count.text(Duration.seconds(max(1, Int(left.rounded(.up)))))) left")
      }
    }
    return parts
  }
}
