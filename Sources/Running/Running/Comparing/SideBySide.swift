package import AdapterDriver
package import Conformance
import Foundation

/// Runs the same cases on several implementations at a time, and hands out what each case came to on all of them.
///
/// Each implementation is run as `assay run` runs it: in batches, with failures seen twice and with patience. The one that is ahead waits, so
/// that a long comparison needs no more memory than a short one.
package struct SideBySide: Sendable {
  /// A plan for each implementation, all of the same cases.
  private let plans: [RunPlan]
  private let interruption: Interruption

  /// How many results of one implementation wait for those of the others.
  private static let maxWaiting = 256

  /// - Parameters:
  ///   - plan: what is run; its command and limits are those of the sides.
  ///   - sides: the implementations.
  package init(
    _ plan: RunPlan, sides: [(command: AdapterCommand, limits: AdapterLimits)],
    interruption: Interruption
  ) {
    self.interruption = interruption
    plans = sides.map { side in
      var own = plan
      own.command = side.command
      own.limits = side.limits
      own.tellsAnswers = true
      own.jobs = max(1, plan.jobs / max(1, sides.count))
      return own
    }
  }

  /// - Parameters:
  ///   - claims: what each implementation claims, in the order of the sides.
  ///   - compare: takes the results of one case, in the order of the sides; the cases come in the order of the plan.
  package func run(
    claims: [Claims], compare: ([CaseResult]) -> Void
  ) throws(HarnessFault) {
    let turnstile = Turnstile()
    let lanes = plans.map { _ in ResultLane(capacity: Self.maxWaiting) }
    let threads = zip(zip(plans, claims), lanes).map { side, lane in
      WorkerThread { [interruption] in
        do throws(RunFault<ResultLane.Closed>) {
          try Runner(side.0, interruption: interruption, turnstile: turnstile).run(claims: side.1) {
            (result) throws(ResultLane.Closed) in try lane.put(result)
          }
          lane.end(with: nil)
        } catch {
          if case .harness(let fault) = error { lane.end(with: fault) }
        }
      }
    }
    defer {
      for lane in lanes { lane.close() }
      for thread in threads { thread.join() }
    }
    while true {
      var results: [CaseResult] = []
      for lane in lanes {
        if let result = try lane.take() { results.append(result) }
      }
      guard results.count == lanes.count, !results.isEmpty else { return }
      compare(results)
    }
  }
}

/// Results on their way from the run of one implementation.
private final class ResultLane: @unchecked Sendable {
  /// Nobody takes results any more.
  struct Closed: Error {}

  // The condition's lock guards all that follows.
  private let condition = NSCondition()
  private let capacity: Int
  private var waiting: [CaseResult] = []
  private var isEnded = false
  private var isClosed = false
  private var fault: HarnessFault?

  init(capacity: Int) { self.capacity = capacity }

  /// Hands on a result; waits while too many are waiting.
  func put(_ result: CaseResult) throws(Closed) {
    condition.lock()
    defer { condition.unlock() }
    while waiting.count >= capacity, !isClosed { condition.wait() }
    if isClosed { throw Closed() }
    waiting.append(result)
    condition.broadcast()
  }

  /// No result comes any more.
  func end(with fault: HarnessFault?) {
    condition.lock()
    defer { condition.unlock() }
    self.fault = fault
    isEnded = true
    condition.broadcast()
  }

  /// The next result; nil at the end.
  func take() throws(HarnessFault) -> CaseResult? {
    condition.lock()
    defer { condition.unlock() }
    while waiting.isEmpty, !isEnded { condition.wait() }
    if let fault { throw fault }
    guard !waiting.isEmpty else { return nil }
    defer { condition.broadcast() }
    return waiting.removeFirst()
  }

  func close() {
    condition.lock()
    defer { condition.unlock() }
    isClosed = true
    condition.broadcast()
  }
}
