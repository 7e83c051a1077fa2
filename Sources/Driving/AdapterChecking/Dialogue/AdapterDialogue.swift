import AdapterDriver
import AdapterProtocol
import JSONText

/// A conversation with one adapter process, request by request and as bad as it wants to be: unlike
/// a worker of the driver it goes on after a reply that is none, and can end the input.
///
/// Ends the process with all that it has started when it goes. Belongs to the thread that made it,
/// because the kernel ends the adapter with that thread.
final class AdapterDialogue {
  /// How many lines that are no replies are kept; an adapter that writes more floods its output.
  static let maxStrayLines = 100

  private let process: AdapterProcess
  private let limits: AdapterLimits
  /// The number of the latest request.
  private var latestID: Int64 = 0
  private var answered: Set<Int64> = []

  /// What came on standard output that is no reply to anything, or a second one; excerpts.
  private(set) var strays: [String] = []

  /// Launches `command`; nothing is written or read yet.
  init(_ command: AdapterCommand, limits: AdapterLimits) throws(AdapterTrouble) {
    process = try AdapterProcess(command, limits: limits)
    self.limits = limits
  }

  /// Hands a request to the process, under the next number.
  @discardableResult
  func send(_ frame: Frame) -> Int64 {
    latestID = process.enqueue(frame)
    process.flush()
    return latestID
  }

  /// Hands requests to the process in one go, so that a single read may bring all of them.
  func send(together frames: [Frame]) -> [Int64] {
    let ids = frames.map(process.enqueue)
    latestID = ids.last ?? latestID
    process.flush()
    return ids
  }

  /// The next reply, whatever request it answers; writes what is outgoing meanwhile.
  ///
  /// Lines that are no objects, and second replies to a request, are noted and passed over.
  func next(within time: Duration) throws(AdapterSilence) -> AdapterReply {
    var clock = StepClock(time)
    while true {
      switch process.awaitLine(&clock, deathGrace: limits.deathGrace) {
      case .line(let bytes):
        let line = Array(bytes)
        guard let reply = AdapterReply(line: line) else {
          try note(line)
          continue
        }
        if let id = reply.id, !answered.insert(id).inserted {
          try note(line)
          continue
        }
        // The greeting has been answered: what it takes from here on is held against it.
        if answered.count == 1 { process.noteRest() }
        return reply
      case .died(let death): throw .died(death)
      case .timedOut: throw .silent(time)
      case .overMemory(let grown): throw .greedy(grownBytes: grown)
      case .garbled(.lineTooLong(let maxBytes)): throw .overlong(maxBytes: maxBytes)
      case .garbled: throw .closedOutput
      }
    }
  }

  /// Notes a line that nobody asked for.
  private func note(_ line: [UInt8]) throws(AdapterSilence) {
    guard strays.count < Self.maxStrayLines else { throw .flooded(lines: Self.maxStrayLines) }
    strays.append(Excerpt.of(line))
  }

  /// Closes the adapter's standard input.
  func closeInput() { process.closeInput() }

  /// How it died, where it does of its own accord within this time; nil where it lives on. What it
  /// writes meanwhile is read: replies that nobody waits for are strays.
  func death(within time: Duration) -> Death? {
    var clock = StepClock(time)
    while true {
      switch process.awaitLine(&clock, deathGrace: limits.deathGrace) {
      case .line(let bytes):
        takeStray(Array(bytes))
        // A survivor that has left the group may write for ever.
        if let death = process.death, strays.count >= Self.maxStrayLines { return death }
      case .died(let death):
        let unread = process.unread
        if !unread.isEmpty, strays.count < Self.maxStrayLines { strays.append(Excerpt.of(unread)) }
        process.dropUnread()
        return death
      case .timedOut, .overMemory: return nil
      // Nobody reads it; memory is bounded whatever it writes.
      case .garbled(.lineTooLong): process.dropUnread()
      case .garbled: return process.dies(within: &clock) ? process.death : nil
      }
    }
  }

  private func takeStray(_ line: [UInt8]) {
    // A reply that is late is still one.
    if let id = AdapterReply(line: line)?.id, id <= latestID, answered.insert(id).inserted {
      return
    }
    if strays.count < Self.maxStrayLines { strays.append(Excerpt.of(line)) }
  }

  /// Kills the whole group if the process still lives, reaps it, and closes everything.
  func end() { process.end() }

  /// The end of what it wrote to standard error, as text for a message; empty where it wrote none.
  var lastWords: String {
    let tail = process.standardErrorTail.suffix(600)
    return tail.isEmpty ? "" : "; standard error ends with: " + Excerpt.of(tail, limit: 600)
  }
}
