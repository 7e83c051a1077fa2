/// How fast the machine and the adapter were before the run, and what a step was granted for it. Differs from run to run; no verdict
/// of a library that answers in time depends on it.
package struct RunPace: Sendable, Hashable {
  /// From the launch of the adapter to its greeting.
  package var adapterStart: Duration
  /// The answer to a request that needs nothing of the implementation; zero where none came.
  package var roundTrip: Duration
  /// A fixed piece of work of this machine.
  package var work: Duration
  /// How long a step may take.
  package var stepDeadline: Duration

  package init(
    adapterStart: Duration, roundTrip: Duration, work: Duration, stepDeadline: Duration
  ) {
    self.adapterStart = adapterStart
    self.roundTrip = roundTrip
    self.work = work
    self.stepDeadline = stepDeadline
  }

  /// The members of the report's `pace`, in order.
  var members: [(name: String, value: Double)] {
    [
      ("adapterStartMilliseconds", Self.rounded(adapterStart.inMilliseconds)),
      ("roundTripMilliseconds", Self.rounded(roundTrip.inMilliseconds)),
      ("workMilliseconds", Self.rounded(work.inMilliseconds)),
      ("stepDeadlineSeconds", Self.rounded(stepDeadline.inMilliseconds) / 1e3),
    ]
  }

  /// As finely as a report has it.
  package var inMicroseconds: RunPace {
    func rounded(_ duration: Duration) -> Duration {
      .microseconds(Int64((duration.inMilliseconds * 1e3).rounded()))
    }
    return RunPace(
      adapterStart: rounded(adapterStart), roundTrip: rounded(roundTrip), work: rounded(work),
      stepDeadline: rounded(stepDeadline))
  }

  /// For the terminal.
  var sentence: String {
    "the adapter starts in \(Self.rounded(adapterStart.inMilliseconds)) ms and answers in "
      + "\(Self.rounded(roundTrip.inMilliseconds)) ms; a step may take "
      + "\(Self.rounded(stepDeadline.inMilliseconds) / 1e3) s"
  }

  private static func rounded(_ milliseconds: Double) -> Double {
    (milliseconds * 1e3).rounded() / 1e3
  }
}
