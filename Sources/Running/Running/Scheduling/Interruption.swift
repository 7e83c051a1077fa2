import Synchronization

/// Whether the run has been told to end: set from a signal or where results cannot be kept, read between cases.
package final class Interruption: Sendable {
  /// Why the run ends before its time.
  package enum Cause: Int, Sendable {
    /// A person or a supervisor wanted it (`^C`, SIGTERM).
    case signal = 1
    /// Results can no longer be written.
    case output = 2

    /// The reason of a case that has not run therefore.
    var reason: String {
      switch self {
      case .signal: "the run was interrupted"
      case .output: "the run was ended, because its results could not be written"
      }
    }
  }

  private let raised = Atomic(0)

  package init() {}

  package var isRaised: Bool { raised.load(ordering: .relaxed) != 0 }

  /// Nil where the run goes on.
  package var cause: Cause? { Cause(rawValue: raised.load(ordering: .relaxed)) }

  /// Ends the run; the first cause stays.
  package func raise(_ cause: Cause = .signal) {
    _ = raised.compareExchange(expected: 0, desired: cause.rawValue, ordering: .relaxed)
  }
}
