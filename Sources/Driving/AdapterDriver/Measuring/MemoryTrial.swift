import AdapterProtocol

/// Finds out whether a case makes an implementation use too much more memory than a benign request
/// of the same size does (ABT-ROB-03). It runs in separate processes, each warmed up with the
/// benign request, so that a garbage collector, a sanitizer or a lazily filled cache does not count
/// against the case.
///
/// It compares peaks of the same process: that of the case with the highest of the warm-up. The
/// case is guilty only if every process says so. One process that does not, or in which nothing
/// could be measured, acquits it.
package struct MemoryTrial: Sendable {
  /// How much the peak of the case may be above that of the control: 32 MiB.
  package static let usualMargin = 32 << 20

  private let command: AdapterCommand
  private let limits: AdapterLimits
  private let harnessVersion: String
  /// Bytes by which the case's peak may be above the control's.
  package let margin: Int
  /// How many processes have to agree.
  package let processes: Int
  /// How often the control is run before the case.
  package let warmUps: Int

  /// A trial of what `command` starts.
  package init(
    command: AdapterCommand, limits: AdapterLimits, harnessVersion: String,
    margin: Int = Self.usualMargin, processes: Int = 3, warmUps: Int = 5
  ) {
    self.command = command
    self.limits = limits
    self.harnessVersion = harnessVersion
    self.margin = margin
    self.processes = max(1, processes)
    self.warmUps = max(1, warmUps)
  }

  /// What all processes showed.
  package struct Excess: Sendable, Hashable {
    /// By how much the case's peak was above the control's: the smallest difference of all
    /// processes.
    package let bytes: Int
    /// The first step of the case at whose end the peak was above the margin.
    package let step: Int
  }

  /// Tries the case. Returns nil if at least one process does not find it guilty.
  ///
  /// - Parameters:
  ///   - control: makes a conversation of benign requests of the same size, a new one each time.
  ///   - suspect: makes the case's conversation, a new one for each process.
  /// - Throws: what `control` and `suspect` throw.
  package func excess<Fault: Error>(
    control: () throws(Fault) -> some Conversation,
    suspect: () throws(Fault) -> some Conversation
  ) throws(Fault) -> Excess? {
    var smallest: Excess?
    for _ in 0..<processes {
      let worker = AdapterWorker(
        command: command, limits: limits, harnessVersion: harnessVersion)
      worker.measuresCost = true
      defer { worker.stop() }
      var usual = 0
      for _ in 0..<warmUps {
        var conversation = try control()
        guard worker.converse(&conversation) == .answered,
          let peak = worker.lastCost?.memoryPeakBytes
        else { return nil }
        usual = max(usual, peak)
      }
      worker.measuresSteps = true
      var conversation = try suspect()
      guard let excess = excess(worker.converse(&conversation), worker, over: usual),
        excess.bytes > margin
      else { return nil }
      if excess.bytes < smallest?.bytes ?? .max { smallest = excess }
    }
    return smallest
  }

  private func excess(_ ending: Ending, _ worker: AdapterWorker, over usual: Int) -> Excess? {
    if case .overran(.memory(let bytes, _), let step) = ending {
      return Excess(bytes: bytes, step: step)
    }
    guard let peak = worker.lastCost?.memoryPeakBytes else { return nil }
    let step = worker.memoryPeaks.firstIndex { $0 - usual > margin }
    return Excess(bytes: peak - usual, step: step ?? worker.lastStep)
  }
}
