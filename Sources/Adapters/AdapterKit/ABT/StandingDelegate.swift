public import AdapterProtocol
import Synchronization

/// One delegate for the whole life of an app, for libraries that get their delegate only once.
///
/// Whatever the library does, on any thread, goes to the scripted delegate of the latest step.
/// Between two steps it is late and belongs to the step before.
public final class StandingDelegate: Sendable {
  private let current: Mutex<ScriptedDelegate>

  init(_ first: ScriptedDelegate) { current = Mutex(first) }

  /// Begins the next step.
  func follow(_ delegate: ScriptedDelegate) { current.withLock { $0 = delegate } }

  /// The delegate of the latest step.
  private var scripted: ScriptedDelegate { current.withLock { $0 } }

  /// The library asks the delegate to apply values: see `ScriptedDelegate`.
  public func apply(
    category: TypedKey?, values: TypedValue, record: (DelegateScript.Record) -> Void
  ) -> ScriptedDelegate.Response {
    scripted.apply(category: category, values: values, record: record)
  }

  /// Like the above, for keys and categories that are ordinary text.
  public func apply(
    category: String?, values: [TypedMember], record: (DelegateScript.Record) -> Void
  ) -> ScriptedDelegate.Response {
    scripted.apply(category: category, values: values, record: record)
  }

  /// Like the above, for values whose types show only when the program runs.
  public func apply(
    anyCategory category: Any?, anyValues values: Any, record: (DelegateScript.Record) -> Void
  ) -> ScriptedDelegate.Response {
    scripted.apply(anyCategory: category, anyValues: values, record: record)
  }

  /// The library asks the delegate to revert keys.
  public func revert(category: TypedKey?, keys: [TypedKey]) -> ScriptedDelegate.Response {
    scripted.revert(category: category, keys: keys)
  }

  /// Like the above, for keys and categories that are ordinary text.
  public func revert(category: String?, keys: [String]) -> ScriptedDelegate.Response {
    scripted.revert(category: category, keys: keys)
  }

  /// Like the above, for values whose types show only when the program runs.
  public func revert(anyCategory category: Any?, anyKeys keys: Any) -> ScriptedDelegate.Response {
    scripted.revert(anyCategory: category, anyKeys: keys)
  }

  /// The library asks the delegate to revert a set. If it has values, which it should not have, they
  /// are shown.
  public func revert(category: String?, set: [TypedMember]) -> ScriptedDelegate.Response {
    scripted.revert(category: category, set: set)
  }

  /// The library opens a URL: its callback.
  public func opened(_ url: String) { scripted.opened(url) }

  /// The library opens a URL that need not be UTF-8.
  public func opened(bytes url: [UInt8]) { scripted.opened(bytes: url) }

  /// The library logs a line; shown with the capability `log`.
  public func log(_ line: String) { scripted.log(line) }
}
