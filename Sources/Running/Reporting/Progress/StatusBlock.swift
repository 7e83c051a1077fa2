import SystemLibrary

/// Some lines that say how long work stands, written again and again in the same place of a terminal.
package struct StatusBlock {
  private let width: Int
  private let terminal: TerminalWriter
  private var lastDrawn: Duration?
  private var lines = 0

  /// - Parameters:
  ///   - width: how many columns the terminal has. Longer lines are cut.
  ///   - descriptor: where it is shown; standard error unless a test says otherwise.
  package init(width: Int, descriptor: CInt = STDERR_FILENO) {
    self.width = max(20, width - 1)
    terminal = TerminalWriter(descriptor: descriptor)
  }

  /// Shows lines where they are due: four times a second.
  package mutating func show(at elapsed: Duration, _ lines: () -> [String]) {
    if let lastDrawn, elapsed - lastDrawn < .milliseconds(250) { return }
    lastDrawn = elapsed
    let shown = lines().map { String(VisibleText.escaped($0).prefix(width)) }
    // Back to the first line of the block; what is left of it below the new one goes.
    let text = start + shown.map { "\u{1B}[2K\($0)\n" }.joined() + "\u{1B}[J"
    self.lines = shown.count
    terminal.write(text)
  }

  /// Takes the block off the terminal, so that other text can follow; the next one brings it back.
  package mutating func clear() {
    guard lines > 0 else { return }
    terminal.write(start + "\u{1B}[J")
    lines = 0
  }

  private var start: String { lines > 0 ? "\r\u{1B}[\(lines)A" : "\r" }
}
