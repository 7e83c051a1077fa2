import AdapterProtocol

/// Finds out whether a case makes an implementation use more memory than it may, beside what a
/// benign request of the same size makes it use (ABT-ROB-03): in processes of their own, each warmed
/// up with the benign one, so that a garbage collector, a sanitizer or a lazily filled cache is not
/// held against the case.
///
/// What is compared are peaks of the same process: the one of the case with the highest one of the
/// warm-up. The case is found guilty only where every process says so; one that does not, or in
/// which nothing could be measured, acquits.
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

  /// What was seen in all processes.
  package struct Excess: Sendable, Hashable {
    /// By how much the case's peak was above the control's, the smallest of all processes.
    package let bytes: Int
    /// The last step of the case that was answered or took too much.
    package let step: Int
  }

  /// Tries the case. Nil where one process at least does not find it guilty.
  ///
  /// - Parameters:
  ///   - control: makes a conversation of benign requests of the same size, for each time anew.
  ///   - suspect: makes the case's conversation, for each process anew.
  /// - Throws: what these throw.
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
    return Excess(bytes: peak - usual, step: worker.lastStep)
  }
}
