package import AdapterProtocol
import CProcess
import JSONText

/// How fast this machine and this adapter are, measured before a run, and what deadline a step gets
/// as a result. The usual 2 s are meant for a library on a machine of its own, not for one under a
/// debugger, a sanitizer or a virtual machine that is still warming up.
package struct Calibration: Sendable, Hashable {
  /// From the launch of the adapter to its greeting.
  package var startTime: Duration
  /// The median time of a request that needs nothing from the implementation.
  package var roundTrip: Duration
  /// The time of a fixed piece of work in this process.
  package var work: Duration

  /// A calibration with these values.
  package init(startTime: Duration, roundTrip: Duration, work: Duration) {
    self.startTime = startTime
    self.roundTrip = roundTrip
    self.work = work
  }

  /// What all three may reach before the deadline is scaled: some ten times what a C adapter needs.
  package static let usual = Calibration(
    startTime: .milliseconds(250), roundTrip: .milliseconds(5), work: .milliseconds(20))

  /// The largest factor by which the deadline is scaled.
  package static let mostFactor = 10

  /// The factor by which the deadlines of steps grow: a whole number from 1 to `mostFactor`, so
  /// that two runs that differ a little grant the same time.
  package var deadlineFactor: Int {
    let usual = Self.usual
    let slowest = max(
      startTime / usual.startTime, roundTrip / usual.roundTrip, work / usual.work)
    guard slowest > 1 else { return 1 }
    return Int(min(slowest.rounded(.up), Double(Self.mostFactor)))
  }

  /// Measures in a process of its own, which it then ends. Takes some ten round trips, and at most
  /// the deadline of a start and of a step.
  ///
  /// - Throws: if the adapter cannot be started. The requests are of a type that no protocol has
  ///   (adapter.md, Unknown things); an adapter that cannot stand them is measured by its start
  ///   alone.
  package static func measure(
    _ worker: AdapterWorker, roundTrips: Int = 9
  ) throws(AdapterTrouble) -> Calibration {
    worker.stop()
    let begun = cprocess_now()
    try worker.start()
    let startTime = Duration.nanoseconds(cprocess_now() - begun)
    var times: [Duration] = []
    while times.count < roundTrips, let time = worker.timeOfUnknownRequest() { times.append(time) }
    worker.stop()
    times.sort()
    return Calibration(
      startTime: startTime, roundTrip: times.isEmpty ? .zero : times[times.count / 2],
      work: workTime())
  }

  /// The best of three, so that a moment in which others use the processor does not count.
  private static func workTime() -> Duration {
    var best = Int64.max
    for _ in 0..<3 {
      let begun = cprocess_now()
      let sum = cprocess_work(1_000_000)
      let elapsed = cprocess_now() - begun
      if sum != 0 { best = min(best, elapsed) }
    }
    return .nanoseconds(best)
  }
}

extension AdapterLimits {
  /// These limits for an adapter that is this slow: the deadline of a step grows, never shrinks.
  package func scaled(by calibration: Calibration) -> AdapterLimits {
    var limits = self
    limits.stepDeadline = stepDeadline * calibration.deadlineFactor
    limits.startDeadline = max(startDeadline, limits.stepDeadline)
    return limits
  }
}

extension AdapterWorker {
  /// How long the answer to a request of an unknown type takes, or nil if none comes.
  fileprivate func timeOfUnknownRequest() -> Duration? {
    guard let process else { return nil }
    let id = process.enqueue(Frame(type: "calibrate") { _ in })
    var clock = StepClock(limits.stepDeadline)
    let begun = cprocess_now()
    guard case .line(let line) = awaitLine(from: process, &clock),
      let envelope = try? ReplyEnvelope.read(line), envelope.id == id
    else {
      discard()
      return nil
    }
    return .nanoseconds(cprocess_now() - begun)
  }
}
