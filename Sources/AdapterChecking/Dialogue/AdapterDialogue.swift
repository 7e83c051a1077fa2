import AdapterDriver
import AdapterProtocol
import CProcess
import Glibc
import JSONText

/// A conversation with one adapter process, request by request and as bad as it wants to be: unlike
/// a worker of the driver it goes on after a reply that is none, and can end the input.
///
/// Ends the process with its whole group and reaps it when it goes. Belongs to the thread that
/// made it, because the kernel ends the adapter with that thread.
final class AdapterDialogue {
  /// How many lines that are no replies are kept; an adapter that writes more floods its output.
  static let maxStrayLines = 100

  var child: cprocess_child
  let limits: AdapterLimits
  /// Bytes that are not written yet.
  private var outgoing: ArraySlice<UInt8> = []
  /// Bytes of standard output that are not a whole line yet.
  private var incoming: [UInt8] = []
  /// Up to here `incoming` has no line feed.
  private var scanned = 0
  private var errors: [UInt8] = []
  private var nextID: Int64 = 1
  private var answered: Set<Int64> = []
  private var death: Death?
  /// When a process whose output has ended counts as one that lives on.
  private var outputEnd: Int64?

  /// What came on standard output that is no reply to anything, or a second one; excerpts.
  private(set) var strays: [String] = []

  /// Launches `command`; nothing is written or read yet.
  init(_ command: AdapterCommand, limits: AdapterLimits) throws(AdapterTrouble) {
    child = try command.launch(limits: limits)
    self.limits = limits
  }

  deinit { end() }

  /// Hands a request to the process, under the next number.
  @discardableResult
  func send(_ frame: Frame) -> Int64 {
    let id = enqueue(frame)
    write()
    return id
  }

  /// Hands requests to the process in one go, so that a single read may bring all of them.
  func send(together frames: [Frame]) -> [Int64] {
    let ids = frames.map(enqueue)
    write()
    return ids
  }

  private func enqueue(_ frame: Frame) -> Int64 {
    let id = nextID
    nextID += 1
    var line: [UInt8] = []
    frame.appendLine(id: id, to: &line)
    outgoing += line
    return id
  }

  /// The next reply, whatever request it answers; writes what is outgoing meanwhile.
  ///
  /// Lines that are no objects, and second replies to a request, are noted and passed over.
  func next(within time: Duration) throws(AdapterSilence) -> AdapterReply {
    let deadline = Self.now + Self.nanoseconds(time)
    while true {
      while let line = nextLine() {
        guard let reply = AdapterReply(line: line) else {
          try note(line)
          continue
        }
        if let id = reply.id, !answered.insert(id).inserted {
          try note(line)
          continue
        }
        return reply
      }
      if incoming.count > limits.maxLineBytes {
        throw .overlong(maxBytes: limits.maxLineBytes)
      }
      try wait(until: deadline, time)
    }
  }

  /// Notes a line that nobody asked for.
  private func note(_ line: [UInt8]) throws(AdapterSilence) {
    guard strays.count < Self.maxStrayLines else { throw .flooded(lines: Self.maxStrayLines) }
    strays.append(Excerpt.of(line))
  }

  /// Closes the adapter's standard input.
  func closeInput() {
    outgoing = []
    cprocess_close_descriptor(&child.input)
  }

  /// How it died, where it does of its own accord within this time; nil where it lives on. What it
  /// writes meanwhile is read: replies that nobody waits for are strays.
  func death(within time: Duration) -> Death? {
    let deadline = Self.now + Self.nanoseconds(time)
    while death == nil {
      do throws(AdapterSilence) {
        try wait(until: deadline, time)
      } catch {
        if case .closedOutput = error, !isOver(deadline) { continue }
        break
      }
      takeStrays()
    }
    takeStrays()
    if !incoming.isEmpty, death != nil, strays.count < Self.maxStrayLines {
      strays.append(Excerpt.of(incoming))
      incoming = []
    }
    return death
  }

