import AdapterProtocol
import CProcess
import SystemLibrary

// Death, natural or not.
extension AdapterProcess {
  /// Waits for the process to die by itself, until the clock runs out.
  package func dies(within clock: inout StepClock) -> Bool {
    while !diesBy(clock.deadline()) {
      if clock.isOver(for: self) { return false }
    }
    return true
  }

  /// Waits so long for the process to die by itself.
  func dies(within duration: Duration) -> Bool {
    var clock = StepClock(duration)
    return dies(within: &clock)
  }

  /// Waits until `deadline` for the process to die by itself, and buries it if it does. Meanwhile
  /// empties standard error, so that a full pipe does not keep the process from dying.
  private func diesBy(_ deadline: Int64) -> Bool {
    while death == nil {
      if cprocess_wait_death(&child, 0) == 1 {
        buryDead()
        return true
      }
      let left = deadline &- cprocess_now()
      if left <= 0 { return false }
      let slice: Int64 = child.pidfd < 0 ? 2 : 1_000
      let timeout = Int32(clamping: min((left + 999_999) / 1_000_000, slice))
      let output = watched[0].fd
      watched[0].fd = -1
      watched[3].fd = -1
      if poll(watched, 4, timeout) > 0, watched[1].revents != 0 { readError() }
      watched[0].fd = output
    }
    return true
  }

  /// Kills every process of the group (the leader too if it lives), then everything that left the
  /// group or the session, and then reaps the leader. The order matters: until the leader is
  /// reaped, nobody else can get its number.
  func buryDead() {
    guard death == nil else { return }
    cprocess_kill_group(&child)
    cprocess_wait_death(&child, -1)
    cprocess_sweep(&child, "\(mark.name)=\(mark.value)")
    guardian?.forget(child.pid)
    var signal: Int32 = 0
    var status: Int32 = -1
    cprocess_reap(&child, &signal, &status)
    death = signal != 0 ? .signal(signal) : .exit(status)
    watched[2].fd = -1
  }

  /// Kills the whole group if the process still lives, reaps it, keeps what it had written to
  /// standard error, and closes everything. Does nothing the second time.
  package func end() {
    buryDead()
    drainError()
    if var gauge {
      cprocess_gauge_close(&gauge)
      self.gauge = nil
    }
    cprocess_close(&child)
    for index in 0..<4 { watched[index].fd = -1 }
  }
}
