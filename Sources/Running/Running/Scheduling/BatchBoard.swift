import Conformance
import Foundation

/// Hands out batches to workers and takes their results back: each as it comes, and those of a batch in order. Workers wait where
/// they would get too far ahead of what has been taken, so that a long run needs no more memory than a short one.
final class BatchBoard: @unchecked Sendable {
  /// A result as it came, with the place of its case in the plan.
  struct Arrival {
    let number: Int
    let result: CaseResult
  }

  /// What `take` brings: what came since the last time, and the results of the batch once it is finished.
  struct Delivery {
    var arrivals: [Arrival]
    var batch: Result<[CaseResult], HarnessFault>?
  }

  /// How long arrivals are gathered, so that they are not taken one by one: what a kill can cost beside the cases in flight.
  static let gatheringSeconds = 0.005

  // All members behind the condition's lock.
  private let condition = NSCondition()
  private let count: Int
  private let window: Int
  private var handedOut = 0
  private var taken = 0
  private var arrivals: [Arrival] = []
  private var finished: [Int: Result<[CaseResult], HarnessFault>] = [:]
  private var isClosed = false
  /// The first batch known to hold a failure that ends the run.
  private var failedBatch: Int?

  init(count: Int, window: Int) {
    self.count = count
    self.window = window
  }

  /// The next batch to run; nil when there is none left.
  func next() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    while !isClosed, !isBehindFailure(handedOut), handedOut < count, handedOut >= taken + window {
      condition.wait()
    }
    guard !isClosed, !isBehindFailure(handedOut), handedOut < count else { return nil }
    defer { handedOut += 1 }
    return handedOut
  }

  /// Hands on a result before its batch is finished.
  func post(_ number: Int, _ result: CaseResult) {
    condition.lock()
    defer { condition.unlock() }
    arrivals.append(Arrival(number: number, result: result))
    if arrivals.count == 1 { condition.broadcast() }
  }

  func finish(_ index: Int, _ result: Result<[CaseResult], HarnessFault>) {
    condition.lock()
    defer { condition.unlock() }
    finished[index] = result
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
    if delivery.batch != nil {
      taken = index + 1
      condition.broadcast()
    }
    return delivery
  }

  /// Notes that a batch holds a failure that ends the run: those behind it are not handed out, or halt.
  func halt(behind index: Int) {
    condition.lock()
    defer { condition.unlock() }
    failedBatch = min(failedBatch ?? index, index)
    condition.broadcast()
  }

  /// Whether an earlier batch holds a failure that ends the run.
  func isHalted(_ index: Int) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    return isBehindFailure(index)
  }

  /// Hands out nothing more.
  func close() {
    condition.lock()
    defer { condition.unlock() }
    isClosed = true
    condition.broadcast()
  }

  private func isBehindFailure(_ index: Int) -> Bool { failedBatch.map { index > $0 } ?? false }
}
