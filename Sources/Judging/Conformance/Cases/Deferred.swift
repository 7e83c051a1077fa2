import Synchronization

/// A value that is made when it is first asked for, and once.
package final class Deferred<Value: Sendable>: Sendable {
  private enum State: Sendable {
    case wanted(@Sendable () -> Value)
    case made(Value)
  }

  private let state: Mutex<State>

  package init(_ make: @escaping @Sendable () -> Value) {
    state = Mutex(.wanted(make))
  }

  package var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .wanted(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }
}
