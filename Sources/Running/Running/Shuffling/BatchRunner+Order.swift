import AdapterDriver
import AdapterProtocol
import Conformance

extension BatchRunner {
  /// Runs the cases of an order in one process; in a new one after the adapter has died or was ended. Nothing is seen again here.
  ///
  /// - Parameters:
  ///   - place: that of the order among all orders.
  ///   - note: called after each case.
  func run(
    _ order: ShuffledOrder, at place: Int, until interruption: Interruption,
    note: (_ isSighting: Bool) -> Void
  ) throws(HarnessFault) -> OrderReport {
    var watch = OrderWatch(order, at: place, plan)
    var latest: (run: CaseRun, offset: Int)?
    worker.measuresCost = false
    defer { worker.stop() }
    for (offset, number) in order.cases.enumerated() {
      guard !interruption.isRaised, watch.report.end == nil else { break }
      let item = plan.cases[number]
      let session = try open(item)
      let hadProcess = worker.isRunning
      let recorder = offset.isMultiple(of: 2) ? recorders.0 : recorders.1
      let run = turnstile.together { CaseRun(session, on: worker, recorder) }
      if let aftermath = worker.aftermath, let latest {
        watch.blame(latest.run, latest.offset, aftermath, worker.aftermathStandardError)
      }
      if !hadProcess || worker.aftermath != nil { watch.processBegins(at: offset) }
      let isSighting = watch.see(run, offset)
      latest = (run, offset)
      note(isSighting)
    }
    // An adapter that is dead before it is told to stop died of the last case.
    if case .deadBefore(let death) = worker.stop(), let latest {
      watch.blame(
        latest.run, latest.offset, .crashed(death, step: worker.lastStep),
        worker.standardErrorOfConversation())
    }
    return watch.report
  }
}

/// Gathers what goes wrong in an order.
private struct OrderWatch {
  /// So many sightings of a signature keep what was said; the others are counted.
  private static let keptExchanges = 3

  private(set) var report = OrderReport()
  private let order: ShuffledOrder
  private let place: Int
  private let plan: RunPlan
  /// The offset of the first case of the present process.
  private var processStart = 0
  private var tally = TroubleTally()
  private var waits = 0
  private var exchanges: [Signature: Int] = [:]

  init(_ order: ShuffledOrder, at place: Int, _ plan: RunPlan) {
    self.order = order
    self.place = place
    self.plan = plan
  }

  mutating func processBegins(at offset: Int) {
    processStart = offset
  }

  /// Takes a case that has run; returns whether something is wrong.
  mutating func see(_ run: CaseRun, _ offset: Int) -> Bool {
    let item = plan.cases[order.cases[offset]]
    let tooMany = tally.count(
      run.trouble, item, plan.patience, waits: .max, restarts: plan.patience.restartsInABatch)
    waits += run.trouble?.waits ?? 0
    if let tooMany {
      report.end = tooMany
    } else if waits >= plan.patience.waitsInABatch {
      report.end = "cases were not answered in time, or found no adapter, \(waits) times"
    }
    guard run.judged.verdict.needsEvidence else { return false }
    add(run, offset, after: processStart)
    return true
  }

  /// Holds against a case what the adapter did after its last reply, unless something is already.
  mutating func blame(
    _ run: CaseRun, _ offset: Int, _ aftermath: Ending, _ standardError: [UInt8]
  ) {
    guard run.judged.verdict == .passed else { return }
    var run = run
    run.judge(run.conversation.session.conclude(aftermath), standardError: standardError)
    add(run, offset, after: processStart)
  }

  private mutating func add(_ run: CaseRun, _ offset: Int, after start: Int) {
    var sighting = Sighting(
      number: order.cases[offset], order: place, earlier: min(start, offset)..<offset,
      judged: run.judged, exchange: run.exchange, mayLackLate: run.mayLackLate)
    if let signature = sighting.signature {
      exchanges[signature, default: 0] += 1
      if exchanges[signature, default: 0] > Self.keptExchanges { sighting.exchange = nil }
    }
    report.sightings.append(sighting)
  }
}
