package import AdapterDriver
package import AdapterProtocol
package import Conformance
import Foundation

/// Runs a plan: workers on threads of their own, results in the order of the plan.
package struct Runner: Sendable {
  private let plan: RunPlan
  private let interruption: Interruption

  package init(_ plan: RunPlan, interruption: Interruption = .init()) {
    self.plan = plan
    self.interruption = interruption
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

  /// The same for who wants each result only when it is final.
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
    let cutOff = CutOff()
    let threads = (0..<min(plan.jobs, batches.count)).map { _ in
      WorkerThread { [plan, interruption] in
        let runner = BatchRunner(plan, claims: claims)
        while let index = board.next() {
          do throws(HarnessFault) {
            let results = try runner.run(
              batches[index], until: interruption, cutOff: cutOff,
              isHalted: { board.isHalted(index) },
              note: { board.post(batches[index].startIndex + $0, $1) })
            if plan.failFast, results.contains(where: \.failsFast) { board.halt(behind: index) }
            board.finish(index, .success(results))
          } catch {
            board.finish(index, .failure(error))
          }
        }
      }
    }
    defer {
      board.close()
      for thread in threads { thread.join() }
    }
    var isEnded = false
    for (index, batch) in batches.enumerated() {
      var results: [CaseResult]
      var replaced: [Int]
      if isEnded {
        results = batch.map { .notRun($0, CaseResult.failFastReason) }
        replaced = Array(results.indices)
      } else {
        results = try Self.finished(index, of: board, note)
        replaced = cutOff.settle(batch, &results)
        if plan.failFast, let failure = results.firstIndex(where: \.failsFast) {
          isEnded = true
          for (offset, summary) in batch.enumerated().dropFirst(failure + 1) {
            results[offset] = .notRun(summary, CaseResult.failFastReason)
            replaced.append(offset)
          }
        }
      }
      do throws(Fault) {
        if !replaced.isEmpty { try note(replaced.map { (batch.startIndex + $0, results[$0]) }) }
        for result in results { try emit(result) }
      } catch {
        throw .sink(error)
      }
    }
  }

  /// Waits for a batch, and hands on what comes meanwhile.
  private static func finished<Fault: Error>(
    _ index: Int, of board: BatchBoard,
    _ note: ([(number: Int, result: CaseResult)]) throws(Fault) -> Void
  ) throws(RunFault<Fault>) -> [CaseResult] {
    while true {
      let delivery = board.take(index)
      if !delivery.arrivals.isEmpty {
        do throws(Fault) {
          try note(delivery.arrivals.map { ($0.number, $0.result) })
        } catch {
          throw .sink(error)
        }
      }
      switch delivery.batch {
      case .success(let results): return results
      case .failure(let fault): throw .harness(fault)
      case nil: continue
      }
    }
  }
}

/// Why a run could not be brought to its end.
package enum RunFault<Fault: Error>: Error {
  case harness(HarnessFault)
  /// What the receiver of the results threw.
  case sink(Fault)
}

extension CaseResult {
  static func notRun(_ summary: Case, _ reason: String) -> CaseResult {
    CaseResult(
      id: summary.id, suite: summary.suite, variant: summary.variant, targets: summary.targets,
      verdict: .notRun, reason: reason)
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
