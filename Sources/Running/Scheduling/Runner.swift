import AdapterDriver
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

  /// Runs all cases and hands out each result, in the order of the plan, on the calling thread.
  ///
  /// - Parameter emit: takes a result; what it throws ends the run and is thrown on.
  /// - Throws: a fault of assay itself, or what `emit` throws.
  package func run<Fault: Error>(
    claims: Claims, emit: (CaseResult) throws(Fault) -> Void
  ) throws(RunFault<Fault>) {
    let batches = plan.batches
    let board = BatchBoard(count: batches.count, window: plan.jobs * 4)
    let cutOff = CutOff()
    let threads = (0..<min(plan.jobs, batches.count)).map { _ in
      WorkerThread { [plan, interruption] in
        let runner = BatchRunner(plan, claims: claims)
        while let index = board.next() {
          do throws(HarnessFault) {
            board.finish(
              index, .success(try runner.run(batches[index], until: interruption, cutOff: cutOff)))
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
    var isHalted = false
    for (index, batch) in batches.enumerated() {
      if isHalted {
        for summary in batch {
          let left = CaseResult.notRun(summary, "the run ended at the first failure (--fail-fast)")
          do throws(Fault) { try emit(left) } catch { throw .sink(error) }
        }
        continue
      }
      switch board.take(index) {
      case .failure(let fault): throw .harness(fault)
      case .success(var results):
        cutOff.settle(batch, &results)
        for result in results {
          do throws(Fault) { try emit(result) } catch { throw .sink(error) }
        }
        if plan.failFast, results.contains(where: \.failsFast) {
          isHalted = true
          board.close()
        }
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
  static func notRun(_ summary: CaseSummary, _ reason: String) -> CaseResult {
    CaseResult(
      id: summary.id, suite: summary.suite, variant: summary.variant, targets: summary.targets,
      verdict: .notRun, reason: reason)
  }

  fileprivate var failsFast: Bool {
    switch verdict {
    case .failed, .crashed, .timedOut, .overLimit: true
    default: false
    }
  }
}
