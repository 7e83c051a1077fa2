import Foundation

/// Lets the cases of all workers run beside each other, and one run at a time alone: what is said against a library about time is
/// confirmed while no other worker takes its processors.
package final class Turnstile: @unchecked Sendable {
  // The condition's lock guards all that follows.
  private let condition = NSCondition()
  private var together = 0
  private var waitingAlone = 0
  private var isAlone = false

  package init() {}

  /// Runs `body` beside others, once nobody runs alone or waits to.
  func together<Result, Fault: Error>(_ body: () throws(Fault) -> Result) throws(Fault) -> Result {
    condition.lock()
    while isAlone || waitingAlone > 0 { condition.wait() }
    together += 1
    condition.unlock()
    defer {
      condition.lock()
      together -= 1
      condition.broadcast()
      condition.unlock()
    }
    return try body()
  }

  /// Runs `body` while nobody else runs. Never call it from a body.
  func alone<Result, Fault: Error>(_ body: () throws(Fault) -> Result) throws(Fault) -> Result {
    condition.lock()
    waitingAlone += 1
    while isAlone || together > 0 { condition.wait() }
    waitingAlone -= 1
    isAlone = true
    condition.unlock()
    defer {
      condition.lock()
      isAlone = false
      condition.broadcast()
      condition.unlock()
    }
    return try body()
  }
}
