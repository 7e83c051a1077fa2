import AdapterDriver
import AdapterProtocol
package import Conformance
import Foundation

/// Runs cases that have passed again in random orders, many in one adapter process, and finds out why some of them fail there.
///
/// What a library keeps from one app to the next (a static variable, a cache, a singleton that is not emptied) shows in some orders only.
package struct Shuffler: Sendable {
  private let plan: RunPlan
  private let orders: Int
  private let interruption: Interruption
  private let limits: LeakSearch.Limits
  private let turnstile: Turnstile

  /// - Parameters:
  ///   - orders: how many orders of each suite and variant there are; at least 1.
  ///   - turnstile: shared with other runs at the same time.
  package init(
    _ plan: RunPlan, orders: Int, interruption: Interruption = .init(),
    turnstile: Turnstile = Turnstile()
  ) {
    self.init(
      plan, orders: orders, interruption: interruption, limits: .init(), turnstile: turnstile)
  }

  init(
    _ plan: RunPlan, orders: Int, interruption: Interruption, limits: LeakSearch.Limits,
    turnstile: Turnstile = Turnstile()
  ) {
    self.plan = plan
    self.orders = max(1, orders)
    self.interruption = interruption
    self.limits = limits
    self.turnstile = turnstile
  }

  /// How far it has come.
  package enum Progress: Sendable, Hashable {
    /// Cases that have run in shuffled orders, all orders together, and those that did not pass.
    case orders(done: Int, total: Int, sightings: Int)
    /// Failures whose reason was looked for, and those that stand.
    case reasons(done: Int, total: Int, findings: Int)
  }

  /// What shuffling came to.
  package struct Outcome: Sendable {
    /// Cases whose results change, by their places in the plan, ascending.
    package var revised: [(number: Int, result: CaseResult)] = []
    /// How many cases each suite and variant has shuffled.
    package var parts: [(suite: String, variant: Variant, cases: Int)] = []
    /// How many cases failed in an order and were not looked into, because the search had cost enough or the run was interrupted. They
    /// keep the result of their ordinary place.
    package var notLookedInto = 0
    /// The orders that were ended before their last case, and why.
    package var endedEarly: [String] = []
  }

  /// Shuffles cases. Results do not depend on the number of jobs.
  ///
  /// - Parameters:
  ///   - passed: the results of cases that passed, by their places in the plan, ascending. Long series of requests (`isSoak`) are left out.
  ///   - note: called on the calling thread, some times a second.
  /// - Throws: a fault of assay itself.
  package func run(
    claims: Claims, passed: [(number: Int, result: CaseResult)], note: (Progress) -> Void
  ) throws(HarnessFault) -> Outcome {
    let known = Dictionary(passed.map { ($0.number, $0.result) }, uniquingKeysWith: { $1 })
    let numbers = passed.map(\.number).filter { number in
      let item = plan.cases[number]
      return !plan.suites.contains { $0.name == item.suite && $0.isSoak(item) }
    }
    let all = ShuffledOrder.orders(orders, of: numbers, in: plan)
    var outcome = Outcome()
    outcome.parts = all.filter { $0.number == 1 }.map { ($0.suite, $0.variant, $0.cases.count) }
    let reports = try reports(all, claims, note)
    for (order, report) in zip(all, reports) {
      if let end = report.end {
        outcome.endedEarly.append(
          "order \(order.number) of \(order.suite)\(order.variant == .sole ? "" : "/\(order.variant)"): \(end)"
        )
      }
    }
    // Those with few cases before them are the cheapest to look into.
    let sightings = reports.flatMap(\.sightings).sorted {
      ($0.earlier.count, $0.order, $0.earlier.upperBound)
        < ($1.earlier.count, $1.order, $1.earlier.upperBound)
    }
    var revised: [Int: CaseResult] = [:]
    var left: Set<Int> = []
    var search = LeakSearch(
      BatchRunner(plan, claims: claims, turnstile: turnstile), all, interruption, limits: limits)
    for (done, sighting) in sightings.enumerated() where revised[sighting.number] == nil {
      let progress = Progress.reasons(
        done: done, total: sightings.count, findings: revised.count)
      note(progress)
      switch try search.outcome(of: sighting, note: { note(progress) }) {
      case .found(let judged, let exchange):
        guard var result = known[sighting.number] else { continue }
        result.verdict = judged.verdict
        result.findings = judged.findings
        result.reason = judged.reason.map { "in a shuffled order: \($0)" }
        result.exchange = exchange
        revised[sighting.number] = result
      case .dismissed: break
      case .notLookedInto: left.insert(sighting.number)
      }
    }
    outcome.revised = revised.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    outcome.notLookedInto = left.subtracting(revised.keys).count
    return outcome
  }

  /// Runs the orders, several at a time.
  private func reports(
    _ all: [ShuffledOrder], _ claims: Claims, _ note: (Progress) -> Void
  ) throws(HarnessFault) -> [OrderReport] {
    let board = OrderBoard(count: all.count)
    let threads = (0..<min(plan.jobs, all.count)).map { _ in
      WorkerThread { [plan, interruption, turnstile] in
        let runner = BatchRunner(plan, claims: claims, turnstile: turnstile)
        while let place = board.next() {
          do throws(HarnessFault) {
            let report = try runner.run(
              all[place], at: place, until: interruption, note: { board.count($0) })
            board.finish(place, .success(report))
          } catch {
            board.finish(place, .failure(error))
          }
        }
      }
    }
    defer { for thread in threads { thread.join() } }
    let total = all.reduce(0) { $0 + $1.cases.count }
    while !board.waitForMore() {
      note(.orders(done: board.done, total: total, sightings: board.sightings))
    }
    note(.orders(done: board.done, total: total, sightings: board.sightings))
    return try board.reports()
  }
}

/// Hands out orders to workers, and takes back what they came to.
private final class OrderBoard: @unchecked Sendable {
  // The condition's lock guards all that follows.
  private let condition = NSCondition()
  private var handedOut = 0
  private var finished: [Result<OrderReport, HarnessFault>?]
  private var counts = (done: 0, sightings: 0)

  init(count: Int) { finished = Array(repeating: nil, count: count) }

  private func locked<Value>(_ body: () -> Value) -> Value {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  /// The next order to run, or nil.
  func next() -> Int? {
    locked {
      guard handedOut < finished.count else { return nil }
      defer { handedOut += 1 }
      return handedOut
    }
  }

  func count(_ isSighting: Bool) {
    locked {
      counts.done += 1
      if isSighting { counts.sightings += 1 }
    }
  }

  func finish(_ place: Int, _ report: Result<OrderReport, HarnessFault>) {
    locked {
      finished[place] = report
      condition.broadcast()
    }
  }

  var done: Int { locked { counts.done } }
  var sightings: Int { locked { counts.sightings } }

  /// Waits a moment; returns whether all orders are finished.
  func waitForMore() -> Bool {
    locked {
      if finished.contains(where: { $0 == nil }) {
        _ = condition.wait(until: Date(timeIntervalSinceNow: 0.05))
      }
      return !finished.contains { $0 == nil }
    }
  }

  /// In the order of the orders.
  func reports() throws(HarnessFault) -> [OrderReport] {
    var reports: [OrderReport] = []
    for result in locked({ finished }) {
      if let report = try result?.get() { reports.append(report) }
    }
    return reports
  }
}
