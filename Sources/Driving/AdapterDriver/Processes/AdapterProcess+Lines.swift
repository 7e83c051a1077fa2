package import AdapterProtocol
import CProcess

/// What came while a line was awaited.
package enum Arrival {
  /// A whole line, valid until the next is awaited.
  case line(UnsafeRawBufferPointer)
  /// The process is dead, and everything that it had written has been handed out.
  case died(Death)
  case timedOut
  case overMemory(grownBytes: Int)
  case garbled(ProtocolFault)
}

/// The clock of a step: it runs from the first time that something is waited for.
package struct StepClock {
  private var budget: Duration
  private var end: Int64?

  package init(_ budget: Duration) { self.budget = budget }

  /// When the step must be over, in nanoseconds of `cprocess_now`.
  ///
  /// Set when first asked for, right behind the reply before, so that no time is asked for as long
  /// as replies are there already.
  mutating func deadline() -> Int64 {
    if let end { return end }
    let deadline = budget.fromNow
    end = deadline
    return deadline
  }

  /// A new step begins, which may take this long.
  mutating func reset(_ budget: Duration) {
    self.budget = budget
    end = nil
  }
}

extension AdapterProcess {
  /// Takes a request to be written, under the next number, which is returned.
  package func enqueue(_ frame: Frame) -> Int64 {
    let id = nextID
    nextID += 1
    frame.appendLine(id: id, to: &outgoing)
    return id
  }

  /// The next line; writes what is outgoing once no line is left in the buffer.
  ///
  /// - Parameter deathGrace: how long the process may take to die once its output has ended.
  package func awaitLine(_ clock: inout StepClock, deathGrace: Duration) -> Arrival {
    while true {
      if let line = lines.nextLine() {
        if line.count > limits.maxLineBytes {
          return .garbled(.lineTooLong(maxBytes: limits.maxLineBytes))
        }
        return .line(line)
      }
      if lines.isOverlong { return .garbled(.lineTooLong(maxBytes: limits.maxLineBytes)) }
      if let death {
        guard case .bytes = fill() else { return .died(death) }
        continue
      }
      if hasOutgoing { flush() }
      switch wait(until: clock.deadline()) {
      case .other: continue
      case .deadlinePassed: return .timedOut
      case .overMemory(let grown): return .overMemory(grownBytes: grown)
      case .output:
        guard case .ended = fill() else { continue }
        if let fault = endOfOutput(deathGrace) { return .garbled(fault) }
      }
    }
  }

  /// Nil where the process dies within the grace, which is what the end of its output should mean.
  func endOfOutput(_ deathGrace: Duration) -> ProtocolFault? {
    if diesBy(deathGrace.fromNow) { return nil }
    return unread.isEmpty ? .closedOutput : .brokenLine(excerpt(unread))
  }

  /// What has come and is no whole line, valid until the next line is awaited.
  package var unread: UnsafeRawBufferPointer { lines.unread }

  /// Forgets what has come and is no whole line, as of one that is too long.
  package func dropUnread() { lines.dropUnread() }
}

extension AdapterWorker {
  /// The next line of the adapter.
  func awaitLine(from process: AdapterProcess, _ clock: inout StepClock) -> Arrival {
    process.awaitLine(&clock, deathGrace: limits.deathGrace)
  }
}

/// The beginning of a line, for a message.
func excerpt(_ line: UnsafeRawBufferPointer) -> String {
  let shown = String(decoding: line.prefix(80), as: UTF8.self)
  return line.count > 80 ? "\"\(shown)\"…" : "\"\(shown)\""
}
