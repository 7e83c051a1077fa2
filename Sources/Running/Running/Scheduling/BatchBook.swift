package import AdapterDriver
import Conformance
import JSONText

/// What is known of a batch while it runs: its results so far, whose requests were whose, and what has been seen often enough.
///
/// Each result is handed on as soon as it is there, and once more where it is revised.
struct BatchBook {
  let batch: [Case]
  private(set) var results: [CaseResult] = []
  /// How each case first went wrong, or nil.
  private(set) var troubles: [Trouble?] = []
  /// How many cases have hung, or found no adapter; one that hung at its start counts for more.
  private(set) var waits = 0
  private var waitingCases = 0
  /// Whether a case ended the run, with --fail-fast.
  private(set) var hasFailed = false
  /// Why nothing more is asked of this batch, where the adapter fails in the same way too often.
  private(set) var end: String?
  private var tally = TroubleTally()
  private let patience: Patience
  var budget: ConfirmationBudget
  var ledger = RequestLedger()
  /// The latest case that ran. What its adapter does after the last reply comes to light with the next case.
  var latest: (run: CaseRun, offset: Int)?

  /// How many cases of each group have hung, or found no adapter, in a row.
  private var waitsInARow: [CaseGroup: Int] = [:]
  /// Cases that ran alone with time after their last reply: what comes late of them has been judged.
  private var watched: Set<Int> = []
  private let note: (_ offset: Int, CaseResult) -> Void
  private let known: KnownFailures?

  init(
    _ batch: some Collection<Case>, _ budget: ConfirmationBudget, _ patience: Patience,
    knowing known: KnownFailures?,
    note: @escaping (_ offset: Int, CaseResult) -> Void
  ) {
    self.batch = Array(batch)
    self.budget = budget
    self.patience = patience
    self.note = note
    self.known = known
    results.reserveCapacity(batch.count)
    troubles.reserveCapacity(batch.count)
  }

  /// How many cases have run.
  var ran: Int { tally.ran }

  /// The offset of the next result.
  var count: Int { results.count }

  /// How many cases of its group before this one have hung, or found no adapter, in a row.
  func waitsInARow(before item: Case) -> Int {
    // No group has any in most runs.
    waitsInARow.isEmpty ? 0 : waitsInARow[CaseGroup(item), default: 0]
  }

  /// Adds the result of a case that has not run.
  mutating func add(_ result: CaseResult) {
    results.append(result)
    troubles.append(nil)
    note(results.count - 1, result)
  }

  /// Adds the result of a case that has run.
  ///
  /// - Parameters:
  ///   - trouble: how it first went wrong, or nil.
  ///   - memoryGrowth: by how many bytes the adapter grew in it; nil where that was not measured.
  mutating func add(
    _ item: Case, _ run: CaseRun, _ trouble: Trouble?, duration: Duration, memoryGrowth: Int? = nil
  ) {
    var result = CaseResult(item, run, duration: duration)
    result.memoryGrowth = memoryGrowth
    let tooMany = tally.count(
      trouble, item, patience, waits: .max, restarts: patience.restartsInABatch)
    waits += trouble?.waits ?? 0
    if trouble?.isWait == true { waitingCases += 1 }
    if let tooMany {
      end = end ?? "cut off: \(tooMany)"
    } else if waits >= patience.waitsInABatch, waitingCases * patience.casesPerWait >= ran {
      end =
        end
        ?? "cut off: \(waitingCases) of the \(ran) cases before it were not answered in time, or found no adapter"
    }
    if CutOff.counts(result) {
      waitsInARow[CaseGroup(item), default: 0] += 1
    } else if !waitsInARow.isEmpty {
      waitsInARow[CaseGroup(item)] = nil
    }
    hasFailed = hasFailed || failsFast(result)
    if run.wasWatched { watched.insert(results.count) }
    add(result)
    troubles[results.count - 1] = trouble
  }

  /// Puts another judgement in the place of the first; the duration stays.
  mutating func revise(_ offset: Int, _ judged: JudgedCase, _ exchange: ObservedExchange? = nil) {
    let before = results[offset]
    results[offset].verdict = judged.verdict
    results[offset].findings = judged.findings
    results[offset].reason = judged.reason
    results[offset].choices = judged.choices
    results[offset].tries = judged.tries
    results[offset].answers = judged.answers
    results[offset].exchange = exchange
    hasFailed = hasFailed || failsFast(results[offset])
    if results[offset] != before { note(offset, results[offset]) }
  }

