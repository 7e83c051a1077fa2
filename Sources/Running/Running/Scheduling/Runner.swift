package import AdapterDriver
package import AdapterProtocol
package import Conformance

/// Runs a plan: workers on threads of their own, results in the order of the plan.
package struct Runner: Sendable {
  private let plan: RunPlan
  private let interruption: Interruption
  private let turnstile: Turnstile

  /// - Parameter turnstile: shared with other runs at the same time.
  package init(
    _ plan: RunPlan, interruption: Interruption = .init(), turnstile: Turnstile = Turnstile()
  ) {
    self.plan = plan
    self.interruption = interruption
    self.turnstile = turnstile
  }

  /// Starts the adapter once to hear what it is and what it claims.
  ///
  /// - Throws: why it cannot be started or speaks no protocol (exit code 3).
  package static func greet(_ plan: RunPlan) throws(AdapterTrouble) -> Claims {
    let worker = AdapterWorker(
      command: plan.command, limits: plan.limits, harnessVersion: plan.harnessVersion)
    defer { worker.stop() }
    try worker.start()
    guard let hello = worker.hello else { throw .noHello("it said nothing of itself") }
    return Claims(hello, suites: plan.suites)
  }

  /// Measures how fast the machine and the adapter are, with a process of its own.
  ///
  /// - Throws: why the adapter cannot be started.
  package static func calibrate(_ plan: RunPlan) throws(AdapterTrouble) -> Calibration {
    try Calibration.measure(
      AdapterWorker(
        command: plan.command, limits: plan.limits, harnessVersion: plan.harnessVersion))
  }

  /// Like `run(claims:note:emit:)`, but hands out final results only.
  package func run<Fault: Error>(
    claims: Claims, emit: (CaseResult) throws(Fault) -> Void
  ) throws(RunFault<Fault>) {
    try run(claims: claims, note: { (_) throws(Fault) in }, emit: emit)
  }

  /// Runs all cases and hands out each result, in the order of the plan, on the calling thread.
  ///
  /// - Parameters:
  ///   - note: takes results as they come, in any order, a few milliseconds' worth at a time, each with its case's place in
  ///     the plan; again where it is revised. Then the later one counts.
  ///   - emit: takes a result for good; what it or `note` throws ends the run and is thrown on.
  /// - Throws: a fault of assay itself, or what `emit` or `note` throws.
  package func run<Fault: Error>(
    claims: Claims,
    note: ([(number: Int, result: CaseResult)]) throws(Fault) -> Void,
    emit: (CaseResult) throws(Fault) -> Void
  ) throws(RunFault<Fault>) {
    let batches = plan.batches
    let board = BatchBoard(count: batches.count, window: plan.jobs * 4)
    let threads = startWorkers(on: board, batches, claims)
    defer {
      board.close()
      for thread in threads { thread.join() }
    }
    var cutOff = CutOff(plan.patience)
    var end: String?
    for (index, batch) in batches.enumerated() {
      var results: [CaseResult] = []
      var lastOffset = -1
      if end == nil {
        let report = try report(index, batch, of: board, leavingOut: cutOff.groups, note)
        results = report.results
        (lastOffset, end) = settle(batch, report, &cutOff)
        board.settle(index, leavingOut: cutOff.groups)
      }
      do throws(Fault) {
        if let end {
          board.close()
          results.removeSubrange((lastOffset + 1)...)
          results += batch.dropFirst(lastOffset + 1).map { item in
            claims.reasonToSkip(item).map { .skipped(item, $0) } ?? .notRun(item, end)
          }
          let replaced = (lastOffset + 1)..<results.count
          try note(replaced.map { (batch.startIndex + $0, judged(results[$0])) })
        }
        for result in results { try emit(judged(result)) }
      } catch {
        throw .sink(error)
      }
    }
  }

  /// A result beside what was known of its case.
  private func judged(_ result: CaseResult) -> CaseResult {
    plan.known?.judged(result) ?? result
  }

  private func startWorkers(
    on board: BatchBoard, _ batches: [CaseList.SubSequence], _ claims: Claims
  ) -> [WorkerThread] {
    (0..<min(plan.jobs, batches.count)).map { _ in
      WorkerThread { [plan, interruption, turnstile] in
        let runner = BatchRunner(plan, claims: claims, turnstile: turnstile)
        while let assignment = board.next() {
          let index = assignment.index
          do throws(HarnessFault) {
            let report = try runner.run(
              batches[index], until: interruption, leavingOut: assignment.leftOut,
              isOver: { board.isClosed },
              note: { board.post(batches[index].startIndex + $0, $1) })
            board.finish(index, .success(report))
          } catch {
            board.finish(index, .failure(error))
          }
        }
      }
    }
  }

  /// Waits for a batch, and hands on what comes meanwhile.
  ///
  /// A batch that was begun before it was known that a family is to be left out is run once more without it: whatever it asked in
  /// vain has a bearing on the other cases, and the report must not depend on how far workers got ahead.
  private func report<Fault: Error>(
    _ index: Int, _ batch: CaseList.SubSequence, of board: BatchBoard,
    leavingOut leftOut: Set<CaseGroup>,
    _ note: ([(number: Int, result: CaseResult)]) throws(Fault) -> Void
  ) throws(RunFault<Fault>) -> BatchReport {
    while true {
      let delivery = board.take(index)
      if !delivery.arrivals.isEmpty {
        do throws(Fault) {
          try note(delivery.arrivals.map { ($0.number, judged($0.result)) })
        } catch {
          throw .sink(error)
        }
      }
      switch delivery.batch {
      case .failure(let fault): throw .harness(fault)
      case .success(let report):
        let unknown = leftOut.subtracting(report.leftOut)
        let isOutdated = !unknown.isEmpty && batch.contains { unknown.contains(CaseGroup($0)) }
        guard isOutdated, !interruption.isRaised else { return report }
        board.redo(index)
      case nil: continue
      }
    }
  }

  /// Takes a batch in the order of the plan. Returns the offset of the case after which the run ends, and why, where it does.
  private func settle(
    _ batch: CaseList.SubSequence, _ report: BatchReport, _ cutOff: inout CutOff
  ) -> (lastOffset: Int, end: String?) {
    let failure = plan.failFast ? report.results.firstIndex { judged($0).failsFast } : nil
    let ending = cutOff.settle(batch, report.results, report.troubles)
    if let failure, failure <= ending?.offset ?? .max {
      return (failure, CaseResult.failFastReason)
    }
    return (ending?.offset ?? report.results.count - 1, ending?.reason)
  }
}

