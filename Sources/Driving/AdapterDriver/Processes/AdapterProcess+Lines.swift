package import AdapterProtocol
import CProcess

/// What came while we waited for a line.
package enum Arrival {
  /// A whole line, valid until the next wait.
  case line(UnsafeRawBufferPointer)
  /// The process is dead, and everything that it wrote has been handed out.
  case died(Death)
  case timedOut
  case overMemory(grownBytes: Int)
  case garbled(ProtocolFault)
}

extension AdapterProcess {
  /// Queues a request under the next number, and returns that number.
  package func enqueue(_ frame: Frame) -> Int64 {
    let id = nextID
    nextID += 1
    frame.appendLine(id: id, to: &outgoing)
    return id
  }

  /// The next line. Writes what is outgoing once no line is left in the buffer.
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
      case .deadlinePassed: if clock.isOver(for: self) { return .timedOut }
      case .overMemory(let grown): return .overMemory(grownBytes: grown)
      case .output:
        guard case .ended = fill() else { continue }
        if let fault = endOfOutput(deathGrace) { return .garbled(fault) }
      }
    }
  }

  /// Nil if the process dies within the grace, which is what the end of its output should mean.
  func endOfOutput(_ deathGrace: Duration) -> ProtocolFault? {
    if dies(within: deathGrace) { return nil }
    return unread.isEmpty ? .closedOutput : .brokenLine(excerpt(unread))
  }

  /// What has come but is not a whole line. Valid until the next wait.
  package var unread: UnsafeRawBufferPointer { lines.unread }

  /// Forgets what has come but is not a whole line, such as the start of one that is too long.
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
