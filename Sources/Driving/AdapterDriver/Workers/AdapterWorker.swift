package import AdapterProtocol
import CProcess
import SystemLibrary

/// One adapter, restarted whenever necessary: the harness's hand on the process.
///
/// All calls block. They must come from one thread that lives as long as the worker, because the
/// kernel ends the adapter with the thread that launched it; never call from the cooperative pool.
/// SIGPIPE stays blocked in that thread. With `affinity` the thread also stays on the adapter's
/// processor, which makes a round trip about ten times cheaper than between two processors.
///
/// No process outlives the worker. Whatever happens, it kills the adapter's process group and reaps
/// its leader. In a process that adopts orphans, it also kills every descendant that left the
/// group, the session or its parent. (A process that did all of that and was started with an
/// environment of its own escapes.)
package final class AdapterWorker {
  /// What is started.
  package let command: AdapterCommand
  /// What the adapter may take. A change takes effect at the next start; a changed deadline, at the
  /// next call.
  package var limits: AdapterLimits
  /// The processor for this thread and the adapter, or nil for wherever the kernel puts them.
  package let affinity: Int?
  let harnessVersion: String

  /// What the adapter said about itself at its last start.
  package internal(set) var hello: Hello?
  /// What came to light about the last but one conversation after it had ended: the adapter died,
  /// or wrote what nobody had asked for. Nil if nothing did. Its step is the last one of that
  /// conversation.
  package internal(set) var aftermath: Ending?
  /// Whether nobody wants the rest of a conversation any more; asked after each reply. A conversation of thousands of steps takes
  /// minutes where a step takes some milliseconds.
  package var isAbandoned: @Sendable () -> Bool = { false }
  /// Whether to measure `lastCost`, which costs some 10 µs a conversation.
  package var measuresCost = false
  /// What the latest conversation cost, or nil if the adapter was not alive at its end or nothing
  /// was measured.
  package internal(set) var lastCost: ConversationCost?
  /// Whether to measure `memoryPeaks`. A frame is then sent only when all before it have been answered.
  package var measuresSteps = false
  /// Where an instrumented adapter counts its edges, or nil. Takes effect at the next start.
  package var coverage: CoverageMap?
  /// The edges that the latest conversation took, from its first frame to its last reply; empty without `coverage`.
  package internal(set) var lastEdges: [CoveredEdge] = []
  /// The peak of the latest conversation up to each of its replies, in bytes, as far as /proc says; empty where it was not measured.
  package internal(set) var memoryPeaks: [Int] = []

  /// The resident bytes after each of the latest conversation's `memoryMarks` that it came to, if /proc says. Of a conversation that was
  /// cut short between two of them the last reading is from its end.
  package internal(set) var memoryAtMarks: [Int] = []

  /// The reply `stopped` of the latest `stop`, without its line feed, if it reported something
  /// late. The stop may have been asked for, or an adapter with `freshProcess` was replaced. The
  /// next conversation sets it to nil.
  package internal(set) var farewell: [UInt8]?

  /// The deadline that the latest conversation missed, or nil if it missed none.
  package internal(set) var missedDeadline: Duration?
  /// For how long the adapter could have run in the step that missed its deadline, and was given no processor.
  package internal(set) var timeWithoutProcessor = Duration.zero
  /// The end of what the adapter wrote to standard error in the conversation that `aftermath` is about.
  package internal(set) var aftermathStandardError: [UInt8] = []

  var process: AdapterProcess?
  /// Folders for cases that keep something.
  let storage = CaseStorage()
  /// The end of standard error of the last process that has ended.
  var formerErrorTail: [UInt8] = []
  /// Where in the process's standard error the latest conversation began, and the one before it.
  var errorMark = 0
  var formerErrorMark = 0
  /// What the latest conversation wrote to standard error in processes that are gone.
  var errorsOfGoneProcesses: [UInt8] = []
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

  /// Whether a process runs, as far as we have noticed.
  package var isRunning: Bool { process != nil }

  /// The running process (and process group), or nil if none runs.
  package var processID: Int32? { process?.processID }

  /// The last bytes that the adapter wrote to standard error, even after its end.
  package var standardErrorTail: [UInt8] { process?.errorTail.bytes ?? formerErrorTail }

  /// The end of what the adapter has written to standard error since the latest conversation began. Reads what is there now.
  package func standardErrorOfConversation() -> [UInt8] {
    process?.drainError()
    let all = errorsOfGoneProcesses + (process?.errorTail.bytes(after: errorMark) ?? [])
    return all.suffix(limits.maxStandardErrorTailBytes)
  }

  /// Starts the adapter where it does not run. What it writes to standard error after its greeting belongs to a new conversation,
  /// and so does all that it writes where it does not even start.
  func startConversation() throws(AdapterTrouble) {
    errorsOfGoneProcesses.removeAll(keepingCapacity: true)
    let isFresh = process == nil
    try start()
    if isFresh { process?.drainError() }
    errorMark = process?.errorTail.count ?? 0
  }

  /// Ends the process, if one is left.
  func discard() {
    guard let process else { return }
    process.end()
    formerErrorTail = process.errorTail.bytes
    errorsOfGoneProcesses += process.errorTail.bytes(after: errorMark)
    errorMark = 0
    self.process = nil
  }

  /// Makes this process the parent of orphans among its descendants, so that workers find what has
  /// left an adapter's group and session. For our own programs: call it once, before the first
  /// worker. A process that also waits for other children would have to expect those orphans.
  package static func adoptOrphans() { cprocess_adopt_orphans() }

  /// Sets the processor, once per thread.
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
