import CProcess
import Glibc

/// A process that outlives this one by a moment, to clear away what its adapters leave.
///
/// The kernel ends an adapter with the harness, and workers clear away what an adapter has started; but
/// of a harness that is killed (SIGKILL, no memory) no worker is left. The guard then kills what is in
/// the groups and sessions of the adapters that lived, and every process that was started with the mark
/// of this harness in its environment. One that left its session and was started with another
/// environment escapes.
///
/// It costs a system call when an adapter starts and when it ends, and nothing in between.
package final class AdapterGuard: Sendable {
  private let process: cprocess_guard
  /// What the marks of all adapters of this harness begin with, and of no other one.
  let markPrefix: String

  /// Posts a guard; nil where there can be no further process. For programs of our own, once and
  /// before there are other threads.
  package init?() {
    markPrefix = "\(getpid())-\(cprocess_now())-"
    var process = cprocess_guard()
    let mark = "\(AdapterEnvironment.markName)=\(markPrefix)"
    guard cprocess_guard_post(mark, &process) == 0 else { return nil }
    self.process = process
  }

  /// The guard's own process.
  package var processID: Int32 { process.pid }

  /// What an adapter is announced through, by itself and before it runs.
  var messages: Int32 { process.messages }

  /// Nothing is left of an adapter. To be called before its number is given back.
  func forget(_ adapter: Int32) { cprocess_guard_tell(process.messages, -adapter) }

  /// Ends the guard, and with it what is left of adapters. To be called at the end of the program.
  package func dismiss() {
    var process = process
    cprocess_guard_dismiss(&process)
  }
}
