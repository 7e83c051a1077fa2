package import AdapterProtocol
import CProcess
import SystemLibrary

/// A running adapter and the bytes in transit to and from it.
///
/// When it goes, it ends the process with its whole group and reaps it; until then the number of
/// the process group is ours. Belongs to the thread that launched it, and dies with that thread.
///
/// Conversations of workers with it end at the first fault. `assay adapter check`, which has to go
/// on after a fault, uses this type directly.
package final class AdapterProcess {
  var child: cprocess_child
  let limits: AdapterLimits
  /// The mark in the environment of this process and, by inheritance, of its descendants.
  let mark: (name: String, value: String)
  let guardian: AdapterGuard?
  /// Standard output, standard error, the process itself, and its standard input while there is
  /// something to write. An entry is -1 if there is nothing to watch.
  let watched: UnsafeMutablePointer<pollfd>
  let scratch: UnsafeMutableRawBufferPointer
  var gauge: cprocess_gauge?
  /// Resident bytes after `hello`.
  var residentAtRest: Int?

  /// What it has written to standard output.
  var lines: LineBuffer
  /// Requests that are not written yet. Only whole lines are ever appended.
  var outgoing: [UInt8] = []
  /// How much of `outgoing` is written.
  var written = 0
  /// How many bytes have been written to its standard input.
  var sentBytes = 0
  /// How many of these were still in the pipe when we closed our end.
  var leftBytes = 0
  /// The end of its standard error.
  var errorTail: ByteTail
  /// How it died, or nil while it lives.
  package internal(set) var death: Death?
  /// The number of the next request.
  var nextID: Int64 = 1
  /// Conversations that were begun with it.
  var conversations = 0

  /// The process, which is also the number of its group and session.
  var processID: Int32 { child.pid }

  /// The last bytes that it has written to standard error.
  package var standardErrorTail: [UInt8] { errorTail.bytes }

  /// Launches `command`. Nothing is written or read yet. From now on SIGPIPE is blocked in this
  /// thread, so that writing to a dead process is an error instead of ending us.
  package init(
    _ command: AdapterCommand, limits: AdapterLimits, processor: Int? = nil
  ) throws(AdapterTrouble) {
    let path = try command.resolve()
    cprocess_block_broken_pipe()
    var child = cprocess_child()
    var failure = cprocess_failure()
    let mark = (AdapterEnvironment.markName, Self.newMark(command.guardian))
    var command = command
    command.environment.removeAll { $0.0 == mark.0 }
    command.environment.append(mark)
    let status = command.withPlan(path: path, limits: limits, processor: processor) {
      plan -> Int32 in
      // A file that somebody still has open for writing cannot be executed (ETXTBSY). A program
      // that was just written is in that state for a moment if another thread of its writer has
      // forked.
      var attempts = 0
      while true {
        let status = cprocess_launch(&plan, &child, &failure)
        let isBusy = failure.step == CPROCESS_STEP_EXECUTE && failure.error == ETXTBSY
        guard status != 0, isBusy, attempts < Self.maxBusyAttempts else { return status }
        attempts += 1
        usleep(10_000)
      }
    }
    guard status == 0 else {
      throw .cannotStart(failure.reason(path: path, command: command, processor: processor))
    }
    self.child = child
    self.mark = mark
    guardian = command.guardian
    self.limits = limits
    lines = LineBuffer(maxLineBytes: limits.maxLineBytes)
    errorTail = ByteTail(maxBytes: limits.maxStandardErrorTailBytes)
    watched = .allocate(capacity: 4)
    watched.initialize(repeating: pollfd(fd: -1, events: 0, revents: 0), count: 4)
    watched[0] = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
    watched[1] = pollfd(fd: child.error, events: Int16(POLLIN), revents: 0)
    watched[2] = pollfd(fd: child.pidfd, events: Int16(POLLIN), revents: 0)
    watched[3] = pollfd(fd: -1, events: Int16(POLLOUT), revents: 0)
    scratch = .allocate(byteCount: 32 << 10, alignment: 16)
  }

  /// How often a launch is tried again, 10 ms apart, because the file is still being written.
  private static let maxBusyAttempts = 100

  /// A value that no other process on this machine has: a thread launches one process at a time.
  private static func newMark(_ guardian: AdapterGuard?) -> String {
    let run = guardian?.markPrefix ?? "\(getpid())-"
    return "\(run)\(UInt(pthread_self()))-\(cprocess_now())"
  }

  deinit {
    end()
    lines.deallocate()
    watched.deallocate()
    scratch.deallocate()
  }
}