  /// A known failure ends no run.
  private func failsFast(_ result: CaseResult) -> Bool {
    result.failsFast && (known?.judged(result) ?? result).failsFast
  }

  /// Notes the trouble of a case that came to light after its last reply.
  mutating func note(_ trouble: Trouble?, at offset: Int) { troubles[offset] = trouble }

  mutating func markWatched(_ offset: Int) { watched.insert(offset) }

  /// Whether something late can change the result: it was judged by replies, and not by all that came.
  func isOpenToLate(_ offset: Int) -> Bool {
    guard !watched.contains(offset) else { return false }
    switch results[offset].verdict {
    case .passed, .warned, .failed: return true
    default: return false
    }
  }

  /// Whether what an adapter did after its last reply can be held against the case: nothing worse is.
  func isOpenToBlame(_ offset: Int) -> Bool {
    results[offset].verdict == .passed || results[offset].verdict == .warned
  }

  /// The earlier cases of which a conversation told something late.
  func tardyCases(_ run: CaseRun, farewell: [UInt8]?) -> Set<Int> {
    var cases = Set(run.lateness.earlierRequests.compactMap { ledger.index(of: $0) })
    if run.lateness.isOfConversationBefore, let before = ledger.latest { cases.insert(before) }
    if let farewell { cases.formUnion(ledger.indices(in: farewell)) }
    return cases
  }
}

extension CaseResult {
  init(_ item: Case, _ run: CaseRun, duration: Duration) {
    self.init(
      id: item.id, suite: item.suite, variant: item.variant, targets: item.targets,
      verdict: run.judged.verdict, findings: run.judged.findings, reason: run.judged.reason,
      duration: duration, lacksAdapter: run.trouble == .noAdapter, exchange: run.exchange)
    choices = run.judged.choices
    tries = run.judged.tries
    answers = run.judged.answers
  }

  static func notRun(_ item: Case, _ reason: String) -> CaseResult {
    CaseResult(
      id: item.id, suite: item.suite, variant: item.variant, targets: item.targets,
      verdict: .notRun, reason: reason)
  }

  static func skipped(_ item: Case, _ reason: String) -> CaseResult {
    CaseResult(
      id: item.id, suite: item.suite, variant: item.variant, targets: item.targets,
      verdict: .skipped, reason: reason)
  }

  static let failFastReason = "the run ended at the first failure (--fail-fast)"

  /// Whether it ends a run with --fail-fast.
  var failsFast: Bool {
    switch verdict {
    case .failed, .crashed, .timedOut, .overLimit: true
    default: false
    }
  }
}

/// Which case of a batch a request of the present adapter process belonged to, so that what comes late finds its case.
struct RequestLedger {
  private var entries: [(firstRequest: Int64, index: Int)] = []

  /// Notes the case whose start was request `firstRequest`. Numbers rise within a process: one that does not
  /// belongs to a new process, whose predecessor can tell nothing any more.
  mutating func note(_ firstRequest: Int64, index: Int) {
    if let last = entries.last, firstRequest <= last.firstRequest { entries.removeAll() }
    entries.append((firstRequest, index))
  }

  /// The latest case of the process.
  var latest: Int? { entries.last?.index }

  /// The case that a request belonged to. Complexity: logarithmic in the cases of the process.
  func index(of request: Int64) -> Int? {
    let count = entries.countOfLeading { $0.firstRequest <= request }
    return count > 0 ? entries[count - 1].index : nil
  }

  /// The cases that the last reply of the process tells something late of.
  func indices(in farewell: [UInt8]) -> Set<Int> {
    var found: Set<Int> = []
    farewell.withUnsafeBytes { line in
      do throws(JSONError) {
        try LateEntry.forEach(in: line) { (request, _) throws(JSONError) in
          if let index = request.map({ index(of: $0) }) ?? latest { found.insert(index) }
        }
      } catch {
        // A reply that cannot be read says nothing of the implementation.
      }
    }
    return found
  }
}

/// How long is waited for what a library does late (Adapters.md, Quiet before the reply).
package enum QuietTime {
  /// A step that took this long may have been answered without the callback that was to come: adapters wait
  /// 500 ms for one. Something shorter, because their clock is not ours.
  static let suspiciousStep = Duration.milliseconds(400)

  /// How long an adapter that runs one case alone is given after its last reply: three quarters of a step's
  /// deadline, at most 1.5 s. With the 500 ms before the reply that is the time that a step has by default.
  package static func afterLastReply(_ limits: AdapterLimits) -> Duration {
    min(.milliseconds(1_500), limits.stepDeadline * 3 / 4)
  }
}
