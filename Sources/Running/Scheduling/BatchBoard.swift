import Conformance
import Foundation

/// Hands out batches to workers and takes their results back in order. Workers wait where they would get too far ahead of what
/// has been taken, so that a long run needs no more memory than a short one.
final class BatchBoard: @unchecked Sendable {
  // All members behind the condition's lock.
  private let condition = NSCondition()
  private let count: Int
  private let window: Int
  private var handedOut = 0
  private var taken = 0
  private var finished: [Int: Result<[CaseResult], HarnessFault>] = [:]
  private var isClosed = false

  init(count: Int, window: Int) {
    self.count = count
    self.window = window
  }

  /// The next batch to run; nil when there is none left.
  func next() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    while !isClosed, handedOut < count, handedOut >= taken + window { condition.wait() }
    guard !isClosed, handedOut < count else { return nil }
    defer { handedOut += 1 }
    return handedOut
  }

  func finish(_ index: Int, _ result: Result<[CaseResult], HarnessFault>) {
    condition.lock()
    defer { condition.unlock() }
    finished[index] = result
    condition.broadcast()
  }

  /// Waits for the results of a batch.
  func take(_ index: Int) -> Result<[CaseResult], HarnessFault> {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = finished.removeValue(forKey: index) {
        taken = index + 1
        condition.broadcast()
        return result
      }
      condition.wait()
    }
  }

  /// Hands out nothing more.
  func close() {
    condition.lock()
    defer { condition.unlock() }
    isClosed = true
    condition.broadcast()
  }
}
