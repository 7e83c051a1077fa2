import Foundation

/// A thread that can be waited for. Blocking input and output never runs on the cooperative pool.
final class WorkerThread: Sendable {
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    let done = done
    let thread = Thread {
      body()
      done.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Waits for the end; to be called once.
  func join() { done.wait() }
}
