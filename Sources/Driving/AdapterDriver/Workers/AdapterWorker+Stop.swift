package import AdapterProtocol
import CProcess
import JSONText

/// How an adapter ended when it was told to stop.
package enum StopOutcome: Sendable, Hashable {
  /// Nothing ran.
  case notRunning
  /// It exited within the grace. With status 0, after its reply `stopped`, it did everything it has
  /// to (Adapters.md, End).
  case exited(status: Int32, answered: Bool)
  /// A signal ended it within the grace.
  case died(signal: Int32, answered: Bool)
  /// It was dead before it was told to stop, or died without having read that.
  case deadBefore(Death)
  /// It had to be killed.
  case killed(answered: Bool)
}

extension AdapterWorker {
  /// Tells the adapter to stop, closes its input, waits `stopGrace` for its end and kills what is
  /// left of its group.
  @discardableResult
  package func stop() -> StopOutcome {
    farewell = nil
    guard let process else { return .notRunning }
    defer { discard() }
    if process.stirs() {
      var grace = Duration.zero
      if case .ended = process.fill() { grace = limits.deathGrace }
      if process.dies(within: grace), let death = process.death {
        return .deadBefore(death)
      }
    }
    let sentBefore = process.sentBytes
    let id = process.enqueue(.stop())
    var clock = StepClock(limits.stopGrace)
    let answered = awaitStopped(id, from: process, &clock)
    process.closeInput()
    guard process.dies(within: &clock), let death = process.death else {
      return .killed(answered: answered)
    }
    // It was already dying when it was told to stop, so its death belongs to the latest
    // conversation.
    if !answered, process.takenBytes <= sentBefore { return .deadBefore(death) }
    switch death {
    case .exit(let status): return .exited(status: status, answered: answered)
    case .signal(let signal): return .died(signal: signal, answered: answered)
    }
  }

  /// Whether the reply `stopped` comes, whatever else comes before it.
  private func awaitStopped(
    _ id: Int64, from process: AdapterProcess, _ clock: inout StepClock
  ) -> Bool {
    while case .line(let line) = awaitLine(from: process, &clock) {
      do throws(JSONError) {
        let envelope = try ReplyEnvelope.read(line)
        guard envelope.id == id else { continue }
        if envelope.kind == .stopped, envelope.hasLate { farewell = Array(line) }
        return envelope.kind == .stopped
      } catch {
        return false
      }
    }
    return false
  }
}
