import AdapterProtocol
import CProcess

/// What came while a line was awaited.
enum Arrival {
  /// A whole line, valid until the next is awaited.
  case line(UnsafeRawBufferPointer)
  /// The process is dead, and everything that it had written has been handed out.
  case died(Death)
  case timedOut
  case overMemory(grownBytes: Int)
  case garbled(ProtocolFault)
}

/// The clock of a step: it runs from the first time that something is waited for.
struct StepClock {
  private var budget: Duration
  private var end: Int64?

  init(_ budget: Duration) { self.budget = budget }

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

extension AdapterWorker {
  /// The next line of the adapter; writes what is outgoing once no line is left in the buffer.
  func awaitLine(from process: AdapterProcess, _ clock: inout StepClock) -> Arrival {
    while true {
      if let line = process.lines.nextLine() {
        if line.count > limits.maxLineBytes {
          return .garbled(.lineTooLong(maxBytes: limits.maxLineBytes))
        }
        return .line(line)
      }
      if process.lines.isOverlong {
        return .garbled(.lineTooLong(maxBytes: limits.maxLineBytes))
      }
      if let death = process.death {
        guard case .bytes = process.fill() else { return .died(death) }
        continue
      }
      if process.hasOutgoing { process.flush() }
      switch process.wait(until: clock.deadline()) {
      case .other: continue
      case .deadlinePassed: return .timedOut
      case .overMemory(let grown): return .overMemory(grownBytes: grown)
      case .output:
        guard case .ended = process.fill() else { continue }
        if let fault = endOfOutput(of: process) { return .garbled(fault) }
      }
    }
  }

  /// Nil where the process dies within the grace, which is what the end of its output should mean.
  func endOfOutput(of process: AdapterProcess) -> ProtocolFault? {
    if process.diesBy(limits.deathGrace.fromNow) { return nil }
    let unread = process.lines.unread
    return unread.isEmpty ? .closedOutput : .brokenLine(excerpt(unread))
  }
}

/// The beginning of a line, for a message.
func excerpt(_ line: UnsafeRawBufferPointer) -> String {
  let shown = String(decoding: line.prefix(80), as: UTF8.self)
  return line.count > 80 ? "\"\(shown)\"…" : "\"\(shown)\""
}
