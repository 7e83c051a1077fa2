package import AdapterProtocol
import CProcess
import Glibc

/// One adapter, started again whenever it has to be: the harness's hand on the process.
///
/// All calls block and must come from one thread that lives as long as the worker, because the
/// kernel ends the adapter with the thread that launched it; never from the cooperative pool.
/// SIGPIPE is blocked in that thread for good; with `affinity` that thread is also kept on the
/// processor that the adapter gets, which makes a round trip about ten times cheaper than between
/// two.
///
/// No process outlives the worker: whatever happens, the adapter's process group is killed, its
/// leader reaped, and with it, in a process that adopts orphans, every descendant that left the
/// group, the session or its parent. (One that did all of that and was started with an environment
/// that is not inherited escapes.)
package final class AdapterWorker {
  /// What is started.
  package let command: AdapterCommand
  /// What it may take. A change holds from the next start on, that of a deadline from the next
  /// call on.
  package var limits: AdapterLimits
  /// The processor for this thread and the adapter; nil: wherever the kernel puts them.
  package let affinity: Int?
  let harnessVersion: String

  /// What the adapter said of itself when it was last started.
  package internal(set) var hello: Hello?
  /// What came to light about the conversation before the latest one after it had ended: the
  /// adapter died, or wrote what nobody had asked for. Nil where nothing did. Its step is the last
  /// one of that conversation.
  package internal(set) var aftermath: Ending?
  /// Whether `lastCost` is taken, which costs some 10 µs a conversation.
  package var measuresCost = false
  /// What the latest conversation cost; nil where it did not end with the adapter alive, or
  /// nothing was measured.
  package internal(set) var lastCost: ConversationCost?

  /// The reply `stopped`, without its line feed, where it told of something that had come late: of
  /// the latest `stop`, whether it was asked for or an adapter with `freshProcess` was replaced.
  /// Nil again with the next conversation.
  package internal(set) var farewell: [UInt8]?

  var process: AdapterProcess?
  /// For cases that keep something.
  let storage = CaseStorage()
  /// The end of standard error of the last process that is gone.
  var formerErrorTail: [UInt8] = []
  /// The last step of the latest conversation.
  package internal(set) var lastStep = 0
  private var preparedThread: pthread_t?

  /// A worker that has not started anything yet.
  package init(
    command: AdapterCommand, limits: AdapterLimits = .init(), harnessVersion: String,
    affinity: Int? = nil
  ) {
    self.command = command
    self.limits = limits
    self.harnessVersion = harnessVersion
    self.affinity = affinity
  }

  /// Whether a process runs, as far as has been noticed.
  package var isRunning: Bool { process != nil }

  /// The process (and process group) that runs; nil where none does.
  package var processID: Int32? { process?.processID }

  /// The last bytes that the adapter wrote to standard error, also after its end.
  package var standardErrorTail: [UInt8] { process?.errorTail.bytes ?? formerErrorTail }

  /// Ends the process, if one is left.
  func discard() {
    guard let process else { return }
    process.end()
    formerErrorTail = process.errorTail.bytes
    self.process = nil
  }

  /// From now on this process is the parent of orphans among its descendants, so that workers find what
  /// has left an adapter's group and session. For programs of our own, once and before the first worker:
  /// a process that also waits for children of others would have to reckon with those orphans.
  package static func adoptOrphans() { cprocess_adopt_orphans() }

  /// Once per thread: the processor.
  func prepareThread() throws(AdapterTrouble) {
    let thread = pthread_self()
    guard preparedThread != thread else { return }
    if let affinity {
      let error = cprocess_pin_thread(Int32(clamping: affinity))
      guard error == 0 else {
        throw .cannotStart("processor \(affinity) cannot be used: \(errorText(-error))")
      }
    }
    preparedThread = thread
  }
}
