import SystemLibrary

/// A line that says how long work stands: written again and again on a terminal, now and then elsewhere.
package struct StatusLine {
  /// How it is shown.
  package enum Mode: Sendable, Hashable {
    /// One line that is written again and again, no wider than this many columns.
    case rewritten(width: Int)
    /// A line now and then, for logs.
    case plain
    /// Not at all.
    case off
  }

  package let mode: Mode
  private let terminal: TerminalWriter
  private var lastDrawn: Duration?
  private var isOnScreen = false

  /// - Parameter descriptor: where it is shown; standard error unless a test says otherwise.
  package init(_ mode: Mode, descriptor: CInt = STDERR_FILENO) {
    self.mode = mode
    terminal = TerminalWriter(descriptor: descriptor)
  }

  /// Shows a line where one is due: ten times a second on a terminal, every ten seconds elsewhere.
  ///
  /// - Parameters:
  ///   - elapsed: the time since the work began.
  ///   - parts: what is to be said, in the order of its importance; what is too wide is left out from the end.
  package mutating func show(at elapsed: Duration, _ parts: () -> [String]) {
    let interval: Duration
    switch mode {
    case .rewritten: interval = .milliseconds(100)
    case .plain: interval = .seconds(10)
    case .off: return
    }
    // The first plain line comes after an interval: short work leaves no line in a log.
    let isDue =
      lastDrawn.map { elapsed - $0 >= interval } ?? (mode != .plain || elapsed >= interval)
    guard isDue else { return }
    lastDrawn = elapsed
    let text = Self.text(parts(), width: width)
    if case .rewritten = mode {
      isOnScreen = true
      terminal.write("\r\u{1B}[2K\(text)")
    } else {
      terminal.write("\(text)\n")
    }
  }

  /// Takes the line off the terminal, so that other text can follow; the next one brings it back.
  package mutating func clear() {
    guard isOnScreen else { return }
    isOnScreen = false
    terminal.write("\r\u{1B}[2K")
  }

  static func text(_ parts: [String], width: Int = .max) -> String {
    var parts = parts
    while parts.count > 1, parts.joined(separator: "  ").utf8.count > width { parts.removeLast() }
    return parts.joined(separator: "  ")
  }

  private var width: Int {
    if case .rewritten(let width) = mode { max(20, width - 1) } else { .max }
  }
}
