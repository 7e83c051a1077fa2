public import AdapterProtocol
import Synchronization

/// The delegate of the library under test during one step: it does what the harness scripted and
/// records everything it is asked.
///
/// An adapter forwards its library's delegate calls to `apply` and `revert`, and the URLs that the
/// library opens to `opened`. It may be used from any thread. What comes after the step's reply
/// goes into the next reply as late.
public final class ScriptedDelegate: Sendable {
  /// How the delegate answers a call.
  public struct Response: Hashable, Sendable {
    /// Yes, no, or cancel.
    public var answer: DelegateScript.Answer
    /// Code and message that go with a no.
    public var error: DelegateScript.ErrorReport?
  }

  private struct State {
    var observed = ABTObserved()
    var applyCalls = 0
    var isFinished = false
  }

  private let step: Int64
  private let script: DelegateScript
  private let late: LateEvents
  private let plain: PlainValues
  private let state = Mutex(State())

  init(
    step: Int64, script: DelegateScript, late: LateEvents,
    plainValue: @escaping PlainValue = { _ in nil }
  ) {
    plain = PlainValues(plainValue: plainValue)
    self.step = step
    self.script = script
    self.late = late
  }

  /// The library asks the delegate to apply values; a key without a value has the value `.null`.
  ///
  /// Calls `record` for each record of the script, in order, during this call. In it the adapter
  /// calls the library's `didApplyConfigurationForKey:` or one of its siblings. The first call
  /// follows the script's `apply`, the second its `rollback`; all later ones answer yes.
  public func apply(
    category: TypedKey?, values: TypedValue, record: (DelegateScript.Record) -> Void
  ) -> Response {
    apply(.apply(category: TypedValue(category), values: values), record)
  }

  private func apply(
    _ event: ABTObserved.Event, _ record: (DelegateScript.Record) -> Void
  ) -> Response {
    let turn = note(event) { state in
      state.applyCalls += 1
      return state.applyCalls
    }
    switch turn {
    case 1: return follow(script.apply, record)
    case 2: return follow(script.rollback, record)
    default: return Response(answer: .yes, error: nil)
    }
  }

  /// Like the above, for keys and categories that are ordinary text.
  public func apply(
    category: String?, values: [TypedMember], record: (DelegateScript.Record) -> Void
  ) -> Response {
    apply(category: category.map { .string($0) }, values: .dictionary(values), record: record)
  }

  /// Like the above, for a library whose values have types that show only when the program runs.
  ///
  /// The handler's function `plainValue` is asked about values of types that the kit does not know,
  /// wherever they stand. If it does not say what such a value is, the step is a failure of the
  /// adapter that names the type.
  public func apply(
    anyCategory category: Any?, anyValues values: Any, record: (DelegateScript.Record) -> Void
  ) -> Response {
    let category = told(.tooLarge) { () throws(AdapterFailure) in
      try plain.name(category as Any)
    }
    let values = told(.tooLarge) { () throws(AdapterFailure) in try plain.values(values) }
    return apply(.apply(category: category, values: values), record)
  }

  /// The library asks the delegate to revert keys.
  public func revert(category: TypedKey?, keys: [TypedKey]) -> Response {
    revert(TypedValue(category), keys.map { TypedValue($0) })
  }

  /// Like the above, for a library whose values have types that show only when the program runs.
  public func revert(anyCategory category: Any?, anyKeys keys: Any) -> Response {
    let category = told(.tooLarge) { () throws(AdapterFailure) in
      try plain.name(category as Any)
    }
    return revert(
      category, told([.tooLarge]) { () throws(AdapterFailure) in try plain.names(keys) })
  }

  private func revert(_ category: TypedValue, _ keys: [TypedValue]) -> Response {
    _ = note(.revert(category: category, keys: keys)) { _ in 0 }
    return follow(script.revert) { _ in }
  }

  /// Like the above, for keys and categories that are ordinary text.
  public func revert(category: String?, keys: [String]) -> Response {
    revert(category: category.map { .string($0) }, keys: keys.map { .string($0) })
  }

  /// The library asks the delegate to revert a set. If it has values, which it should not have, they
  /// are shown.
  public func revert(category: String?, set: [TypedMember]) -> Response {
    let category = TypedValue(category.map { .string($0) })
    guard set.contains(where: { $0.value != .null }) else {
      return revert(category, set.map { TypedValue($0.key) })
    }
    _ = note(.revertWithValues(category: category, set)) { _ in 0 }
    return follow(script.revert) { _ in }
  }

  /// The library opens a URL: its callback.
  public func opened(_ url: String) { _ = note(.callback(url)) { _ in 0 } }

  /// The library opens a URL that need not be UTF-8.
  public func opened(bytes url: [UInt8]) {
    if let text = String(validating: url, as: UTF8.self) {
      opened(text)
    } else {
      _ = note(.callbackBytes(url)) { _ in 0 }
    }
  }

  /// The library logs a line; shown with the capability `log`.
  public func log(_ line: String) {
    state.withLock { state in
      if !state.isFinished { state.observed.log.append(line) }
    }
  }

  /// Waits until the library has opened a URL, but no longer than these milliseconds. For libraries
  /// that go on working on threads of their own after they have returned.
  public func waitUntilQuiet(milliseconds: Int = 500) {
    for _ in 0..<milliseconds where !hasCalledBack { DescriptorIO.rest(milliseconds: 1) }
  }

  private var hasCalledBack: Bool {
    state.withLock { $0.observed.events.contains { $0.isCallback } }
  }

  /// Ends the step: what comes from now on is late.
  func finish() -> ABTObserved {
    state.withLock { state in
      state.isFinished = true
      return state.observed
    }
  }

  /// Records an event with its place in the order. `count` returns its number among its kind.
  private func note(_ event: ABTObserved.Event, _ count: (inout State) -> Int) -> Int {
    state.withLock { state in
      if state.isFinished {
        late.append(step: step, event)
      } else {
        state.observed.events.append(event)
      }
      return count(&state)
    }
  }

  /// What is shown; after an error, `stand`. The library is on the stack, and must see nothing of the
  /// adapter's trouble.
  private func told<Shown>(
    _ stand: Shown, _ convert: () throws(AdapterFailure) -> Shown
  ) -> Shown {
    do throws(AdapterFailure) {
      return try convert()
    } catch {
      let isLate = state.withLock { state in
        state.observed.trouble = state.observed.trouble ?? error
        return state.isFinished
      }
      // No reply will tell it.
      if isLate { _ = DescriptorIO.write(2, Array("\(error)\n".utf8)) }
      return stand
    }
  }

  private func follow(
    _ turn: DelegateScript.Turn, _ record: (DelegateScript.Record) -> Void
  ) -> Response {
    for entry in turn.records { record(entry) }
    return Response(answer: turn.answer, error: turn.error)
  }
}
