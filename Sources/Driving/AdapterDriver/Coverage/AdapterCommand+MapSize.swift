import AdapterProtocol

extension AdapterCommand {
  /// How large a map the program wants, if it was built by AFL++'s compilers: asked with `AFL_DUMP_MAP_SIZE`, it prints that and exits.
  ///
  /// Others find that their input is closed, and end; what has not ended after a few seconds is killed with its group.
  ///
  /// - Returns: bytes, or nil where the program says nothing of the kind or cannot be started.
  package func announcedMapSize(_ limits: AdapterLimits) -> Int? {
    var command = self
    command.environment.removeAll { $0.0 == "AFL_DUMP_MAP_SIZE" }
    command.environment.append(("AFL_DUMP_MAP_SIZE", "1"))
    let process: AdapterProcess
    do throws(AdapterTrouble) {
      process = try AdapterProcess(command, limits: limits)
    } catch {
      return nil
    }
    defer { process.end() }
    process.closeInput()
    var clock = StepClock(min(limits.startDeadline, .seconds(3)))
    switch process.awaitLine(&clock, deathGrace: limits.deathGrace) {
    case .line(let line): return Self.mapSize(line)
    case .died: return Self.mapSize(process.unread)
    case .timedOut, .overMemory, .garbled: return nil
    }
  }

  /// The largest map that is believed, 256 MiB.
  private static let maxMapSize = 1 << 28

  private static func mapSize(_ line: UnsafeRawBufferPointer) -> Int? {
    guard let size = Int(String(decoding: line.prefix(16), as: UTF8.self)),
      (1...maxMapSize).contains(size)
    else { return nil }
    return size
  }
}
