import CProcess
import SystemLibrary

// Writing, waiting and reading.
extension AdapterProcess {
  /// Whether something is left to write and the input is still open.
  var hasOutgoing: Bool { written < outgoing.count && child.input >= 0 }

  /// Writes as much of what is outgoing as the pipe takes. It is no fault in itself if an adapter
  /// has closed its input; what is outgoing is then dropped.
  package func flush() {
    while hasOutgoing {
      let count = outgoing.withUnsafeBytes { bytes in
        SystemLibrary.write(
          child.input, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count >= 0 {
        written += count
        sentBytes += count
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        closeInput()
      }
    }
    outgoing.removeAll(keepingCapacity: outgoing.capacity <= 1 << 20)
    written = 0
  }

  /// How many bytes the process has read from its standard input (FIONREAD). Correct even after its
  /// death. All of them where the system does not say.
  var takenBytes: Int {
    guard child.input >= 0 else { return sentBytes - leftBytes }
    let left = cprocess_unread(&child)
    return left >= 0 ? sentBytes - Int(left) : sentBytes
  }

  /// Closes its standard input.
  package func closeInput() {
    if child.input >= 0 { leftBytes = sentBytes - takenBytes }
    cprocess_close_descriptor(&child.input)
    watched[3].fd = -1
  }

  /// How a wait ended.
  enum Wake {
    /// Standard output can be read or has ended, or the process is dead: `fill` says which.
    case output
    /// Something else has been handled; wait again.
    case other
    case deadlinePassed
    case overMemory(grownBytes: Int)
  }

  /// Waits until there is something to read from standard output. Meanwhile writes what is outgoing
  /// and empties standard error. `deadline` is in nanoseconds of `cprocess_now`.
  func wait(until deadline: Int64) -> Wake {
    let left = deadline &- cprocess_now()
    if left <= 0 { return hasSomethingToRead() ? .output : .deadlinePassed }
    var timeout = Int32(clamping: (left + 999_999) / 1_000_000)
    let slices = limits.maxMemoryGrowthBytes != nil || child.pidfd < 0
    if slices { timeout = min(timeout, 20) }
    watched[3].fd = hasOutgoing ? child.input : -1
    let count = poll(watched, 4, timeout)
    if count == 0 { return slices ? lookAround() : .other }
    if count < 0 { return .other }
    if watched[3].revents != 0 { flush() }
    if watched[1].revents != 0 { readError() }
    if watched[0].revents != 0 { return .output }
    if watched[2].revents != 0 {
      buryDead()
      return .output
    }
    return .other
  }

  /// Whether something has come that we did not get round to reading: a reply that is there is in time, however long we were given no
  /// processor.
  private func hasSomethingToRead() -> Bool {
    watched[3].fd = -1
    guard poll(watched, 4, 0) > 0 else { return false }
    if watched[0].revents != 0 { return true }
    guard watched[2].revents != 0 else { return false }
    buryDead()
    return true
  }

  /// Runs after every 20 ms of silence.
  private func lookAround() -> Wake {
    if child.pidfd < 0, cprocess_wait_death(&child, 0) == 1 {
      buryDead()
      return .output
    }
    guard let limit = limits.maxMemoryGrowthBytes, let residentAtRest, let gauge = openGauge()
    else { return .other }
    var copy = gauge
    let grown = Int(clamping: cprocess_gauge_resident(&copy)) - residentAtRest
    return grown > limit ? .overMemory(grownBytes: grown) : .other
  }

  /// Whether anything unasked has happened: output, the end of output, or death.
  func stirs() -> Bool {
    guard death == nil else { return true }
    while true {
      watched[3].fd = -1
      let count = poll(watched, 4, 0)
      if count == 0 { return false }
      if count > 0 {
        if watched[1].revents != 0 { drainError() }
        return watched[0].revents != 0 || watched[2].revents != 0
      }
      if errno != EINTR { return false }
    }
  }

  /// Reads once from standard output.
  func fill() -> LineBuffer.Filling { lines.fill(from: child.output) }

  /// Reads what is there of standard error, at most 2 MiB: somebody may go on writing for ever.
  func drainError() {
    for _ in 0..<64 where child.error >= 0 {
      let before = errorTail.count
      readError()
      if errorTail.count == before { return }
    }
  }

  /// Reads once from standard error.
  func readError() {
    guard child.error >= 0 else { return }
    let count = read(child.error, scratch.baseAddress, scratch.count)
    if count > 0 {
      errorTail.append(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      cprocess_close_descriptor(&child.error)
      watched[1].fd = -1
    }
  }
}
