package import AdapterProtocol
import CProcess
import JSONText

/// How fast this machine and this adapter are, measured before a run, and what deadline a step gets
/// as a result. The usual 2 s are meant for a library as it is shipped, not for one under a debugger or
/// on an emulated machine.
///
/// What counts is the pace of requests and of the machine, in time that was not spent waiting for a
/// processor. A runtime that starts slowly and then answers fast gets no longer deadline.
package struct Calibration: Sendable, Hashable {
  /// From the launch of the adapter to its greeting; for the record only.
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

  /// What a round trip may take before the deadline is scaled: a hundred times what a C adapter needs.
  package static let usualRoundTrip = Duration.milliseconds(5)
  /// What the piece of work may take before the deadline is scaled.
  package static let usualWork = Duration.milliseconds(20)

  /// The largest factor by which the deadline is scaled.
  package static let mostFactor = 10

  /// The factor by which the deadlines of steps grow: a whole number from 1 to `mostFactor`, so
  /// that two runs that differ a little grant the same time.
  package var deadlineFactor: Int {
    let slowest = max(roundTrip / Self.usualRoundTrip, work / Self.usualWork)
    guard slowest > 1 else { return 1 }
    return Int(min(slowest.rounded(.up), Double(Self.mostFactor)))
  }

  /// Measures in a process of its own, which it then ends. Takes some ten round trips, and at most
  /// the deadline of a start and of a step.
  ///
  /// - Throws: if the adapter cannot be started. The requests are of a type that no protocol has
  ///   (Adapters.md, Unknown things); an adapter that cannot stand them is measured by its start
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

  /// The best of three, in processor time, so that what others do does not count.
  private static func workTime() -> Duration {
    var best = Int64.max
    for _ in 0..<3 {
      let begun = cprocess_thread_time()
      let sum = cprocess_work(1_000_000)
      let elapsed = cprocess_thread_time() - begun
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
    let earlier = Pace(session: process.processID)
    let begun = cprocess_now()
    guard case .line(let line) = awaitLine(from: process, &clock),
      let envelope = try? ReplyEnvelope.read(line), envelope.id == id
    else {
      discard()
      return nil
    }
    let elapsed = cprocess_now() - begun
    return .nanoseconds(Pace(session: process.processID).counted(of: elapsed, since: earlier))
  }
}
