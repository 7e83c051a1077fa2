import AdapterProtocol
import Conformance

/// When a run stops asking an adapter that fails in the same way again and again.
package struct Patience: Sendable, Hashable {
  /// How many cases of one group, which share three words of their ids, may hang, or find no adapter, in a row before the rest of the
  /// group is left out.
  package var waitsInAGroup = 3
  /// How many cases of one batch may, in whatever families, before the rest of the batch is left out. Each costs a whole deadline, and
  /// one that hangs at its start counts for four.
  package var waitsInABatch = 8
  /// How many cases of the whole run may before the rest of the run is left out: two batches' worth, half a minute.
  package var waitsInARun = 16
  /// How many cases of one batch may end in the same death, or in the same fault of the adapter, before the rest of the batch is
  /// left out. Each costs a restart, which is some milliseconds, or a second where a large runtime has to start.
  package var restartsInABatch = 64
  /// How many cases of the whole run may before the rest of the run is left out.
  package var restartsInARun = 128
  /// Restarts, and waits of the whole run, count only if they came in at least so many families: what keeps to one or two of them says nothing of the others.
  package var families = 3
  /// Or in so many groups of one family: a large family comes before all others.
  package var groups = 6
  /// Restarts count only if at least one case in so many ended in one: a library that crashes on some of what is hostile is asked
  /// everything.
  package var casesPerRestart = 4
  /// Waits count only if at least one case in so many was one: a library that hangs on some of what is hostile is asked everything.
  package var casesPerWait = 16

  package init() {}
}

/// How a case went wrong that says more of the adapter than of the case, where others go wrong in the same way.
enum Trouble: Hashable {
  /// No reply came in time.
  case hang
  /// No reply came in time to a start, which is given much longer than a step.
  case hangAtStart
  /// No adapter could be started.
  case noAdapter
  case crash(Death)
  /// A fault of the adapter; the words say which kind, without values.
  case fault(String)

  /// Nil for an ending that is no trouble.
  init?(_ ending: Ending) {
    switch ending {
    case .answered, .unsupported, .overran, .abandoned, .unsendable, .cutShort: return nil
    case .hung(let step): self = step == 0 ? .hangAtStart : .hang
    case .crashed(let death, _): self = .crash(death)
    case .adapterFailure(_, step: nil): self = .noAdapter
    case .adapterFailure: self = .fault("it reported a failure of its own")
    case .garbled(let fault, _): self = .fault(fault.kind)
    }
  }

  /// Whether it costs a deadline, and not only a restart.
  var isWait: Bool { self == .noAdapter || isHang }

  var isHang: Bool { self == .hang || self == .hangAtStart }

  /// For how many waits it counts: a start has 10 s where a step has 2.
  var waits: Int { self == .hangAtStart ? 4 : isWait ? 1 : 0 }

  /// What happened to so many cases, as the end of a sentence.
  var words: String {
    switch self {
    case .hang: "were not answered in time"
    case .hangAtStart: "were not started in time"
    case .noAdapter: "found no adapter that could be started"
    case .crash(let death): "ended with the death of the adapter (\(death))"
    case .fault(let kind): "ended in the same fault of the adapter (\(kind))"
    }
  }
}

extension ProtocolFault {
  fileprivate var kind: String {
    switch self {
    case .notJSON, .brokenLine: "it wrote what is no reply"
    case .wrongID, .extraReply: "it wrote a reply that no request asked for"
    case .wrongKind: "it wrote a reply of the wrong type"
    case .lineTooLong: "it wrote a line without an end"
    case .closedOutput: "it closed its output"
    }
  }
}

/// Counts the troubles of a batch or of a run, each kind on its own.
struct TroubleTally {
  private var counts: [Trouble: (cases: Int, families: Set<String>, groups: Set<Substring>)] = [:]
  /// How many cases have run.
  private(set) var ran = 0

  /// Counts a case that has run; returns why no more are asked if its trouble came once too often.
  ///
  /// - Parameter restarts: how many restarts of one kind are too many.
  mutating func count(
    _ trouble: Trouble?, _ item: Case, _ patience: Patience, waits: Int, restarts: Int
  ) -> String? {
    ran += 1
    guard let trouble else { return nil }
    var count = counts[trouble] ?? (0, [], [])
    count.cases += 1
    count.families.insert(item.family)
    count.groups.insert(item.id.group)
    counts[trouble] = count
    guard trouble.isWait ? count.cases >= waits / trouble.waits : count.cases >= restarts,
      count.families.count >= patience.families || count.groups.count >= patience.groups,
      count.cases * (trouble.isWait ? patience.casesPerWait : patience.casesPerRestart) >= ran
    else { return nil }
    let places =
      count.families.count > 1
      ? "\(count.families.count) families" : "\(count.groups.count) groups of one family"
    return "\(count.cases) of \(ran) cases, in \(places), \(trouble.words)"
  }
}

/// The cases of one suite and variant that belong together: those about expanding lists, and not all that are about data.
struct CaseGroup: Hashable {
  let suite: String
  let variant: Variant
  let name: String

  init(_ item: Case) {
    suite = item.suite
    variant = item.variant
    name = String(item.id.group)
  }
}

/// Decides what is left out because the adapter keeps failing: groups that hang, and the rest of the run.
///
/// Everything is decided in the order in which results are reported, and from that order alone, so that the same cases are left out
/// for any number of jobs.
struct CutOff {
  /// The groups that are left out from the next batch on.
  private(set) var groups: Set<CaseGroup> = []

  private let patience: Patience
  private var tally = TroubleTally()

  init(_ patience: Patience = .init()) { self.patience = patience }

  static func reason(_ item: Case, _ patience: Patience) -> String {
    "cut off: \(patience.waitsInAGroup) cases of \(item.id.group) in a row before it were not answered in time, or had no adapter that could be started"
  }

  /// Whether a result is one of those that cut a group off when they come in a row.
  static func counts(_ result: CaseResult) -> Bool {
    result.verdict == .timedOut || result.lacksAdapter
  }

  /// Takes the results of a batch.
  ///
  /// - Parameter troubles: how each case first went wrong, or nil.
  /// - Returns: the offset of the case after which the run ends, and why; nil if it goes on.
  mutating func settle(
    _ batch: some Collection<Case>, _ results: [CaseResult], _ troubles: [Trouble?]
  ) -> (offset: Int, reason: String)? {
    var waits: [CaseGroup: Int] = [:]
    for (offset, item) in batch.enumerated() {
      let result = results[offset]
      // What did not run interrupts no row of hangs.
      if result.verdict == .skipped || result.verdict == .notRun { continue }
      let group = CaseGroup(item)
      waits[group] = Self.counts(result) ? waits[group, default: 0] + 1 : 0
      if waits[group, default: 0] >= patience.waitsInAGroup { groups.insert(group) }
      let end = tally.count(
        troubles[offset], item, patience, waits: patience.waitsInARun,
        restarts: patience.restartsInARun)
      if let end { return (offset, "ended early: \(end)") }
    }
    return nil
  }
}