  private func takeStrays() {
    while strays.count < Self.maxStrayLines, let line = nextLine() {
      // A reply that is late is still one.
      if let id = AdapterReply(line: line)?.id, id < nextID, answered.insert(id).inserted {
        continue
      }
      strays.append(Excerpt.of(line))
    }
    guard strays.count >= Self.maxStrayLines || incoming.count > limits.maxLineBytes else { return }
    // Nobody reads any of it; memory is bounded whatever it writes.
    incoming = []
    scanned = 0
  }

  /// Kills the whole group if the process still lives, reaps it, and closes everything.
  func end() {
    bury()
    cprocess_close(&child)
  }

  /// The end of what it wrote to standard error, as text for a message; empty where it wrote none.
  var lastWords: String {
    let tail = errors.suffix(600)
    return tail.isEmpty ? "" : "; standard error ends with: " + Excerpt.of(tail, limit: 600)
  }

  // MARK: Descriptors

  private func isOver(_ deadline: Int64) -> Bool { Self.now >= deadline }

  /// Waits for anything, at most 20 ms where only death can come, and deals with it.
  private func wait(until deadline: Int64, _ time: Duration) throws(AdapterSilence) {
    if let death, child.output < 0 { throw .died(death) }
    let left = deadline - Self.now
    if left <= 0 { throw .silent(time) }
    var watched = [
      pollfd(fd: child.output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: child.error, events: Int16(POLLIN), revents: 0),
      pollfd(fd: outgoing.isEmpty ? -1 : child.input, events: Int16(POLLOUT), revents: 0),
    ]
    let slice = child.output < 0 || child.error < 0 ? 20 : 100
    _ = poll(&watched, 3, Int32(clamping: min((left + 999_999) / 1_000_000, Int64(slice))))
    if watched[1].revents != 0 { receive(&child.error) { self.errors += $0 } }
    if errors.count > 64 << 10 { errors.removeFirst(errors.count - 8 << 10) }
    if watched[2].revents != 0 { write() }
    if watched[0].revents != 0 { receive(&child.output) { self.incoming += $0 } }
    if death == nil, cprocess_wait_death(&child, 0) == 1 {
      bury()
      // What it had written is in the pipes, which hold little; a survivor that has left the group may
      // write for ever.
      for _ in 0..<64 where child.output >= 0 {
        if !receive(&child.output, { self.incoming += $0 }) { break }
      }
      for _ in 0..<64 where child.error >= 0 {
        if !receive(&child.error, { self.errors += $0 }) { break }
      }
      cprocess_close_descriptor(&child.output)
      return
    }
    guard child.output < 0, death == nil else { return }
    // The end of its output should mean its death, which may take a moment.
    let grace = outputEnd ?? Self.now + Self.nanoseconds(limits.deathGrace)
    outputEnd = grace
    if isOver(grace) { throw .closedOutput }
  }

  /// Reads once; returns whether anything came, and closes the descriptor at its end.
  @discardableResult
  private func receive(
    _ descriptor: inout Int32, _ take: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return true
      }
      if count == 0 || (errno != EAGAIN && errno != EINTR) {
        cprocess_close_descriptor(&descriptor)
      }
      return false
    }
  }

  private func write() {
    while !outgoing.isEmpty, child.input >= 0 {
      let count = outgoing.withUnsafeBytes { Glibc.write(child.input, $0.baseAddress, $0.count) }
      if count > 0 {
        outgoing = outgoing.dropFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        closeInput()
      }
    }
    if outgoing.isEmpty { outgoing = [] }
  }

  private func nextLine() -> [UInt8]? {
    guard let end = incoming[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
      scanned = incoming.count
      return nil
    }
    let line = Array(incoming[..<end])
    incoming.removeFirst(end + 1)
    scanned = 0
    return line
  }

  private func bury() {
    guard death == nil else { return }
    cprocess_kill_group(&child)
    var signal: Int32 = 0
    var status: Int32 = -1
    cprocess_reap(&child, &signal, &status)
    death = signal != 0 ? .signal(signal) : .exit(status)
  }

  private static var now: Int64 { cprocess_now() }

  private static func nanoseconds(_ time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    return min(seconds, 1_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
