import Conformance
import Foundation
import Synchronization

/// Hands out batches to workers and takes their reports back: each result as it comes, and the batches in order. Workers wait where
/// they would get too far ahead of what has been settled, so that a long run needs no more memory than a short one.
final class BatchBoard: @unchecked Sendable {
  /// A batch to be run, and what is known of the run so far.
  struct Assignment: Hashable {
    let index: Int
    /// The groups that are left out.
    let leftOut: Set<CaseGroup>
  }

  /// A result as it came, with the place of its case in the plan.
  struct Arrival {
    let number: Int
    let result: CaseResult
  }

  /// What `take` brings: what came since the last time, and the report of the batch once it is finished.
  struct Delivery {
    var arrivals: [Arrival]
    var batch: Result<BatchReport, HarnessFault>?
  }

  /// How long arrivals are gathered, so that they are not taken one by one: what a kill can cost beside the cases in flight.
  static let gatheringSeconds = 0.005

  // The condition's lock guards all that follows.
  private let condition = NSCondition()
  private let count: Int
  private let window: Int
  private var handedOut = 0
  /// Batches that have to be run once more.
  private var again: [Int] = []
  private var settled = 0
  private var leftOut: Set<CaseGroup> = []
  private var arrivals: [Arrival] = []
  private var finished: [Int: Result<BatchReport, HarnessFault>] = [:]
  private var closed = false

  /// - Parameter window: how many batches may be handed out that are not settled.
  init(count: Int, window: Int) {
    self.count = count
    self.window = window
  }

  /// The next batch to run; waits until there is one. Nil once all are settled, or the board is closed.
  func next() -> Assignment? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if closed || settled == count { return nil }
      if let index = again.popLast() { return Assignment(index: index, leftOut: leftOut) }
      if handedOut < count, handedOut < settled + window {
        defer { handedOut += 1 }
        return Assignment(index: handedOut, leftOut: leftOut)
      }
      condition.wait()
    }
  }

  /// Hands on a result before its batch is finished.
  func post(_ number: Int, _ result: CaseResult) {
    condition.lock()
    defer { condition.unlock() }
    arrivals.append(Arrival(number: number, result: result))
    if arrivals.count == 1 { condition.broadcast() }
  }

  func finish(_ index: Int, _ report: Result<BatchReport, HarnessFault>) {
    condition.lock()
    defer { condition.unlock() }
    finished[index] = report
    condition.broadcast()
  }

  /// Waits until something has come, and a little longer for what comes with it, or until a batch is finished.
  func take(_ index: Int) -> Delivery {
    condition.lock()
    defer { condition.unlock() }
    while finished[index] == nil, arrivals.isEmpty { condition.wait() }
    let end = Date(timeIntervalSinceNow: Self.gatheringSeconds)
    while finished[index] == nil, condition.wait(until: end) {}
    let delivery = Delivery(arrivals: arrivals, batch: finished.removeValue(forKey: index))
    arrivals.removeAll(keepingCapacity: true)
    return delivery
  }

  /// The batch was taken, and its report stands.
  ///
  /// - Parameter leftOut: the groups that are left out of all batches after it.
  func settle(_ index: Int, leavingOut leftOut: Set<CaseGroup>) {
    condition.lock()
    defer { condition.unlock() }
    settled = index + 1
    self.leftOut = leftOut
    condition.broadcast()
  }

  /// The batch was taken, and has to be run once more.
  func redo(_ index: Int) {
    condition.lock()
    defer { condition.unlock() }
    again.append(index)
    condition.broadcast()
  }

  /// Hands out nothing more; nobody wants the results of the batches that still run.
  func close() {
    condition.lock()
    defer { condition.unlock() }
    closed = true
    condition.broadcast()
  }

  var isClosed: Bool {
    condition.lock()
    defer { condition.unlock() }
    return closed
  }
}

/// A thread that can be waited for. Blocking input and output never runs on the cooperative pool.
package final class WorkerThread: Sendable {
  private let done = DispatchSemaphore(value: 0)

  package init(_ body: @escaping @Sendable () -> Void) {
    let done = done
    let thread = Thread {
      body()
      done.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Waits for the end; to be called once.
  package func join() { done.wait() }
}

/// Whether the run has been told to end: set from a signal or where results cannot be kept, read between cases.
package final class Interruption: Sendable {
  /// Why the run ends before its time.
  package enum Cause: Int, Sendable {
    /// A person or a supervisor wanted it (`^C`, SIGTERM).
    case signal = 1
    /// Results can no longer be written.
    case output = 2

    /// The reason of a case that has not run because of it.
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

  /// Nil while the run goes on.
  package var cause: Cause? { Cause(rawValue: raised.load(ordering: .relaxed)) }

  /// Ends the run; the first cause stays.
  package func raise(_ cause: Cause = .signal) {
    _ = raised.compareExchange(expected: 0, desired: cause.rawValue, ordering: .relaxed)
  }
}
