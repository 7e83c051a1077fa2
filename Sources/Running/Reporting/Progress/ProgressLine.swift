import Glibc

/// Shows how far long work has come, on standard error.
package struct ProgressLine {
  /// How it is shown.
  package enum Mode: Sendable, Hashable {
    /// One line that is written again and again, no wider than this many columns.
    case rewritten(width: Int)
    /// A line now and then, for logs.
    case plain
    /// Not at all.
    case off
  }

  private let mode: Mode
  private let total: Int
  /// What is done, where it is not what commands usually do.
  private let task: String?
  private let descriptor: CInt
  private let began: ContinuousClock.Instant
  private var lastDrawn: Duration?
  private var isOnScreen = false
  private var pace = RecentPace()

  /// - Parameters:
  ///   - total: how many cases there are to do.
  ///   - task: stands before the counts, or nil.
  ///   - descriptor: where it is shown; standard error unless a test says otherwise.
  package init(
    _ mode: Mode, total: Int, task: String? = nil, descriptor: CInt = STDERR_FILENO
  ) {
    self.mode = mode
    self.task = task
    self.total = total
    self.descriptor = descriptor
    began = .now
  }

  /// Tells how far the work has come; draws ten times a second on a terminal, every ten seconds elsewhere.
  package mutating func update(done: Int, findings: Int) {
    if mode == .off { return }
    draw(done: done, findings: findings, elapsed: .now - began)
  }

  /// The same at a given time since the beginning.
  mutating func draw(done: Int, findings: Int, elapsed: Duration) {
    let interval: Duration
    switch mode {
    case .rewritten: interval = .milliseconds(100)
    case .plain: interval = .seconds(10)
    case .off: return
    }
    pace.note(done: done, elapsed: elapsed)
    // The first plain line comes after an interval: short work leaves no line in a log.
    let isDue =
      lastDrawn.map { elapsed - $0 >= interval } ?? (mode != .plain || elapsed >= interval)
    guard isDue else { return }
    lastDrawn = elapsed
    let text = Self.text(
      task: task, done: done, total: total, findings: findings,
      perSecond: pace.perSecond(done: done, elapsed: elapsed), width: width)
    if case .rewritten = mode {
      isOnScreen = true
      write("\r\u{1B}[2K\(text)")
    } else {
      write("\(text)\n")
    }
  }

  /// Takes the line off the terminal, so that other text can follow; updates bring it back.
  package mutating func clear() {
    guard isOnScreen else { return }
    isOnScreen = false
    write("\r\u{1B}[2K")
  }

  private var width: Int {
    if case .rewritten(let width) = mode { max(20, width - 1) } else { .max }
  }

  private func write(_ text: String) { Self.write(text, to: descriptor) }

  /// A progress line that cannot be written is no reason to end the work.
  package static func write(_ text: String, to descriptor: CInt = STDERR_FILENO) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

extension ProgressLine {
  /// `1,234/5,000  24%  3 findings  6,170/s  1 s left`, shortened from the end to fit `width` columns.
  ///
  /// - Parameter perSecond: how many cases a second are done at present. The time left is what the rest takes at this pace; both are
  ///   left out where it is nil.
  static func text(
    task: String? = nil, done: Int, total: Int, findings: Int, perSecond: Double?, width: Int = .max
  ) -> String {
    var parts = [(task.map { $0 + " " } ?? "") + "\(Count.text(done))/\(Count.text(total))"]
    if total > 0 { parts.append("\(Int(Double(done) / Double(total) * 100))%") }
    parts.append(Count.text(findings, "finding"))
    if let rate = perSecond, rate > 0 {
      parts.append(
        rate < 10 ? "\(Count.decimal((rate * 10).rounded() / 10))/s" : "\(Count.text(Int(rate)))/s")
      let left = Double(max(0, total - done)) / rate
      if left > 0, left < 1e9 {
        parts.append("\(Count.text(Duration.seconds(max(1, Int(left.rounded(.up)))))) left")
      }
    }
    while parts.count > 1, parts.joined(separator: "  ").utf8.count > width { parts.removeLast() }
    return parts.joined(separator: "  ")
  }
}
