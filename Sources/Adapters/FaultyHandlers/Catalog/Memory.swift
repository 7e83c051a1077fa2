import Synchronization

/// What a changed decision remembers from one call to the next. Stands for an implementation's
/// variable that should not be there, or is not reset.
final class Memory<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  /// Reads and changes what is remembered.
  func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { body(&$0) }
  }
}
