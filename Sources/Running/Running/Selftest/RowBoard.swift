import Foundation

/// Hands out the places of rows to workers, and takes the rows back in order.
final class RowBoard: @unchecked Sendable {
  // The condition's lock guards all that follows.
  private let condition = NSCondition()
  private let count: Int
  private var handedOut = 0
  private var finished: [Int: Result<Selftest.Row, any Error>] = [:]
  private var isClosed = false

  init(count: Int) { self.count = count }

  /// The next row to make; nil once there is none.
  func next() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    guard !isClosed, handedOut < count else { return nil }
    defer { handedOut += 1 }
    return handedOut
  }

  func finish(_ place: Int, _ row: Result<Selftest.Row, any Error>) {
    condition.lock()
    defer { condition.unlock() }
    finished[place] = row
    condition.broadcast()
  }

  /// Waits for a row. Nil once the run is to end: what was under way then has not run to its end, and says nothing.
  func take(_ place: Int, unless interruption: Interruption) -> Result<Selftest.Row, any Error>? {
    condition.lock()
    defer { condition.unlock() }
    while finished[place] == nil, !interruption.isRaised {
      _ = condition.wait(until: Date(timeIntervalSinceNow: 0.2))
    }
    guard !interruption.isRaised else { return nil }
    return finished.removeValue(forKey: place)
  }

  /// Hands out nothing more.
  func close() {
    condition.lock()
    defer { condition.unlock() }
    isClosed = true
    condition.broadcast()
  }
}