/// Why a run could not be brought to its end.
package enum RunFault<Fault: Error>: Error {
  case harness(HarnessFault)
  /// What the receiver of the results threw.
  case sink(Fault)
}

/// How far a run has come, out of the results as they come: some of them more than once.
package struct RunProgress: Sendable {
  /// Which cases have a result, and which of them did not pass: two bits for each case.
  private var isDone: Bits
  private var isFinding: Bits
  private let total: Int
  /// How many cases have a result.
  package private(set) var done = 0
  /// How many cases did not pass, as far as is known.
  package private(set) var findings = 0

  /// - Parameter total: how many cases the plan has.
  package init(total: Int) {
    self.total = total
    isDone = Bits(total)
    isFinding = Bits(total)
  }

  /// Takes results; of two for one case the later one counts.
  package mutating func take(_ arrivals: [(number: Int, result: CaseResult)]) {
    for (number, result) in arrivals where (0..<total).contains(number) {
      done += isDone.set(number, true)
      findings += isFinding.set(number, result.verdict.needsEvidence)
    }
  }

  /// A row of bits.
  private struct Bits {
    private var words: [UInt64]

    init(_ count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

    /// Sets a bit; returns by how much the number of ones has grown.
    mutating func set(_ place: Int, _ isOne: Bool) -> Int {
      let bit: UInt64 = 1 << UInt64(place % 64)
      let wasOne = words[place / 64] & bit != 0
      guard isOne != wasOne else { return 0 }
      words[place / 64] ^= bit
      return isOne ? 1 : -1
    }
  }
}
