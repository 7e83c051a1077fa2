import CProcess
import SystemLibrary

/// A process that outlives this one by a moment, to clean up what its adapters leave.
///
/// The kernel ends an adapter with the harness, and workers clean up what an adapter has started.
/// But if the harness is killed (SIGKILL, no memory), no worker is left. The guard then kills
/// everything in the groups and sessions of the living adapters, and every process that was started
/// with the mark of this harness in its environment. A process that left its session and was
/// started with another environment escapes.
///
/// It costs one system call when an adapter starts and one when it ends, and nothing in between.
package final class AdapterGuard: Sendable {
  private let process: cprocess_guard
  /// The beginning of the marks of all adapters of this harness, and of no other harness.
  let markPrefix: String

  /// Posts a guard, or returns nil if no further process can be created. For our own programs: call
  /// it once, before there are other threads.
  package init?() {
    markPrefix = "\(getpid())-\(cprocess_now())-"
    var process = cprocess_guard()
    let mark = "\(AdapterEnvironment.markName)=\(markPrefix)"
    guard cprocess_guard_post(mark, &process) == 0 else { return nil }
    self.process = process
  }

  /// The guard's own process.
  package var processID: Int32 { process.pid }

  /// The descriptor through which each adapter registers itself before it runs.
  var messages: Int32 { process.messages }

  /// Says that nothing is left of an adapter. Call this before its number is released.
  func forget(_ adapter: Int32) { cprocess_guard_tell(process.messages, -adapter) }

  /// Ends the guard, and with it what is left of adapters. Call this at the end of the program.
  package func dismiss() {
    var process = process
    cprocess_guard_dismiss(&process)
  }
}
