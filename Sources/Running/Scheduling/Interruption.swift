import Synchronization

/// Whether the run has been told to end: set from a signal, read between cases.
package final class Interruption: Sendable {
  private let raised = Atomic(false)

  package init() {}

  package var isRaised: Bool { raised.load(ordering: .relaxed) }

  package func raise() { raised.store(true, ordering: .relaxed) }
}
